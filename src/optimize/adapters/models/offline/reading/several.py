"""One message that asks for several tests, cut into one piece per test."""

import re

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern

_ABOUT = re.compile(
    r"(?i)\b(for|about|on|für|zu|bei|pour|sur|para|sobre) ((?:[a-zà-ÿ]+ ){0,3}(?=[\w-]*\d)[\w-]+)\s*[:.]?[\s:-]*$"
)
"""The end of a heading that names one thing by its number."""


def split_tests(text: str, language: str) -> list[str]:
    """The pieces that each describe a test, in order; the whole text if only one is wanted."""
    if not pattern("several", language).search(fold(text)):
        return [text]
    marks = [match for match in pattern("next_test", language).finditer(fold(text)) if match.end() > match.start()]
    if len(marks) < 2:
        return [text]
    lead = _shared(text[: marks[0].start()], language)
    ends = [*(match.start() for match in marks[1:]), len(text)]
    pieces = [text[match.end() : end].strip(" \n,;.:-") for match, end in zip(marks, ends, strict=True)]
    pieces = [re.sub(r"\s+(?:and|und|et|y)$", "", piece) for piece in pieces if len(piece) > 8]
    return [f"{lead}{piece}" for piece in pieces] if len(pieces) > 1 else [text]


def _shared(lead: str, language: str) -> str:
    """What stands before the list and holds for every test; the announcement of the list itself is left out."""
    kept = [
        part
        for part in re.split(r"(?<=[.!?:。：])\s*", lead)
        if part and not pattern("several", language).search(fold(part))
    ]
    shared = " ".join(kept).strip(" \n:-")
    return f"{shared}. " if len(shared) > 8 else _topic(lead)


def _topic(lead: str) -> str:
    """`Three tests for INV-1003:`: what the heading says that all of them are about."""
    match = _ABOUT.search(lead)
    return f"{match.group(1)[:1].upper()}{match.group(1)[1:]} {match.group(2)}: " if match else ""

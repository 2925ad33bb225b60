"""Limits on how long the answer is: `under 80 words`, `at most three sentences`."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern, phrase


class Length(NamedTuple):
    """The requirement as a sentence of its own, and the clause without it (empty if nothing else is asked)."""

    assertion: str
    rest: str


def length_in(text: str, language: str) -> Length | None:
    match = pattern("length", language).search(fold(text))
    if match is None:
        return None
    limit = text[match.start() : match.end()].strip(" ,.:;")
    rest = re.sub(r"\s+", " ", f"{text[: match.start()]} {text[match.end() :]}").strip(" ,.:;，。、")
    empty = pattern("around_length", language).match(fold(rest))
    limit = pattern("length_lead", language).sub("", limit, count=1)
    return Length(phrase(language, "answer_length", limit=limit), "" if empty else rest)

"""Texts that the answer must have beside texts that it must not have, each in a sentence of its own."""

import re
from collections.abc import Iterable
from functools import cache

from optimize.adapters.models.offline.reading.lexicon import spoken, table

_QUOTE = re.compile(r"\"[^\"\n]*\"|「[^」\n]*」")
_PLACE = re.compile(r"\"(\d+)\"")
_LIST = r'"\d+"(?:\s*(?:,|、|\band\b|\bor\b|\bund\b|\boder\b|\bet\b|\bou\b|\by\b|\bo\b|和|或|と|や)+\s*"\d+")*'
_ITEMS = re.compile(r"\s*(?:,|、|\band\b|\bor\b|\bnor\b|\bund\b|\boder\b|\bet\b|\bou\b|\by\b|\bo\b|和|或)+\s*")
_MOST_WORDS = 3


def texts_apart(text: str, language: str) -> str:
    """`must contain "a" but not "b"` as two sentences; `any of: a, b` behind such a ban in quotes."""
    text = _quoted_words(text, language)
    quotes = _QUOTE.findall(text)
    if not quotes:
        return text
    places = iter(range(len(quotes)))
    masked = _QUOTE.sub(lambda _: f'"{next(places)}"', text)
    for code in spoken(language):
        for said, plain in _rules(code):
            masked = said.sub(plain, masked)
    return _PLACE.sub(lambda match: quotes[int(match[1])], masked)


@cache
def _rules(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    listed: Iterable[tuple[str, str]] = table("polarity")[language]["apart"]
    return tuple((re.compile(said.replace("LIST", _LIST), re.IGNORECASE), plain) for said, plain in listed)


def _quoted_words(text: str, language: str) -> str:
    """A list of bare words behind a ban, where its last word would else be read as an act of the agent."""
    for code in spoken(language):
        found = re.search(str(table("polarity")[code]["listed"]), text, re.IGNORECASE)
        words = [word.strip() for word in _ITEMS.split(found["words"]) if word.strip()] if found else []
        if found and words and all(len(word.split()) <= _MOST_WORDS and '"' not in word for word in words):
            listed = ", ".join(f'"{word}"' for word in words)
            return f"{text[: found.start()]}{found['head']} {listed}{text[found.end() :]}"
    return text

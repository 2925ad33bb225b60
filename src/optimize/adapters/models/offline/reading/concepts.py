"""What words stand for, across languages: acts ("stornieren" and "cancel" are one) and things."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, any_of, spoken, table

_REMEMBERED = 1_000
"""Texts: the names and descriptions of an agent are looked at again for every part of a message."""


class Concept(NamedTuple):
    """A concept found in a text, with where."""

    name: str
    act: bool
    start: int
    end: int


@cache
def _patterns(language: str) -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    compiled = []
    for kind in ("acts", "things"):
        for name, entry in table("concepts")[kind].items():
            if listed := entry.get(language, "").split():
                compiled.append((name, kind == "acts", re.compile(any_of(listed, language))))
    return tuple(compiled)


@lru_cache(maxsize=_REMEMBERED)
def concepts_in(text: str, language: str) -> tuple[Concept, ...]:
    """Every concept of the text in reading order; one word may stand for several."""
    folded = fold(text)
    found = [
        Concept(name, act, match.start(), match.end())
        for code in spoken(language)
        for name, act, pattern in _patterns(code)
        for match in pattern.finditer(folded)
    ]
    return tuple(sorted(set(found), key=lambda concept: (concept.start, concept.name)))


def concepts_in_any(text: str) -> list[Concept]:
    """The concepts of a text whose language is unknown, such as a tool's description."""
    return sorted({concept for code in LANGUAGES for concept in concepts_in(text, code)})


def group_of(act: str) -> str:
    entry: Mapping[str, str] | None = table("concepts")["acts"].get(act)
    return entry["group"] if entry else act

"""Time limits on the answer."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import number_words, parts_of, pattern


class Limit(NamedTuple):
    """The seconds that a text allows, and the text without those words (empty if nothing else is asked)."""

    seconds: float
    rest: str


def limit_in(text: str, language: str) -> Limit | None:
    match = pattern("seconds", language).search(fold(text))
    if match is None:
        return None
    found = parts_of(match)
    amount = _amount(found["n"], language)
    if amount is None:
        return None
    rest = re.sub(r"\s+", " ", f"{text[: match.start()]} {text[match.end() :]}").strip(" ,.:;，。、")
    empty = pattern("latency_words", language).match(f"{fold(rest)} " if rest else "")
    return Limit(amount * _unit(found.get("u", "s")), "" if empty else rest)


def _amount(text: str, language: str) -> float | None:
    if text.startswith("half"):
        return 0.5
    try:
        return float(text.replace(",", "."))
    except ValueError:
        known = number_words(language).get(fold(text))
        return None if known is None else float(known)


def _unit(unit: str) -> float:
    if unit.startswith(("ms", "milli")):
        return 0.001
    return 60.0 if unit.startswith(("min", "分")) else 1.0

"""How a text bounds a number: at most, at least, exactly, or beyond it, with the number as it counts."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.audit.lexis import limit_signs, sign
from optimize.adapters.models.offline.reading.audit.pieces import unquoted
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, number_words

_SPOKEN = {"once": 1, "twice": 2, "thrice": 3, "one time": 1, "single call": 1, "einmal": 1, "zweimal": 2, "dreimal": 3}
_TURNED = {"less": "least", "more": "most", "least": "most"}
_NEAR = 60


class Limit(NamedTuple):
    """`kind`: most, least, less, more or exact; `calls`: whether it counts how often something is done."""

    kind: str
    number: float
    calls: bool
    start: int

    def ends(self) -> tuple[float | None, float | None]:
        """The least and the most that a count may be."""
        n = self.number
        return {
            "most": (None, n),
            "least": (n, None),
            "less": (None, n - 1),
            "more": (n + 1, None),
            "exact": (n, n),
        }[self.kind]


def limits_in(text: str, language: str) -> list[Limit]:
    """The limits of a text, each number once."""
    folded = unquoted(text)
    found: dict[int, Limit] = {}
    for kind, pattern in limit_signs(language):
        for match in pattern.finditer(folded):
            limit = _limit(kind, match, folded, language)
            found.setdefault(match.start("n") if match.groupdict().get("n") else match.start(), limit)
    return list(found.values())


def _limit(kind: str, match: re.Match[str], folded: str, language: str) -> Limit:
    said, end = (match["n"], match.end("n")) if match.groupdict().get("n") else ("once", match.end())
    before = folded[max(0, match.start() - _NEAR) : match.start()]
    denied = kind in ("less", "more") and bool(sign("flips", language).search(before))
    counted = said in _SPOKEN or bool(sign("counted", language).match(folded[end:]))
    return Limit(_TURNED[kind] if denied else kind, number_of(said), counted, match.start())


def number_of(said: str) -> float:
    if said in _SPOKEN:
        return float(_SPOKEN[said])
    if said[0].isdigit():
        return plain(said)
    return float(next((words[said] for words in map(number_words, LANGUAGES) if said in words), 1))


def plain(said: str) -> float:
    """`1.000`, `1,000` and `12,5` as numbers."""
    whole = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", said)
    return (
        float(re.sub(r"[^\d.]", "", whole.replace(",", ".")) or 0) if whole.count(".") + whole.count(",") < 2 else 0.0
    )

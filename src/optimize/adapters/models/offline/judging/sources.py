"""What the sources of a conversation say in figures, and whether a figure of the agent stands in them.

The rule: a figure is founded if it stands in a source in any usual way of writing it. Of derived figures only these
are: the sum or the difference of two figures that tools returned (from 13 up, or with decimals: small whole numbers are
sums of something by accident), and a count that is the length of a list a tool returned or of the agent's own list.
A product or a percentage of returned figures is neither founded nor proven wrong.
"""

import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import combinations
from typing import Any, Literal

from optimize.adapters.models.offline.judging.case import Case, Passage
from optimize.adapters.models.offline.judging.dates import widened
from optimize.adapters.models.offline.judging.figures import Figure, figures_in
from optimize.adapters.models.offline.judging.numbers import spelled
from optimize.domain.text import fold

_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s", re.MULTILINE)
_SMALL = Decimal(13)
_MOST_OPERANDS = 150
_SHORTEST_BARE = 5

Standing = Literal["founded", "derived", "perhaps", "unfounded"]


class Sources:
    """Everything the agent may rest on, as sets of what it says."""

    def __init__(self, case: Case) -> None:
        texts = [passage.text for passage in case.sources]
        self._text = fold("\n".join(texts))
        self._bare = re.sub(r"[^a-z0-9]", "", self._text)
        figures = [figure for text in texts for figure in figures_in(text)]
        self._forms = widened(frozenset(form for figure in figures if figure.kind == "date" for form in figure.forms))
        self._times = frozenset(form for figure in figures if figure.kind == "time" for form in figure.forms)
        self._values = frozenset(_every_value(texts))
        self._returned = frozenset(_returned(case.tool_results))
        self._lengths = frozenset(Decimal(n) for passage in case.tool_results for n in _lengths(_json(passage.text)))

    def standing(self, figure: Figure, message: str) -> Standing:
        """Whether a figure of the agent's `message` is founded."""
        if figure.kind == "number":
            return self._number(figure, message)
        if figure.kind in ("date", "time"):
            known = self._forms if figure.kind == "date" else self._times
            return "founded" if figure.forms & known else "unfounded"
        return "founded" if any(self._has(form) for form in figure.forms) else "unfounded"

    def _has(self, form: str) -> bool:
        bare = re.sub(r"[^a-z0-9]", "", form)
        return fold(form) in self._text or (len(bare) >= _SHORTEST_BARE and bare in self._bare)

    def _number(self, figure: Figure, message: str) -> Standing:
        values = figure.values | ({v / 100 for v in figure.values} if figure.percent else set())
        if values & self._values:
            return "founded"
        if not figure.money and not figure.percent and values & (self._lengths | _own_lists(message)):
            return "derived"
        if len(self._returned) > _MOST_OPERANDS:
            return "perhaps"
        operands = sorted(self._returned)
        large = {v for v in figure.values if v >= _SMALL or v != v.to_integral_value()}
        if not figure.percent and any(a + b in large or b - a in large for a, b in combinations(operands, 2)):
            return "derived"
        return "perhaps" if _calculated(figure, operands) else "unfounded"


def _calculated(figure: Figure, operands: list[Decimal]) -> bool:
    """Whether it could be a product or a percentage of two returned figures."""
    pairs = [(a, b) for a, b in combinations(operands, 2) if a]
    if figure.percent:
        return any(abs(share - v) < Decimal("0.6") for a, b in pairs for share in _shares(a, b) for v in figure.values)
    return any(abs(a * b - v) < Decimal("0.01") for a, b in pairs for v in figure.values if v >= _SMALL)


def _shares(a: Decimal, b: Decimal) -> tuple[Decimal, ...]:
    of_b = a / b * 100 if b else Decimal(0)
    of_a = b / a * 100
    return of_a, of_b, abs(of_a - 100), abs(100 - of_b)


def _every_value(texts: Iterable[str]) -> Iterator[Decimal]:
    """Generous on this side: small numbers as words, the digits of an id and the year of a date count too."""
    for text in texts:
        yield from spelled(text)
        for figure in figures_in(text):
            yield from figure.values
            if figure.kind == "id":
                yield from (Decimal(digits) for digits in re.findall(r"\d+", figure.text))
            if figure.kind == "date":
                yield from (Decimal(form[:4]) for form in figure.forms if form[:4].isdigit())


def _returned(passages: Iterable[Passage]) -> Iterator[Decimal]:
    for passage in passages:
        for figure in figures_in(passage.text):
            yield from figure.values


def _own_lists(message: str) -> frozenset[Decimal]:
    return frozenset({Decimal(len(_BULLET.findall(message)))} - {Decimal(0)})


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _lengths(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        yield len(value)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _lengths(item)

"""The flaw of the inventive version: in some runs it states a line that no tool returned."""

import re
from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import combinations
from random import Random

_LINES = ("pallet deposits", "crate rentals", "rush fees", "packing charges")
_CENT = Decimal("0.01")


class Invention:
    """`rate`: share of runs, by their seed, in which something is made up."""

    def __init__(self, seed: int, rate: float) -> None:
        self._rng = Random(seed)
        self._happens = self._rng.random() < rate

    def line(self, returned: str, currency: str) -> list[str]:
        """One made-up line, or none. Its price is no figure that tools `returned` and follows from no two of them."""
        if not self._happens:
            return []
        explained = frozenset(_explained(returned))
        price = next(price for price in iter(self._price, None) if price not in explained)
        return [f"- It also bills {self._rng.choice(_LINES)} at {price} {currency}."]

    def _price(self) -> Decimal:
        return Decimal(self._rng.randint(500, 9000)).scaleb(-2)


def _explained(returned: str) -> Iterator[Decimal]:
    """A price that happens to be a sum, difference or product of two real figures would look like a calculation."""
    figures = sorted({Decimal(number) for number in re.findall(r"\d+(?:\.\d+)?", returned)})
    yield from figures
    for a, b in combinations(figures, 2):
        yield a + b
        yield b - a
        yield (a * b).quantize(_CENT, ROUND_FLOOR)
        yield (a * b).quantize(_CENT, ROUND_CEILING)

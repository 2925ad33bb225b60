"""The flaw of the inventive version: in some runs it states a line that no tool returned."""

import re
from random import Random

_LINES = ("pallet deposits", "crate rentals", "rush fees", "packing charges")


class Invention:
    """`rate`: share of runs, by their seed, in which something is made up."""

    def __init__(self, seed: int, rate: float) -> None:
        self._rng = Random(seed)
        self._happens = self._rng.random() < rate

    def line(self, returned: str, currency: str) -> list[str]:
        """One made-up line whose price stands nowhere in what tools `returned`; or none."""
        if not self._happens:
            return []
        taken = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", returned)}
        price = next(price for price in iter(self._price, None) if price not in taken)
        return [f"- It also bills {self._rng.choice(_LINES)} at {price:.2f} {currency}."]

    def _price(self) -> float:
        return round(self._rng.uniform(5, 90), 2)

"""Decides when a line is cut: at a moment drawn beforehand, so that a seed tells the whole plan."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

Moment = Literal["connecting", "sent", "heard"]
_WEIGHTS: dict[Moment, int] = {"connecting": 3, "sent": 2, "heard": 5}
_LONGEST_COUNT: dict[Moment, int] = {"connecting": 1, "sent": 1, "heard": 8}
_LONGEST_DELAY: dict[Moment, float] = {"connecting": 0.02, "sent": 0.005, "heard": 0.01}


@dataclass(frozen=True)
class Plan:
    """Cut `delay` seconds after `moment` came by for the `count`-th time, by way of blade number `blade`."""

    moment: Moment
    count: int
    delay: float
    blade: int


class Scissors:
    """One cut after the other, until told to rest. `made` counts them by their moment."""

    def __init__(self, rng: Random, blades: Sequence[Callable[[], None]]) -> None:
        self.made: Counter[Moment] = Counter()
        self.resting = False
        self._rng, self._blades = rng, blades
        self._plan = self._drawn()
        self._due: asyncio.TimerHandle | None = None

    @property
    def cuts(self) -> int:
        return self.made.total()

    def passing(self, moment: Moment) -> None:
        """Told by whoever uses the line, at each moment of its life."""
        if self._due is not None or self.resting or moment != self._plan.moment:
            return
        self._left -= 1
        if self._left == 0:
            self._due = asyncio.get_running_loop().call_later(self._plan.delay, self._cut)

    def _cut(self) -> None:
        if not self.resting:
            self.made[self._plan.moment] += 1
            self._blades[self._plan.blade]()
        self._due, self._plan = None, self._drawn()

    def _drawn(self) -> Plan:
        [moment] = self._rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()))
        count = self._rng.randint(1, _LONGEST_COUNT[moment])
        self._left = count
        delay = self._rng.uniform(0, _LONGEST_DELAY[moment])
        return Plan(moment, count, delay, self._rng.randrange(len(self._blades)))

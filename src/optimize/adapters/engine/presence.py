"""Who is alive: every process says so again and again, and one of them takes up what the dead left behind.

Wall clocks of machines differ, so nobody's time is believed: a process is dead when its row has not changed for a while
by the clock of the one who looks. The living one whose name comes first looks after the dead; if two should think so
for a moment, the fences of the runs hold.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from optimize.adapters.engine.heartbeat import Heartbeat
from optimize.application.ports.clock import Clock
from optimize.application.ports.store import Store

BEAT_SECONDS: Final = 5.0
_MISSED: Final = 3
_SWEEP: Final = 6

TakeOver = Callable[[Sequence[str]], Awaitable[object]]
"""Takes up the work of dead executors, and what else was left behind."""


class Presence:
    """`executor_id` names this process. One that misses three beats in a row is taken for dead."""

    def __init__(
        self, store: Store, clock: Clock, executor_id: str, take_over: TakeOver, *, beat_seconds: float = BEAT_SECONDS
    ) -> None:
        self._store, self._clock, self._id, self._take_over = store, clock, executor_id, take_over
        self._dead_after = beat_seconds * _MISSED
        self._seen: dict[str, tuple[datetime, float]] = {}
        self._beats = 0
        self._heart = Heartbeat(self.beat, beat_seconds)

    async def start(self) -> None:
        await self.beat()
        self._heart.start()

    async def stop(self) -> None:
        await self._heart.stop()

    async def beat(self) -> None:
        """Say that we are alive, look who else is, and take up what the dead left behind if that is up to us."""
        async with self._store.writing() as tx:
            await tx.executors.seen(self._id, at=self._clock.now())
            told = await tx.executors.all()
        dead = self._dead(told)
        if min(set(told) - dead) != self._id:
            return
        self._beats += 1
        if dead or self._beats % _SWEEP == 0:
            await self._take_over(sorted(dead))
            await self._forget(dead)

    def _dead(self, told: Mapping[str, datetime]) -> set[str]:
        now = time.monotonic()
        self._seen = {name: self._since(name, mark, now) for name, mark in told.items()}
        return {name for name, (_, since) in self._seen.items() if now - since > self._dead_after} - {self._id}

    def _since(self, name: str, mark: datetime, now: float) -> tuple[datetime, float]:
        known = self._seen.get(name)
        return known if known is not None and known[0] == mark else (mark, now)

    async def _forget(self, dead: set[str]) -> None:
        if dead:
            async with self._store.writing() as tx:
                await tx.executors.forget(dead)

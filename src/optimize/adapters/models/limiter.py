"""One limiter per endpoint and key: how many calls may be under way, found by trying.

Doubled with each round trip until the endpoint first says "too many requests"; then halved, and from there on one more
with each round trip. It belongs to no event loop, because chat and runs may live on different ones.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Lock

from optimize.application.agent_time import held_up

START = 4


class Limiter:
    """At most `limit` calls at a time, between 1 and `highest`."""

    def __init__(self, highest: int, start: int = START) -> None:
        self._highest = highest
        self._limit = float(min(start, highest))
        self._bounded = False
        self._active = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._lock = Lock()

    @property
    def limit(self) -> int:
        return int(self._limit)

    @property
    def active(self) -> int:
        return self._active

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place, in order of arrival, and hold it."""
        await self._enter()
        try:
            yield
        finally:
            self._leave()

    def went_well(self) -> None:
        with self._lock:
            self._limit = min(self._highest, self._limit + (1 / self._limit if self._bounded else 1))
            self._admit()

    def too_many(self) -> None:
        with self._lock:
            self._bounded = True
            self._limit = max(1.0, self._limit / 2)

    async def _enter(self) -> None:
        with self._lock:
            if self._active < int(self._limit) and not self._waiting:
                self._active += 1
                return
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
        try:
            with held_up():
                await waiter
        except asyncio.CancelledError:
            self._give_up(waiter)
            raise

    def _leave(self) -> None:
        with self._lock:
            self._active -= 1
            self._admit()

    def _give_up(self, waiter: asyncio.Future[None]) -> None:
        with self._lock:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
                return
        self._leave()

    def _admit(self) -> None:
        while self._waiting and self._active < int(self._limit):
            waiter = self._waiting.popleft()
            self._active += 1
            waiter.get_loop().call_soon_threadsafe(_wake, waiter)


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)

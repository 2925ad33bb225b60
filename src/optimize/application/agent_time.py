"""The agent's own time: the clock stands still while the agent is held up by us and not by itself."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Self

from optimize.application.ports.clock import Clock

_running: ContextVar["AgentTime | None"] = ContextVar("agent_time", default=None)


class AgentTime:
    """`async with` measures what goes on inside and raises TimeoutError after `limit` seconds of the agent's own."""

    def __init__(self, clock: Clock, limit: float) -> None:
        self._clock = clock
        self._limit = asyncio.timeout(limit)
        self._holding = 0
        self._held_since = self._held = self._began = 0.0

    @property
    def expired(self) -> bool:
        return self._limit.expired()

    @property
    def seconds(self) -> float:
        """The agent's own seconds so far."""
        return self._clock.monotonic() - self._began - self._held

    async def __aenter__(self) -> Self:
        self._began = self._clock.monotonic()
        await self._limit.__aenter__()
        self._token = _running.set(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _running.reset(self._token)
        await self._limit.__aexit__(kind, error, trace)

    @contextmanager
    def held_up(self) -> Iterator[None]:
        self._holding += 1
        if self._holding == 1:
            self._held_since, self._left = self._clock.monotonic(), self._time_left()
            self._limit.reschedule(None)
        try:
            yield
        finally:
            self._holding -= 1
            if not self._holding:
                self._held += self._clock.monotonic() - self._held_since
                self._limit.reschedule(asyncio.get_running_loop().time() + self._left)

    def _time_left(self) -> float:
        when = self._limit.when()
        return 0.0 if when is None else when - asyncio.get_running_loop().time()


@contextmanager
def held_up() -> Iterator[None]:
    """While this lasts, no agent's time passes: we wait for a place, for an endpoint to recover, for our own disk."""
    running = _running.get()
    if running is None or running.expired:
        yield
        return
    with running.held_up():
        yield

"""Waiting for what must come."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic, sleep

_LOOK_SECONDS = 0.05


async def until(true: Callable[[], Awaitable[bool]], *, seconds: float = 60.0) -> None:
    """Return as soon as `true` is; raise TimeoutError if it does not become true in time."""
    deadline = monotonic() + seconds
    while not await true():
        if monotonic() > deadline:
            raise TimeoutError
        await asyncio.sleep(_LOOK_SECONDS)


def awaited(true: Callable[[], bool], *, seconds: float = 60.0) -> bool:
    """Whether it becomes true in time; for what another thread does."""
    deadline = monotonic() + seconds
    while not true():
        if monotonic() > deadline:
            return False
        sleep(_LOOK_SECONDS)
    return True

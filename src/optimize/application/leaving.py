"""Somebody else's code, run so that it can be left: what does not stop when it is told to is not waited for."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

GRACE_SECONDS: Final = 5.0
"""How long code may take to stop."""

_LOG = logging.getLogger(__name__)


class _Ended(Generic[T]):
    """How it ended. As a value, for a task that ends with SystemExit would end the event loop with it."""

    def __init__(self, value: T | None = None, error: BaseException | None = None) -> None:
        self._value, self._error = value, error

    def outcome(self) -> T:
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]  # None only if that is what T is


async def leavable(work: Coroutine[Any, Any, T], *, grace: float = GRACE_SECONDS) -> T:
    """What `work` returns or raises. If this is cancelled, `work` is told to stop, and left if it does not."""
    working = asyncio.create_task(_ended(work))
    try:
        await asyncio.wait({working})
    except asyncio.CancelledError:
        working.cancel()
        _, still_there = await asyncio.wait({working}, timeout=grace)
        if still_there:
            _LOG.warning("an agent did not stop within %g s and was left behind", grace)
        raise
    return working.result().outcome()


async def _ended(work: Coroutine[Any, Any, T]) -> _Ended[T]:
    try:
        return _Ended(await work)
    except (Exception, SystemExit) as error:
        return _Ended(error=error)

"""Something that is done again and again while the engine runs."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

_LOG = logging.getLogger(__name__)


class Heartbeat:
    """Calls `beat` every `seconds` from `start()` to `stop()`. A beat that fails is logged, and the next one comes."""

    def __init__(self, beat: Callable[[], Awaitable[object]], seconds: float) -> None:
        self._beat, self._seconds = beat, seconds
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._beating = asyncio.create_task(self._forever())

    async def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._beating
            self._beating = None

    async def _forever(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await self._beat()
            except Exception:
                _LOG.exception("a beat of the engine failed")

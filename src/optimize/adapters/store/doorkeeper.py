"""Who is in the database right now, so that its connections are closed only when nobody uses one any more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from optimize.adapters.store.refusals import SHUT
from optimize.domain.errors import Unavailable

_PATIENCE_SECONDS: Final = 30.0


class Doorkeeper:
    """Counts who is inside. Once the door is shut nobody comes in, and who is inside can still finish."""

    def __init__(self) -> None:
        self._inside = 0
        self._is_shut = False
        self._empty = asyncio.Event()
        self._empty.set()

    @asynccontextmanager
    async def inside(self) -> AsyncIterator[None]:
        """Raise Unavailable if the door is shut."""
        if self._is_shut:
            raise Unavailable(*SHUT)
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    async def shut(self) -> None:
        """Let nobody in any more, and wait until everybody has left, 30 s at most: a stop must come to its end."""
        self._is_shut = True
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._empty.wait()

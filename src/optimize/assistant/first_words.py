"""Many messages at once: who has not heard a word yet goes first.

Without an order all of them would be prepared side by side, and the first word of each would come when nearly all of
the work is done.
"""

import asyncio
from contextlib import suppress

AT_ONCE = 8
"""So many messages are prepared at a time; while there are no more than that, nobody gives way."""
MOST_SECONDS = 0.5


class FirstWords:
    """What comes before the model is asked is done for a few messages at a time, in order of arrival."""

    def __init__(self) -> None:
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._ahead = 0
        self._calm = asyncio.Event()
        self._calm.set()

    async def place(self) -> "Place":
        """To be left as soon as the model is asked: how long it takes is not our doing."""
        self._count(1)
        try:
            await self._gate.acquire()
        except asyncio.CancelledError:
            self._count(-1)
            raise
        return Place(self)

    def left(self) -> None:
        self._gate.release()
        self._count(-1)

    async def calm(self) -> None:
        if not self._calm.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(MOST_SECONDS):
                    await self._calm.wait()

    def _count(self, change: int) -> None:
        self._ahead += change
        if self._ahead > AT_ONCE:
            self._calm.clear()
        else:
            self._calm.set()


class Place:
    """Of one turn. Without `line` it stands alone, and need not give way."""

    def __init__(self, line: FirstWords | None = None) -> None:
        self._line = line
        self._held = line is not None

    def leave(self) -> None:
        """Any number of times."""
        if self._line and self._held:
            self._held = False
            self._line.left()

    async def give_way(self) -> None:
        """Before work that nobody needs for a first word. Never longer than `MOST_SECONDS`."""
        if self._line:
            await self._line.calm()

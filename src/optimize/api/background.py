"""What goes on although nobody waits for it any more."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Background:
    """A command is obeyed to its end even if the socket that brought it is gone."""

    def __init__(self) -> None:
        self._going: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._going.add(task)
        task.add_done_callback(self._going.discard)

    async def finish(self) -> None:
        """Wait for all of it; what goes wrong there was told where it happened."""
        await asyncio.gather(*self._going, return_exceptions=True)

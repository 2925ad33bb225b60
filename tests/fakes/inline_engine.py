"""An engine without durability, for fast tests: what it holds is gone with the process."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from optimize.application.ports.store import Transaction


class RunSteps(Protocol):
    async def execute(self, run_id: str) -> None: ...
    async def judge(self, run_id: str) -> None: ...


class InlineEngine:
    """Runs are queued at once, so `work()` must be called only after the transaction that plans them."""

    def __init__(self, steps: RunSteps, at_once: int = 4) -> None:
        self._steps = steps
        self._at_once = asyncio.Semaphore(at_once)
        self._queued: list[str] = []
        self._working: dict[str, asyncio.Task[None]] = {}

    async def submit(self, transaction: Transaction, run_ids: Sequence[str]) -> None:
        self._queued.extend(run_ids)

    async def cancel(self, run_ids: Sequence[str]) -> None:
        self._queued = [run_id for run_id in self._queued if run_id not in run_ids]
        for run_id in run_ids:
            if run_id in self._working:
                self._working[run_id].cancel()

    async def recover(self) -> int:
        return 0

    async def work(self, most: int | None = None) -> None:
        """Carry what is queued through to its end: everything, or the first so many runs."""
        now, self._queued = self._queued[:most], self._queued[len(self._queued[:most]) :]
        for run_id in now:
            self._working[run_id] = asyncio.create_task(self._carry(run_id))
        await asyncio.gather(*self._working.values(), return_exceptions=False)
        self._working = {}

    async def _carry(self, run_id: str) -> None:
        async with self._at_once:
            await self._steps.execute(run_id)
            await self._steps.judge(run_id)

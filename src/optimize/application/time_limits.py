"""The time limit of a batch: runs that have come to no end by then are cancelled, and what is finished stays."""

from optimize.application.auditing import AuditNote, audit
from optimize.application.batch_progress import cancel_open, finish_if_done
from optimize.application.ports.clock import Clock
from optimize.application.ports.engine import Engine
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store
from optimize.application.records import BatchRecord
from optimize.domain.actor import SYSTEM

LONGEST_TIME_LIMIT = 30 * 24 * 3_600
"""Seconds that a batch may be given at most."""


class TimeLimits:
    """`tick` is called again and again by every process that carries runs. The deadline is on record with the batch."""

    def __init__(self, store: Store, engine: Engine, clock: Clock, live: Live) -> None:
        self._store, self._engine, self._clock, self._live = store, engine, clock, live

    async def tick(self) -> list[str]:
        """End the batches whose time is up; which of them this call has ended."""
        async with self._store.reading() as tx:
            late = await tx.batches.overdue(self._clock.now())
        return [batch_id for batch_id in late if await self._ended(batch_id)]

    async def _ended(self, batch_id: str) -> bool:
        now = self._clock.now()
        async with self._store.writing() as tx:
            batch = await tx.batches.get(batch_id)
            if batch is None or batch.finished_at is not None:
                return False
            closed = await cancel_open(tx, batch_id, why=out_of_time(batch), at=now)
            await finish_if_done(tx, batch_id, now)
            note = AuditNote(action="end at time limit", object=batch_id, after=f"{len(closed)} runs")
            await audit(tx, now, SYSTEM, note)
        await self._engine.cancel(closed)
        await self._live.batch_progressed(batch_id, over=True)
        return True


def out_of_time(batch: BatchRecord) -> str:
    """Why a run was cancelled that the time limit of its batch left no time for."""
    given = (batch.deadline - batch.created_at).total_seconds() if batch.deadline else 0.0
    return f"The time limit of the batch was reached: {given:,g} s."

"""A batch whose calls wait, because an endpoint asks to be left alone for long: put on record, told, and shown."""

from datetime import datetime

from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord, PauseRecord
from optimize.application.views import Paused

_GOES_ON = ("planned", "running")


class Pausing:
    """What is on record can be shown by every process, also by one that does not carry the batch."""

    def __init__(self, store: Store, live: Live) -> None:
        self._store, self._live = store, live

    async def begins(self, run_id: str, until: datetime, why: str) -> None:
        """A call of this run waits until then. Told once, however many runs of the batch wait for the same."""
        async with self._store.writing() as tx:
            standing = await tx.batches.standing(run_id)
            if standing is None or standing.state not in _GOES_ON:
                return
            news = await tx.pauses.set(PauseRecord(batch=standing.batch, until=until, why=why))
        if news:
            await self._live.batch_paused(standing.batch)


async def paused(tx: Transaction, batch: BatchRecord, now: datetime) -> Paused | None:
    """None if the batch is over, or if the time that its calls waited for has come."""
    pause = await tx.pauses.get(batch.id) if batch.state in _GOES_ON else None
    return Paused(until=pause.until, why=pause.why) if pause and pause.until > now else None

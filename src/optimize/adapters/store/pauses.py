"""Until when the calls of a batch wait. One row per batch, changed when it is told to wait again."""

from sqlalchemy import select

from optimize.adapters.store.repository import Repository
from optimize.adapters.store.tables import batch_pause as _pause
from optimize.application.records import PauseRecord


class SqlPauses(Repository):
    async def set(self, pause: PauseRecord) -> bool:
        known = await self.get(pause.batch)
        if known is None:
            await self._insert(_pause, pause)
        elif known != pause:
            await self._set(_pause, _pause.c.batch == pause.batch, until=pause.until, why=pause.why)
        return known != pause

    async def get(self, batch_id: str) -> PauseRecord | None:
        return await self._one(PauseRecord, select(_pause).where(_pause.c.batch == batch_id))

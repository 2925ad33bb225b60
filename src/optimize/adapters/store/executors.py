"""The processes that carry runs through, and when each of them last said that it is alive."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from optimize.adapters.store import tables
from optimize.adapters.store.repository import Repository

_executor = tables.executor


class SqlExecutors(Repository):
    async def seen(self, executor_id: str, *, at: datetime) -> None:
        known = update(_executor).where(_executor.c.id == executor_id)
        if not await self._changed(known.values(seen_at=at)):
            await self.connection.execute(insert(_executor), {"id": executor_id, "seen_at": at})

    async def all(self) -> dict[str, datetime]:
        return {row["id"]: row["seen_at"] for row in await self._rows(select(_executor))}

    async def forget(self, executor_ids: Collection[str]) -> None:
        await self.connection.execute(delete(_executor).where(_executor.c.id.in_(executor_ids)))

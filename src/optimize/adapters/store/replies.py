"""What was answered to requests with an idempotency key."""

from sqlalchemy import select

from optimize.adapters.store.repository import Repository
from optimize.adapters.store.tables import reply as _reply
from optimize.application.records import ReplyRecord


class SqlReplies(Repository):
    async def get(self, key: str) -> ReplyRecord | None:
        return await self._one(ReplyRecord, select(_reply).where(_reply.c.key == key))

    async def add(self, reply: ReplyRecord) -> None:
        await self._insert(_reply, reply)

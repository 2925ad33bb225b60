"""Acceptance tests. What may still change is the guards' word: a statement they refuse raises Conflict `frozen`."""

from datetime import datetime

from sqlalchemy import delete, insert, select

from optimize.adapters.store import tables
from optimize.adapters.store.mapping import read_test, row_of_test
from optimize.adapters.store.repository import Repository, found
from optimize.application.records import TestRecord
from optimize.domain.acceptance_test import TestBody, TestState


class SqlTests(Repository):
    async def add(self, record: TestRecord) -> None:
        await self.connection.execute(insert(tables.test).values(row_of_test(record, tables.test)))

    async def get(self, test_id: str) -> TestRecord | None:
        row = await self._row(select(tables.test).where(tables.test.c.id == test_id))
        return None if row is None else read_test(row)

    async def replace_draft(self, test_id: str, body: TestBody) -> None:
        await self._set(tables.test, tables.test.c.id == test_id, body=body)

    async def accept(self, test_id: str, *, at: datetime, by: str) -> None:
        accepted = {"state": TestState.ACCEPTED, "accepted_at": at, "accepted_by": by}
        await self._set(tables.test, tables.test.c.id == test_id, **accepted)

    async def retire(self, test_id: str, *, reason: str, at: datetime, by: str, replaced_by: str | None) -> None:
        retired = {"state": TestState.RETIRED, "retired_reason": reason, "retired_at": at, "retired_by": by}
        await self._set(tables.test, tables.test.c.id == test_id, replaced_by=replaced_by, **retired)

    async def discard(self, test_id: str) -> None:
        found(tables.test, await self._changed(delete(tables.test).where(tables.test.c.id == test_id)))

    async def list(self, agent: str, *, state: TestState | None = None) -> list[TestRecord]:
        statement = select(tables.test).where(tables.test.c.agent == agent).order_by(tables.test.c.ordinal)
        if state is not None:
            statement = statement.where(tables.test.c.state == state)
        return [read_test(row) for row in await self._rows(statement)]

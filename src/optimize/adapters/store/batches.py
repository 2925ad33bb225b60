"""Batches, with the tests as they stood when the batch was planned."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy import Executable, insert, select, update

from optimize.adapters.store import statements, tables
from optimize.adapters.store.mapping import record_of, row_of
from optimize.adapters.store.repository import Repository, found, in_parts
from optimize.application.records import BatchRecord, RunRecord, StandingRecord
from optimize.application.views import BatchState
from optimize.domain.acceptance_test import TestBody

_ACTIVE = ("planned", "running")
_OVER = ("finished", "cancelled")
_money = tables.batch_spending


class SqlBatches(Repository):
    async def add(self, batch: BatchRecord, runs: Sequence[RunRecord]) -> None:
        await self._insert(tables.batch, batch)
        if batch.budget is not None:
            await self.connection.execute(insert(_money).values(batch=batch.id, spent=Decimal(0), reserved=Decimal(0)))
        bodies = enumerate(batch.tests.items())
        await self._insert_all(
            tables.batch_test,
            ({"batch": batch.id, "position": at, "test": test, "body": body} for at, (test, body) in bodies),
        )
        await self._insert_all(tables.run, (row_of(run, tables.run) for run in runs))
        transcripts = ({"run": run.id, "transcript": run.transcript} for run in runs if run.transcript)
        await self._insert_all(tables.run_transcript, transcripts)

    async def get(self, batch_id: str) -> BatchRecord | None:
        batches = await self._batches(select(tables.batch).where(tables.batch.c.id == batch_id))
        return next(iter(batches), None)

    async def set_state(self, batch_id: str, state: BatchState, *, finished_at: datetime | None = None) -> bool:
        """A batch that is over stays as it ended: whoever comes late changes nothing."""
        batch = tables.batch
        over = {} if finished_at is None else {"finished_at": finished_at}
        still_open = update(batch).where(batch.c.id == batch_id, batch.c.finished_at.is_(None))
        if await self._changed(still_open.values(state=state, **over)):
            return True
        found(batch, len(await self._rows(select(batch.c.id).where(batch.c.id == batch_id))))
        return False

    async def overdue(self, at: datetime) -> list[str]:
        batch = tables.batch
        late = select(batch.c.id).where(batch.c.state.in_(_ACTIVE), batch.c.deadline <= at)
        return [row["id"] for row in await self._rows(late)]

    async def standing(self, run_id: str) -> StandingRecord | None:
        row = await self._row(statements.STANDING, statements.the(run=run_id))
        # A batch without a budget has no row of money, and keeps no count.
        known = {name: value for name, value in row.items() if value is not None} if row else None
        return StandingRecord.model_validate(known) if known else None

    async def spend(self, batch_id: str, *, spent: Decimal = Decimal(0), reserved: Decimal = Decimal(0)) -> None:
        row = await self._row(select(_money).where(_money.c.batch == batch_id))
        if row is not None:
            now = {"spent": row["spent"] + spent, "reserved": row["reserved"] + reserved}
            await self.connection.execute(update(_money).where(_money.c.batch == batch_id).values(now))

    async def _batches(self, statement: Executable) -> list[BatchRecord]:
        rows = await self._rows(statement)
        bodies = await self._bodies([row["id"] for row in rows])
        return [record_of(BatchRecord, row, tests=bodies[row["id"]]) for row in rows]

    async def _bodies(self, batch_ids: list[str]) -> dict[str, dict[str, TestBody]]:
        bodies: dict[str, dict[str, TestBody]] = {batch_id: {} for batch_id in batch_ids}
        planned = select(tables.batch_test).order_by(tables.batch_test.c.position)
        for part in in_parts(batch_ids):
            for row in await self._rows(planned.where(tables.batch_test.c.batch.in_(part))):
                bodies[row["batch"]][row["test"]] = row["body"]
        return bodies

    async def list(
        self, agent: str | None = None, *, active: bool | None = None, limit: int = 100
    ) -> list[BatchRecord]:
        statement = select(tables.batch).order_by(tables.batch.c.ordinal.desc()).limit(limit)
        if agent is not None:
            statement = statement.where(tables.batch.c.agent == agent)
        if active is not None:
            statement = statement.where(tables.batch.c.state.in_(_ACTIVE if active else _OVER))
        return await self._batches(statement)

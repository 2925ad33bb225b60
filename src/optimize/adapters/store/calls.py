"""The ledger of model calls. Totals are always sums of its rows."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy import RowMapping, func, literal, select

from optimize.adapters.store import leaving_tables, statements, tables
from optimize.adapters.store.mapping import record_of
from optimize.adapters.store.repository import Repository, found, in_parts
from optimize.application.records import CallRecord, CallState
from optimize.domain.cost import CallRole, Cost

_call = leaving_tables.call
_PAID = (
    _call.c.run,
    _call.c.cost,
    literal(1).label("calls"),
    _call.c.input_tokens,
    _call.c.output_tokens,
    statements.HAS_NO_PRICE.label("no_price"),
)


class SqlCalls(Repository):
    async def add(self, call: CallRecord) -> None:
        await self._insert(_call, call)

    async def get(self, call_id: str) -> CallRecord | None:
        return await self._one(CallRecord, select(_call).where(_call.c.id == call_id))

    async def settle(
        self,
        call_id: str,
        *,
        state: CallState,
        latency_ms: float | None,
        input_tokens: int | None = None,
        cached_tokens: int | None = None,
        output_tokens: int | None = None,
        cost: Decimal | None = None,
        price_version: str | None = None,
        error: str | None = None,
        answered: str | None = None,
    ) -> None:
        """What became of a call. An answer that comes after all replaces `unknown`, for then its cost is known."""
        values = statements.the(
            id=call_id,
            state=state,
            latency_ms=latency_ms,
            input_tokens=input_tokens,
            cached_tokens=cached_tokens,
            output_tokens=output_tokens,
            cost=cost,
            price_version=price_version,
            error=error,
            answered=answered,
        )
        found(_call, await self._changed(statements.SETTLE, values))

    async def of_run(self, run_id: str) -> list[CallRecord]:
        """In the order in which they left."""
        mine = select(_call).where(_call.c.run == run_id)
        return await self._all(CallRecord, mine.order_by(_call.c.ordinal))

    async def costs(self, run_ids: Iterable[str], *, role: CallRole | None = None) -> dict[str, Cost]:
        rows: defaultdict[str, list[RowMapping]] = defaultdict(list)
        paid = select(*_PAID) if role is None else select(*_PAID).where(_call.c.role == role)
        for part in in_parts(run_ids):
            for row in await self._rows(paid.where(_call.c.run.in_(part))):
                rows[row["run"]].append(row)
        return {run: _sum(calls) for run, calls in rows.items()}

    async def cost_of(self, batch_id: str) -> Cost:
        return _sum(await self._rows(statements.COST, statements.the(batch=batch_id)))

    async def answered(self, batch_id: str) -> list[tuple[str, str]]:
        run = tables.run
        said = select(_call.c.model, _call.c.answered).join_from(_call, run)
        said = said.where(run.c.batch == batch_id, _call.c.answered.is_not(None))
        first = func.min(_call.c.ordinal)
        rows = await self._rows(said.group_by(_call.c.model, _call.c.answered).order_by(first))
        return [(row["model"], row["answered"]) for row in rows]

    async def spent_since(self, roles: Sequence[CallRole], since: datetime) -> Cost:
        return _sum(await self._rows(select(*_PAID).where(_call.c.role.in_(roles), _call.c.started_at >= since)))

    async def of_test(self, test_id: str, *, runs: int) -> dict[str, list[CallRecord]]:
        """Newest run first; a run that made no call has an empty list, for it counts in a forecast too."""
        run = tables.run
        finished = select(run.c.id).where(run.c.test == test_id, run.c.state == "finished")
        newest = finished.order_by(run.c.finished_at.desc(), run.c.ordinal.desc()).limit(runs)
        calls: dict[str, list[CallRecord]] = {row["id"]: [] for row in await self._rows(newest)}
        for part in in_parts(calls):
            for row in await self._rows(select(_call).where(_call.c.run.in_(part)).order_by(_call.c.ordinal)):
                calls[row["run"]].append(record_of(CallRecord, row))
        return calls

    async def mark_unknown(self, run_id: str, *, before_attempt: int) -> list[Decimal | None]:
        lost = await self.connection.execute(statements.LOSE, statements.the(run=run_id, attempt=before_attempt))
        return list(lost.scalars())


def _sum(rows: Sequence[RowMapping]) -> Cost:
    """Each row is so many calls that cost the same."""
    unknown = any(row["no_price"] for row in rows)
    return Cost(
        calls=sum(row["calls"] for row in rows),
        input_tokens=sum(row["input_tokens"] or 0 for row in rows),
        output_tokens=sum(row["output_tokens"] or 0 for row in rows),
        money=None if unknown else sum((row["calls"] * (row["cost"] or Decimal(0)) for row in rows), Decimal(0)),
        price_unknown=unknown,
    )

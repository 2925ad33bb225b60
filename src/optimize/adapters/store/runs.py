"""Runs. Every move is one fenced UPDATE: the number of rows it changed says whether the caller still holds the run."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import RowMapping, select, update

from optimize.adapters.store import leaving_tables, statements, tables
from optimize.adapters.store.repository import Repository, in_parts
from optimize.adapters.store.statements import the
from optimize.application.records import RunRecord, VerdictRecord
from optimize.application.tally import Tally, overall
from optimize.application.views import RunState
from optimize.application.write_records import RealWriteRecord, WriteState
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Outcome, Verdict

_run, _write = tables.run, leaving_tables.real_write


class SqlRuns(Repository):
    async def get(self, run_id: str) -> RunRecord | None:
        transcript = tables.run_transcript
        whole = select(_run, transcript.c.transcript).join_from(_run, transcript, isouter=True)
        return await self._one(RunRecord, whole.where(_run.c.id == run_id))

    async def of_batch(self, batch_id: str, *, tests: Collection[str] | None = None) -> list[RunRecord]:
        planned = select(_run).where(_run.c.batch == batch_id)
        if tests is not None:
            planned = planned.where(_run.c.test.in_(tests))
        return await self._all(RunRecord, planned.order_by(_run.c.test, _run.c.n))

    async def tally(self, batch_id: str) -> Tally:
        return _tally(await self._rows(statements.TALLY, the(batch=batch_id)))

    async def tally_by_test(self, batch_id: str) -> Mapping[str, Tally]:
        rows: dict[str, list[RowMapping]] = defaultdict(list)
        for row in await self._rows(statements.TALLY_BY_TEST, the(batch=batch_id)):
            rows[row["test"]].append(row)
        return {test: _tally(of_test) for test, of_test in rows.items()}

    async def claim(self, run_id: str, *, owner: str, at: datetime) -> RunRecord | None:
        return await self._one(RunRecord, statements.CLAIM, the(run=run_id, owner=owner, at=at))

    async def record_transcript(self, run_id: str, *, attempt: int, transcript: Transcript, agent_ms: float) -> bool:
        if not await self._changed(statements.TO_JUDGING, the(run=run_id, attempt=attempt, agent_ms=agent_ms)):
            return False
        await self._insert_all(tables.run_transcript, [{"run": run_id, "transcript": transcript}])
        return True

    async def finish(
        self, run_id: str, *, attempt: int, verdicts: Sequence[Verdict], kinds: Sequence[str], at: datetime
    ) -> bool:
        # The guards take verdicts only while a run is being finished: judging, and its end already written.
        if not await self._changed(statements.TO_ITS_END, the(run=run_id, attempt=attempt, at=at)):
            return False
        numbered = enumerate(zip(kinds, verdicts, strict=True))
        await self._insert_all(
            tables.verdict,
            ({"run": run_id, "criterion": n, "kind": kind, "verdict": verdict} for n, (kind, verdict) in numbered),
        )
        return await self._changed(statements.TO_FINISHED, the(run=run_id, attempt=attempt)) == 1

    async def close(self, run_id: str, state: RunState, *, why: str, at: datetime, attempt: int | None = None) -> bool:
        held = update(_run).where(_run.c.id == run_id, _run.c.state.in_(statements.OPEN))
        if attempt is not None:
            held = held.where(_run.c.attempt == attempt)
        return await self._changed(held.values(state=state, why=why, finished_at=at)) == 1

    async def add_write(self, write: RealWriteRecord) -> bool:
        held = select(_run.c.id).where(
            _run.c.id == write.run, _run.c.attempt == write.attempt, _run.c.state == "running"
        )
        if await self._row(held) is None:
            return False
        await self._insert(_write, write)
        return True

    async def settle_write(self, write: RealWriteRecord, state: WriteState) -> None:
        this = (_write.c.run == write.run, _write.c.attempt == write.attempt, _write.c.call == write.call)
        await self._changed(update(_write).where(*this).values(state=state))

    async def writes(self, run_id: str) -> Sequence[RealWriteRecord]:
        mine = select(_write).where(_write.c.run == run_id)
        return await self._all(RealWriteRecord, mine.order_by(_write.c.attempt, _write.c.call))

    async def unfinished(self, *, among: Collection[str] | None = None) -> list[str]:
        still_open = select(_run.c.id).where(_run.c.state.in_(statements.OPEN))
        if among is None:
            return [row["id"] for row in await self._rows(still_open)]
        parts = [still_open.where(_run.c.id.in_(part)) for part in in_parts(among)]
        return [row["id"] for part in parts for row in await self._rows(part)]

    async def any_open(self, batch_id: str) -> bool:
        return await self._row(statements.ANY_OPEN, the(batch=batch_id)) is not None

    async def verdicts(self, run_ids: Iterable[str]) -> list[VerdictRecord]:
        """By run and criterion."""
        verdict = tables.verdict
        found: list[VerdictRecord] = []
        for part in in_parts(run_ids):
            written = select(verdict).where(verdict.c.run.in_(part))
            found += await self._all(VerdictRecord, written.order_by(verdict.c.run, verdict.c.criterion))
        return found

    async def list(
        self,
        agent: str,
        *,
        test: str | None = None,
        batch: str | None = None,
        exploratory: bool | None = None,
        before: str | None = None,
        limit: int = 50,
    ) -> list[RunRecord]:
        statement = select(_run).where(_run.c.agent == agent).order_by(_run.c.ordinal.desc()).limit(limit)
        if test is not None:
            statement = statement.where(_run.c.test == test)
        if batch is not None:
            statement = statement.where(_run.c.batch == batch)
        if exploratory is not None:
            reason = tables.batch.c.exploratory_reason
            statement = statement.join_from(_run, tables.batch).where(
                reason.is_not(None) if exploratory else reason.is_(None)
            )
        if before is not None:
            last = select(_run.c.ordinal).where(_run.c.id == before).scalar_subquery()
            statement = statement.where(_run.c.ordinal < last)
        return await self._all(RunRecord, statement)


def _tally(rows: Iterable[RowMapping]) -> Tally:
    found: Counter[tuple[RunState, Outcome | None]] = Counter()
    for row in rows:
        outcomes = (outcome for outcome in Outcome if row[outcome.value])
        found[row["state"], overall(outcomes)] += row["runs"]
    return found

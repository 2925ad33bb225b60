"""Runs. Every move is one fenced UPDATE: the number of rows it changed says whether the caller still holds the run."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, insert, select, update

from optimize.adapters.store import tables
from optimize.adapters.store.repository import Repository, in_parts
from optimize.application.records import RunRecord, VerdictRecord
from optimize.application.views import RunState
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict

_run = tables.run
_OPEN = ("planned", "running", "judging")


class SqlRuns(Repository):
    async def get(self, run_id: str) -> RunRecord | None:
        transcript = tables.run_transcript
        whole = select(_run, transcript.c.transcript).join_from(_run, transcript, isouter=True)
        return await self._one(RunRecord, whole.where(_run.c.id == run_id))

    async def of_batch(self, batch_id: str) -> list[RunRecord]:
        planned = select(_run).where(_run.c.batch == batch_id)
        return await self._all(RunRecord, planned.order_by(_run.c.test, _run.c.n))

    async def claim(self, run_id: str, *, owner: str, at: datetime) -> RunRecord | None:
        taken = {"state": "running", "attempt": _run.c.attempt + 1, "owner": owner, "started_at": at}
        if not await self._move(run_id, _run.c.state.in_(("planned", "running")), **taken):
            return None
        return await self.get(run_id)

    async def record_transcript(self, run_id: str, *, attempt: int, transcript: Transcript, agent_ms: float) -> bool:
        held = (_run.c.state == "running") & (_run.c.attempt == attempt)
        if not await self._move(run_id, held, state="judging", agent_ms=agent_ms):
            return False
        said = {"run": run_id, "transcript": transcript}
        await self.connection.execute(insert(tables.run_transcript).values(said))
        return True

    async def finish(
        self, run_id: str, *, attempt: int, verdicts: Sequence[Verdict], kinds: Sequence[str], at: datetime
    ) -> bool:
        held = (_run.c.state == "judging") & (_run.c.attempt == attempt)
        # The guards take verdicts only while a run is being finished: judging, and its end already written.
        if not await self._move(run_id, held, finished_at=at):
            return False
        numbered = enumerate(zip(kinds, verdicts, strict=True))
        await self._insert_all(
            tables.verdict,
            ({"run": run_id, "criterion": n, "kind": kind, "verdict": verdict} for n, (kind, verdict) in numbered),
        )
        return await self._move(run_id, held, state="finished")

    async def close(self, run_id: str, state: RunState, *, why: str, at: datetime, attempt: int | None = None) -> bool:
        held: ColumnElement[bool] = _run.c.state.in_(_OPEN)
        if attempt is not None:
            held &= _run.c.attempt == attempt
        return await self._move(run_id, held, state=state, why=why, finished_at=at)

    async def verdicts(self, run_ids: Iterable[str]) -> list[VerdictRecord]:
        """By run and criterion."""
        verdict = tables.verdict
        found: list[VerdictRecord] = []
        for part in in_parts(run_ids):
            written = select(verdict).where(verdict.c.run.in_(part))
            found += await self._all(VerdictRecord, written.order_by(verdict.c.run, verdict.c.criterion))
        return found

    async def _move(self, run_id: str, held: ColumnElement[bool], **values: object) -> bool:
        return await self._changed(update(_run).where(_run.c.id == run_id, held).values(values)) == 1

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

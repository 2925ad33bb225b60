"""Reading what was recorded: tests with their latest results, batches, runs, trends."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from optimize.application.agents import require_agent
from optimize.application.comparing import version_label
from optimize.application.drift import drift
from optimize.application.looseness import looseness, settings_in_words
from optimize.application.pausing import paused
from optimize.application.ports.clock import Clock
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord, CallRecord, RunRecord, TestRecord
from optimize.application.results import TERMINAL, batch_verdict, latest_results, newest_first, results_of, tests_in
from optimize.application.run_list import listed
from optimize.application.tally import counted, overall
from optimize.application.views import (
    BatchProgress,
    BatchView,
    CallView,
    LatestResult,
    RealWriteView,
    RunPage,
    RunSummary,
    RunView,
    TestView,
    TrendPoint,
    VerdictView,
)
from optimize.application.write_records import RealWriteRecord
from optimize.domain.acceptance_test import TestState
from optimize.domain.cost import Cost
from optimize.domain.errors import NotFound
from optimize.domain.result import ResultOutcome
from optimize.domain.text import clean
from optimize.domain.verdict import Outcome


async def require_batch(tx: Transaction, batch_id: str) -> BatchRecord:
    batch = await tx.batches.get(clean(batch_id))
    if batch is None:
        raise NotFound("no_such_batch", f"There is no batch {batch_id}.", batch=batch_id)
    return batch


async def test_views(tx: Transaction, agent: str, records: Sequence[TestRecord]) -> list[TestView]:
    latest = await _with_versions(tx, agent, await latest_results(tx, agent, records))
    active = {test: batch.id for batch in await tx.batches.list(agent, active=True) for test in batch.tests}
    return [_test_view(record, latest.get(record.test.id), active.get(record.test.id)) for record in records]


async def _with_versions(tx: Transaction, agent: str, latest: dict[str, LatestResult]) -> dict[str, LatestResult]:
    """Names the version of results that are not of the live one: they say nothing about how it does."""
    activations = await tx.agents.activations(agent)
    live = activations[-1].version if activations else None
    if all(result.version == live for result in latest.values()):
        return latest
    labels = {version.id: version_label(version) for version in await tx.agents.versions(agent)}
    named = {test: labels.get(result.version) for test, result in latest.items() if result.version != live}
    return {test: result.model_copy(update={"other_version": named.get(test)}) for test, result in latest.items()}


def _test_view(record: TestRecord, latest: LatestResult | None, active: str | None) -> TestView:
    test = record.test
    return TestView(
        **{name: getattr(test, name) for name in type(test).model_fields},
        revision=test.content_hash,
        setting=settings_in_words(test),
        sentences=[criterion.sentence() for criterion in test.criteria],
        warnings=looseness(test),
        created_at=record.created_at,
        created_by=record.created_by,
        accepted_at=record.accepted_at,
        accepted_by=record.accepted_by,
        latest=latest,
        active_batch=active,
    )


async def batch_view(tx: Transaction, batch: BatchRecord, now: datetime) -> BatchView:
    tests = await tests_in(tx, batch)
    version = await tx.agents.version(batch.version)
    return BatchView(
        id=batch.id,
        agent=batch.agent,
        kind=batch.kind,
        state=batch.state,
        verdict=batch_verdict(tests),
        version=batch.version,
        version_number=version.number if version else 0,
        setup=batch.setup,
        writes=batch.writes,
        exploratory_reason=batch.exploratory_reason,
        requested_by=batch.requested_by,
        created_at=batch.created_at,
        finished_at=batch.finished_at,
        counts=counted(await tx.runs.tally(batch.id)),
        tests=tests,
        cost=await tx.calls.cost_of(batch.id),
        deadline=batch.deadline,
        paused=await paused(tx, batch, now),
        drift=await drift(tx, batch.id),
    )


async def newest_batch(tx: Transaction, agent: str, test: str | None) -> BatchRecord | None:
    """The newest finished batch, of one test if given; else the newest that only started, or was cancelled."""
    unfinished = None
    async for batch in newest_first(tx, agent):
        if test is not None and test not in batch.tests:
            continue
        if batch.state == "finished":
            return batch
        unfinished = unfinished or batch
    return unfinished


class History:
    """The reading use cases."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def tests(self, agent: str, *, state: TestState | None = None) -> list[TestView]:
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            return await test_views(tx, agent, await tx.tests.list(agent, state=state))

    async def batch(self, batch_id: str) -> BatchView:
        async with self._store.reading() as tx:
            return await self._view(tx, await require_batch(tx, batch_id))

    async def progress(self, batch_id: str) -> BatchProgress:
        """Costs little, however many runs there are."""
        async with self._store.reading() as tx:
            batch = await require_batch(tx, batch_id)
            counts = counted(await tx.runs.tally(batch.id))
            return BatchProgress(counts=counts, paused=await paused(tx, batch, self._clock.now()))

    async def goes_on(self, batch_id: str) -> bool:
        """Whether runs of the batch are still to be finished: cheap enough to be asked again and again."""
        async with self._store.reading() as tx:
            return await tx.runs.any_open(batch_id)

    async def batches(self, agent: str, *, active: bool | None = None, limit: int = 20) -> list[BatchView]:
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            return [await self._view(tx, b) for b in await tx.batches.list(agent, active=active, limit=limit)]

    async def newest_batch(self, agent: str, *, test: str | None = None) -> BatchView | None:
        """The newest batch, of one test if given; a finished one is preferred to one that just started."""
        async with self._store.reading() as tx:
            chosen = await newest_batch(tx, agent, test)
            return await self._view(tx, chosen) if chosen else None

    async def runs(
        self,
        agent: str,
        *,
        test: str | None = None,
        batch: str | None = None,
        exploratory: bool | None = None,
        cancelled: bool = True,
        cursor: str | None = None,
        limit: int = 50,
    ) -> RunPage:
        """Newest first; without `cancelled`, those that were cancelled are left out and only counted."""
        async with self._store.reading() as tx:
            await require_agent(tx, agent)

            async def older(before: str | None, most: int) -> list[RunRecord]:
                return await tx.runs.list(
                    agent, test=test, batch=batch, exploratory=exploratory, before=before, limit=most
                )

            page = await listed(older, cursor=cursor, limit=limit, cancelled=cancelled)
            items = await _summaries(tx, page.runs)
        return RunPage(items=items, next=items[-1].id if page.more else None, cancelled=page.cancelled)

    async def run(self, run_id: str) -> RunView:
        async with self._store.reading() as tx:
            run = await tx.runs.get(clean(run_id))
            if run is None:
                raise NotFound("no_such_run", f"There is no run {run_id}.", run=run_id)
            [summary] = await _summaries(tx, [run])
            verdicts = await tx.runs.verdicts([run_id])
            batch = await require_batch(tx, run.batch)
            calls = await tx.calls.of_run(run_id)
            writes = await tx.runs.writes(run_id)
        criteria = batch.tests[run.test].criteria
        return RunView(
            **{name: getattr(summary, name) for name in RunSummary.model_fields},
            transcript=run.transcript,
            verdicts=[
                VerdictView(
                    criterion=v.criterion,
                    kind=v.kind,
                    sentence=criteria[v.criterion].sentence(),
                    **{name: getattr(v.verdict, name) for name in ("outcome", "reason", "judge")},
                    citations=list(v.verdict.citations),
                )
                for v in verdicts
            ],
            calls=[_call_view(call) for call in calls],
            real_writes=[_write_view(write, over=run.state in TERMINAL) for write in writes],
        )

    async def _view(self, tx: Transaction, batch: BatchRecord) -> BatchView:
        return await batch_view(tx, batch, self._clock.now())

    async def trend(self, test_id: str, *, limit: int = 100) -> list[TrendPoint]:
        """Official results of a test, oldest first; batches without any result of it are left out."""
        async with self._store.reading() as tx:
            record = await tx.tests.get(clean(test_id))
            if record is None:
                raise NotFound("no_such_test", f"There is no test {test_id}.", test=test_id)
            points: list[TrendPoint] = []
            async for batch in newest_first(tx, record.test.agent, since=record.created_at):
                if len(points) == limit:
                    break
                if test_id not in batch.tests or batch.exploratory_reason is not None or batch.finished_at is None:
                    continue
                shown = (await results_of(tx, batch, [test_id])).test(test_id)
                if shown.verdict is ResultOutcome.NO_RESULT:
                    continue
                points.append(
                    TrendPoint(
                        batch=batch.id,
                        at=batch.finished_at,
                        version=batch.version,
                        criteria=shown.criteria,
                        verdict=shown.verdict,
                    )
                )
        return points[::-1]


async def _summaries(tx: Transaction, runs: Sequence[RunRecord]) -> list[RunSummary]:
    ids = [run.id for run in runs]
    costs = await tx.calls.costs(ids)
    outcomes: dict[str, list[Outcome]] = defaultdict(list)
    for verdict in await tx.runs.verdicts(ids):
        outcomes[verdict.run].append(verdict.verdict.outcome)
    found = {}
    for batch_id in {run.batch for run in runs}:
        batch = await require_batch(tx, batch_id)
        version = await tx.agents.version(batch.version)
        found[batch_id] = (batch, version.number if version else 0)
    summaries = []
    for run in runs:
        batch, number = found[run.batch]
        summaries.append(
            RunSummary(
                id=run.id,
                batch=batch.id,
                batch_kind=batch.kind,
                agent=batch.agent,
                test=run.test,
                test_name=batch.tests[run.test].name,
                version=batch.version,
                version_number=number,
                n=run.n,
                state=run.state,
                why=run.why,
                attempts=run.attempt,
                verdict=overall(outcomes[run.id]),
                exploratory_reason=batch.exploratory_reason,
                writes=batch.writes,
                started_at=run.started_at,
                finished_at=run.finished_at,
                agent_ms=run.agent_ms,
                cost=costs.get(run.id, Cost()),
            )
        )
    return summaries


def _write_view(write: RealWriteRecord, *, over: bool) -> RealWriteView:
    shown = {name: getattr(write, name) for name in RealWriteView.model_fields}
    return RealWriteView(**shown | {"state": "unknown" if over and write.state == "sent" else write.state})


def _call_view(call: CallRecord) -> CallView:
    return CallView(**{name: getattr(call, name) for name in CallView.model_fields})

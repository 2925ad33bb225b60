"""Planning a batch: every run is on record, in one transaction with the queue, before the first call is made."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from pydantic import BaseModel, ConfigDict

from optimize.application.agents import find_version, live_version, require_agent
from optimize.application.auditing import AuditNote, audit
from optimize.application.history import batch_view, require_batch
from optimize.application.lifecycle import require_test
from optimize.application.once import once
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.engine import Engine
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord, RunRecord
from optimize.application.views import BatchKind, BatchView
from optimize.domain.acceptance_test import AcceptanceTest, TestBody, TestState
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import AgentDefinition, digest
from optimize.domain.errors import Conflict, Forbidden, Invalid
from optimize.domain.setup import Setup, WritePolicy
from optimize.domain.statistics.counts import MAX_RUNS

ASSISTANT_RUNS_PER_HOUR = 300
"""Runs the assistant may start on its own word within the free allowance."""


class BatchOrder(BaseModel):
    """What is asked for. `tests` None = the whole accepted set. `go_ahead`: the write tools a person agreed to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: BatchKind
    tests: tuple[str, ...] | None = None
    runs: int | None = None
    setup: Setup = Setup()
    writes: WritePolicy | None = None
    go_ahead: tuple[str, ...] = ()
    stop_early: bool | None = None
    budget: Decimal | None = None
    thread: str | None = None


class Planning:
    """The use cases that start and stop batches."""

    def __init__(self, store: Store, engine: Engine, clock: Clock, ids: Ids, live: Live) -> None:
        self._store, self._engine, self._clock, self._ids, self._live = store, engine, clock, ids, live

    async def start(self, agent: str, order: BatchOrder, *, actor: Actor, key: str | None = None) -> BatchView:
        """Plan a batch and hand its runs to the engine. With a `key`, the same order repeated starts nothing new."""
        actor.require(Role.EDITOR if order.kind == "dry_run" else Role.ADMIN)
        async with self._store.writing() as tx:
            body_hash = digest(order.model_dump(mode="json"))
            batch_id = await once(tx, key, body_hash, self._clock.now(), self._ids.new("batch"))
            existing = await tx.batches.get(batch_id)
            if existing:
                return await batch_view(tx, existing)
            batch, runs = await self._planned(tx, agent, order, actor, batch_id)
            await tx.batches.add(batch, runs)
            note = AuditNote(action=f"start {order.kind}", object=batch_id, after=f"{len(runs)} runs")
            await audit(tx, self._clock.now(), actor, note)
            await self._engine.submit(tx, [run.id for run in runs])
            view = await batch_view(tx, batch)
        await self._live.record_changed("batch", batch_id, agent=agent)
        return view

    async def cancel(self, batch_id: str, *, actor: Actor) -> BatchView:
        """Stop a batch: what has not started is cancelled, what runs is stopped; finished runs stay."""
        actor.require(Role.EDITOR)
        async with self._store.writing() as tx:
            batch = await require_batch(tx, batch_id)
            if batch.state in ("finished", "cancelled"):
                return await batch_view(tx, batch)
            now = self._clock.now()
            runs = await tx.runs.of_batch(batch_id)
            why = f"cancelled by {actor.name}"
            closed = [run.id for run in runs if await tx.runs.close(run.id, "cancelled", why=why, at=now)]
            await tx.batches.set_state(batch_id, "cancelled", finished_at=now)
            await audit(tx, now, actor, AuditNote(action="cancel", object=batch_id, after=f"{len(closed)} runs"))
        await self._engine.cancel(closed)
        await self._live.batch_progressed(batch_id)
        async with self._store.reading() as tx:
            return await batch_view(tx, await require_batch(tx, batch_id))

    async def _planned(
        self, tx: Transaction, agent: str, order: BatchOrder, actor: Actor, batch_id: str
    ) -> tuple[BatchRecord, list[RunRecord]]:
        record = await require_agent(tx, agent)
        live = await live_version(tx, agent)
        version = await find_version(tx, agent, order.setup.version) if order.setup.version else live
        tests = await self._tests(tx, agent, order)
        writes = order.writes or record.writes
        bodies = {test.id: _with_runs(test, order.runs) for test in tests}
        runs = [
            RunRecord(id=self._ids.new("run"), batch=batch_id, agent=agent, test=test_id, n=n, seed=self._ids.seed())
            for test_id, body in bodies.items()
            for n in range(1, body.planned_runs + 1)
        ]
        await self._require_within_cap(tx, agent, len(runs), actor)
        setup = order.setup.model_copy(update={"version": version.id if order.setup.version else None})
        batch = BatchRecord(
            id=batch_id,
            agent=agent,
            kind=order.kind,
            state="planned",
            version=version.id,
            setup=setup,
            writes=writes,
            go_ahead=_go_ahead(writes, order, version.definition, actor),
            exploratory_reason=_exploratory(order, setup, live.id, writes),
            requested_by=f"assistant for {actor.name}" if actor.assistant else actor.name,
            thread=order.thread,
            stop_early=order.kind == "dry_run" if order.stop_early is None else order.stop_early,
            budget=order.budget,
            created_at=self._clock.now(),
            tests=bodies,
        )
        return batch, runs

    async def _tests(self, tx: Transaction, agent: str, order: BatchOrder) -> Sequence[AcceptanceTest]:
        accepted = [record.test for record in await tx.tests.list(agent, state=TestState.ACCEPTED)]
        if order.tests is None:
            if not accepted:
                raise Conflict(
                    "nothing_to_run", f"{agent} has no accepted tests yet: describe one, dry-run it, accept it."
                )
            return accepted
        tests = [(await require_test(tx, test_id)).test for test_id in dict.fromkeys(order.tests)]
        for test in tests:
            if test.agent != agent:
                raise Invalid("wrong_agent", f"“{test.name}” is a test of {test.agent}, not of {agent}.", test=test.id)
            if order.kind != "dry_run" and test.state is not TestState.ACCEPTED:
                raise Conflict(
                    "not_accepted", f"“{test.name}” is {test.state}: dry-run it, or accept it first.", test=test.id
                )
        return tests

    async def _require_within_cap(self, tx: Transaction, agent: str, runs: int, actor: Actor) -> None:
        if not actor.assistant:
            return
        since = self._clock.now() - timedelta(hours=1)
        recent = [
            b for b in await tx.batches.list(agent) if b.created_at > since and b.requested_by.startswith("assistant")
        ]
        used = sum(body.planned_runs for batch in recent for body in batch.tests.values())
        if used + runs > ASSISTANT_RUNS_PER_HOUR:
            raise Forbidden(
                "assistant_cap",
                f"The assistant may start {ASSISTANT_RUNS_PER_HOUR} runs an hour by itself and has used {used}. "
                "Start this one from the page.",
            )


def _with_runs(test: AcceptanceTest, runs: int | None) -> TestBody:
    body = test.body()
    if runs is None:
        return body
    if not 1 <= runs <= MAX_RUNS:
        raise Invalid("runs_out_of_range", f"Runs must be a whole number from 1 to {MAX_RUNS}.", field="runs")
    return body.model_copy(update={"runs": runs})


def _go_ahead(
    writes: WritePolicy, order: BatchOrder, definition: AgentDefinition, actor: Actor
) -> dict[str, object] | None:
    """Real writes need a person who named exactly the write tools of this version."""
    if writes != "execute":
        return None
    actor.require_person("let real writes happen")
    tools = sorted(definition.write_tools)
    if sorted(order.go_ahead) != tools:
        raise Conflict(
            "go_ahead_needed",
            f"Every run would really call {', '.join(tools)}. Send go_ahead with exactly these names to agree.",
            write_tools=tools,
        )
    return {"by": actor.name, "write_tools": tools}


def _exploratory(order: BatchOrder, setup: Setup, live: str, writes: WritePolicy) -> str | None:
    reasons = [
        "dry run" if order.kind == "dry_run" else None,
        setup.exploratory_reason(live),
        "writes simulated" if writes == "simulate" else None,
        "number of runs changed" if order.runs is not None and order.kind != "dry_run" else None,
    ]
    return "; ".join(reason for reason in reasons if reason) or None

"""Planning a batch: every run is on record, in one transaction with the queue, before the first call is made."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from pydantic import BaseModel, ConfigDict, Field

from optimize.application.agents import find_version, live_version, require_agent
from optimize.application.auditing import AuditNote, audit, on_record
from optimize.application.batch_progress import cancel_open
from optimize.application.history import batch_view, require_batch
from optimize.application.once import once
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.engine import Engine
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord, RunRecord
from optimize.application.selection import selected_tests
from optimize.application.time_limits import LONGEST_TIME_LIMIT
from optimize.application.views import BatchKind, BatchView
from optimize.domain.acceptance_test import AcceptanceTest, TestBody, TestState
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import AgentDefinition, digest
from optimize.domain.errors import Conflict, Forbidden, Invalid
from optimize.domain.setup import Setup, WritePolicy
from optimize.domain.statistics.counts import MAX_RUNS
from optimize.domain.template import fill

ASSISTANT_RUNS_PER_HOUR = 300
"""Runs the assistant may start on its own word within the free allowance."""
_ASSISTANT = "assistant for "
_OVER = ("finished", "cancelled")
MOST_ACTIVE = 20
"""Batches of one agent that may be planned or running at a time."""


class BatchOrder(BaseModel):
    """What is asked for. `tests` None = the whole accepted set. `go_ahead`: the write tools a person agreed to.

    `time_limit`: seconds after which runs that have come to no end are cancelled; None = as the operator set it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: BatchKind
    tests: tuple[str, ...] | None = None
    runs: int | None = None
    setup: Setup = Setup()
    writes: WritePolicy | None = None
    go_ahead: tuple[str, ...] = ()
    stop_early: bool | None = None
    budget: Decimal | None = Field(default=None, gt=0)
    time_limit: float | None = Field(default=None, gt=0, le=LONGEST_TIME_LIMIT)
    thread: str | None = None


class Planning:
    """The use cases that start and stop batches. `time_limit`: seconds for batches that are ordered without one."""

    def __init__(
        self, store: Store, engine: Engine, clock: Clock, ids: Ids, live: Live, *, time_limit: float | None = None
    ) -> None:
        self._store, self._engine, self._clock, self._ids, self._live = store, engine, clock, ids, live
        self._time_limit = time_limit

    async def start(self, agent: str, order: BatchOrder, *, actor: Actor, key: str | None = None) -> BatchView:
        """Plan a batch and hand its runs to the engine. With a `key`, the same order repeated starts nothing new."""
        async with on_record(self._store, self._clock, actor, f"start {order.kind}", agent) as tx:
            actor.require(Role.EDITOR if order.kind == "dry_run" else Role.ADMIN)
            await require_agent(tx, agent)
            new_id, asked = self._ids.new("batch"), digest({"start": agent, "order": order.model_dump(mode="json")})
            batch_id = await once(tx, key, asked, self._clock.now(), new_id)
            if batch_id != new_id:
                return await batch_view(tx, await require_batch(tx, batch_id), self._clock.now())
            batch, runs = await self.place(tx, agent, order, actor=actor, batch_id=batch_id)
            await self._engine.submit(tx, [run.id for run in runs])
            view = await batch_view(tx, batch, self._clock.now())
        await self._live.record_changed("batch", batch_id, agent=agent)
        return view

    async def place(
        self, tx: Transaction, agent: str, order: BatchOrder, *, actor: Actor, batch_id: str
    ) -> tuple[BatchRecord, list[RunRecord]]:
        """Put a batch with its runs on record, for the caller to queue in the same transaction and in its own order."""
        batch, runs = await self._planned(tx, agent, order, actor, batch_id)
        await tx.batches.add(batch, runs)
        note = AuditNote(action=f"start {order.kind}", object=batch_id, after=f"{len(runs)} runs")
        await audit(tx, self._clock.now(), actor, note)
        return batch, runs

    async def cancel(self, batch_id: str, *, actor: Actor) -> BatchView:
        """Stop a batch: what has not started is cancelled, what runs is stopped; finished runs stay.

        Of an experiment both batches are stopped, for half of one tells nothing.
        """
        actor.require(Role.EDITOR)
        async with self._store.writing() as tx:
            batch = await require_batch(tx, batch_id)
            if batch.state in _OVER:
                return await batch_view(tx, batch, self._clock.now())
            stopped = [batch, *await _partner(tx, batch)]
            closed = [run for one in stopped for run in await self._stopped(tx, one, actor)]
        await self._engine.cancel(closed)
        for one in stopped:
            await self._live.batch_progressed(one.id, over=True)
        async with self._store.reading() as tx:
            return await batch_view(tx, await require_batch(tx, batch_id), self._clock.now())

    async def _stopped(self, tx: Transaction, batch: BatchRecord, actor: Actor) -> list[str]:
        """The runs that were still open."""
        now, why = self._clock.now(), f"cancelled by {actor.name}"
        closed = await cancel_open(tx, batch.id, why=why, at=now)
        await tx.batches.set_state(batch.id, "cancelled", finished_at=now)
        await audit(tx, now, actor, AuditNote(action="cancel", object=batch.id, after=f"{len(closed)} runs"))
        return closed

    async def _planned(
        self, tx: Transaction, agent: str, order: BatchOrder, actor: Actor, batch_id: str
    ) -> tuple[BatchRecord, list[RunRecord]]:
        record = await require_agent(tx, agent)
        live = await live_version(tx, agent)
        version = await find_version(tx, agent, order.setup.version) if order.setup.version else live
        tests = await selected_tests(tx, agent, order.tests)
        _require_accepted(tests, order)
        await _require_room(tx, agent)
        _require_prompt(order.setup.applied_to(version.definition))
        writes = order.writes or record.writes
        bodies = {test.id: _with_runs(test, order.runs) for test in tests}
        runs = [
            RunRecord(id=self._ids.new("run"), batch=batch_id, agent=agent, test=test_id, n=n, seed=self._ids.seed())
            for test_id, body in bodies.items()
            for n in range(1, body.planned_runs + 1)
        ]
        await self._require_within_cap(tx, agent, len(runs), actor)
        now = self._clock.now()
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
            exploratory_reason=_exploratory(
                order.kind, setup.exploratory_reason(live.id), writes, _changed(tests, bodies)
            ),
            requested_by=_ASSISTANT + actor.name if actor.assistant else actor.name,
            thread=order.thread,
            stop_early=order.kind == "dry_run" if order.stop_early is None else order.stop_early,
            budget=order.budget,
            deadline=_deadline(now, order.time_limit or self._time_limit),
            created_at=now,
            tests=bodies,
        )
        return batch, runs

    async def _require_within_cap(self, tx: Transaction, agent: str, runs: int, actor: Actor) -> None:
        if not actor.assistant:
            return
        since = self._clock.now() - timedelta(hours=1)
        # A batch has at least one run, so older batches than these are not needed to know that the cap is reached.
        newest = await tx.batches.list(agent, limit=ASSISTANT_RUNS_PER_HOUR)
        recent = [b for b in newest if b.created_at > since and b.requested_by.startswith(_ASSISTANT)]
        used = sum(body.planned_runs for batch in recent for body in batch.tests.values())
        if used + runs > ASSISTANT_RUNS_PER_HOUR:
            raise Forbidden(
                "assistant_cap",
                f"The assistant may start {ASSISTANT_RUNS_PER_HOUR} runs an hour by itself and has used {used}. "
                "Start this one from the page.",
            )


async def _partner(tx: Transaction, batch: BatchRecord) -> list[BatchRecord]:
    """The other batch of its experiment, if that is still going on."""
    experiment = await tx.experiments.of_batch(batch.id) if batch.kind == "experiment" else None
    if experiment is None:
        return []
    other = await require_batch(tx, experiment.batch_b if batch.id == experiment.batch_a else experiment.batch_a)
    return [] if other.state in _OVER else [other]


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


def _exploratory(kind: BatchKind, swapped: str | None, writes: WritePolicy, changed: bool) -> str | None:
    reasons = [
        {"dry_run": "dry run", "experiment": "experiment"}.get(kind),
        swapped,
        "writes simulated" if writes == "simulate" else None,
        "number of runs changed" if changed and kind not in ("dry_run", "experiment") else None,
    ]
    return "; ".join(reason for reason in reasons if reason) or None


def _deadline(now: datetime, seconds: float | None) -> datetime | None:
    return None if seconds is None else now + timedelta(seconds=seconds)


def _changed(tests: Sequence[AcceptanceTest], bodies: Mapping[str, TestBody]) -> bool:
    return any(test.planned_runs != bodies[test.id].planned_runs for test in tests)


def _require_accepted(tests: Sequence[AcceptanceTest], order: BatchOrder) -> None:
    for test in tests:
        if order.kind != "dry_run" and test.state is not TestState.ACCEPTED:
            raise Conflict(
                "not_accepted", f"“{test.name}” is {test.state}: dry-run it, or accept it first.", test=test.id
            )


async def _require_room(tx: Transaction, agent: str) -> None:
    if len(await tx.batches.list(agent, active=True, limit=MOST_ACTIVE)) == MOST_ACTIVE:
        raise Conflict(
            "too_many_batches", f"{MOST_ACTIVE} batches of {agent} are still running: wait for one, or cancel one."
        )


def _require_prompt(definition: AgentDefinition) -> None:
    """Raise Invalid if a swapped prompt part names what the agent has not got: no run could start."""
    fill([part.text for part in definition.prompt], {"agent": dict(definition.attributes)})

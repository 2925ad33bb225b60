"""Experiments: the accepted tests under the current and a changed setup, run in turns. None of it counts."""

import re
from collections.abc import Sequence
from itertools import chain

from pydantic import BaseModel, ConfigDict

from optimize.application.agents import find_version, live_version, require_agent
from optimize.application.auditing import on_record
from optimize.application.comparing import version_label
from optimize.application.estimate_views import EstimateView
from optimize.application.estimates import EXPERIMENT_RUNS, EstimateOrder, Estimates
from optimize.application.experiment_results import (
    ExperimentSummary,
    ExperimentView,
    describe,
    experiment_summary,
    experiment_view,
)
from optimize.application.once import once
from optimize.application.planning import BatchOrder, Planning
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.engine import Engine
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import ExperimentRecord, RunRecord
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import digest
from optimize.domain.change import Change
from optimize.domain.errors import Invalid, NotFound
from optimize.domain.setup import Setup
from optimize.domain.text import clean

_MODEL = re.compile(r"[a-z0-9_-]+:\S+")


class ExperimentOrder(BaseModel):
    """`runs` per test and setup. `tests` None = the whole accepted set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    change: Change
    runs: int = EXPERIMENT_RUNS
    tests: tuple[str, ...] | None = None
    thread: str | None = None


class Experiments:
    def __init__(
        self, store: Store, planning: Planning, engine: Engine, estimates: Estimates, clock: Clock, ids: Ids, live: Live
    ) -> None:
        self._store, self._planning, self._engine, self._estimates = store, planning, engine, estimates
        self._clock, self._ids, self._live = clock, ids, live

    async def start(
        self, agent: str, order: ExperimentOrder, *, actor: Actor, key: str | None = None
    ) -> ExperimentView:
        """Plan both batches and queue their runs in turns. With a `key`, the same order repeated starts nothing new.

        Raises Invalid `changes_nothing`, `bad_model`, `no_model`, `unknown_prompt_part`, `runs_out_of_range`; Conflict
        `nothing_to_run`, `not_accepted`; NotFound `no_such_version`.
        """
        async with on_record(self._store, self._clock, actor, "start experiment", agent) as tx:
            actor.require(Role.ADMIN)
            await require_agent(tx, agent)
            new_id = self._ids.new("experiment")
            asked = digest({"experiment": agent, "order": order.model_dump(mode="json")})
            experiment_id = await once(tx, key, asked, self._clock.now(), new_id)
            if experiment_id != new_id:
                return await experiment_view(tx, await _require(tx, experiment_id))
            record = await self._planned(tx, agent, order, actor, experiment_id)
            view = await experiment_view(tx, record)
        for kind, identity in (("batch", record.batch_a), ("batch", record.batch_b), ("experiment", record.id)):
            await self._live.record_changed(kind, identity, agent=agent)
        return view

    async def estimate(self, agent: str, order: ExperimentOrder) -> EstimateView:
        """What both setups would cost together. Raises what `start` would."""
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            change = await _resolved(tx, agent, order.change)
            version = await tx.agents.version(change.version) if change.version else None
        model = version.definition.model if version else None
        named = change.model or (model.ref if model else None)
        asked = EstimateOrder(kind="experiment", tests=order.tests, runs=order.runs, model=named)
        return await self._estimates.estimate(agent, asked)

    async def describe(self, agent: str, change: Change) -> str:
        """A change in words. Raises what `start` would about it."""
        async with self._store.reading() as tx:
            return await describe(tx, await _resolved(tx, agent, change))

    async def view(self, experiment_id: str) -> ExperimentView:
        async with self._store.reading() as tx:
            return await experiment_view(tx, await _require(tx, experiment_id))

    async def of_batch(self, batch_id: str) -> ExperimentView | None:
        """The experiment that a batch is one half of."""
        async with self._store.reading() as tx:
            record = await tx.experiments.of_batch(clean(batch_id))
            return await experiment_view(tx, record) if record else None

    async def list(self, agent: str, *, limit: int = 20) -> list[ExperimentSummary]:
        """Newest first."""
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            records = await tx.experiments.list(agent, limit=limit)
            return [await experiment_summary(tx, record) for record in records]

    async def _planned(
        self, tx: Transaction, agent: str, order: ExperimentOrder, actor: Actor, experiment_id: str
    ) -> ExperimentRecord:
        change = await _resolved(tx, agent, order.change)
        # Nothing in an experiment may reach the world, whatever the agent's policy says of its counted runs.
        both = BatchOrder(kind="experiment", tests=order.tests, runs=order.runs, writes="refuse", thread=order.thread)
        batches, queued = [], []
        for setup in (Setup(), change.setup):
            batch_id = self._ids.new("batch")
            one = both.model_copy(update={"setup": setup})
            batch, runs = await self._planning.place(tx, agent, one, actor=actor, batch_id=batch_id)
            batches.append(batch)
            queued.append(runs)
        record = ExperimentRecord(
            id=experiment_id,
            agent=agent,
            batch_a=batches[0].id,
            batch_b=batches[1].id,
            change=change,
            runs=order.runs,
            requested_by=batches[0].requested_by,
            thread=order.thread,
            created_at=self._clock.now(),
        )
        await tx.experiments.add(record)
        await self._engine.submit(tx, in_turns(*queued))
        return record


def in_turns(current: Sequence[RunRecord], changed: Sequence[RunRecord]) -> list[str]:
    """A B A B: a provider's bad hour must not look like a difference between the setups."""
    pairs = sorted(zip(current, changed, strict=True), key=lambda pair: pair[0].n)
    return [run.id for run in chain.from_iterable(pairs)]


async def _resolved(tx: Transaction, agent: str, change: Change) -> Change:
    """The change with its version by id. Raises Invalid unless it changes something that the live version has."""
    live = await live_version(tx, agent)
    if change.version is not None:
        version = await find_version(tx, agent, change.version)
        if version.id == live.id:
            raise Invalid("changes_nothing", f"{version_label(version)} is the live version: name another one.")
        return change.model_copy(update={"version": version.id})
    if change.model is not None and not _MODEL.fullmatch(change.model):
        raise Invalid("bad_model", f"Write the model as provider:model, not as “{change.model}”.", field="model")
    if change.setup.applied_to(live.definition) == live.definition:
        raise Invalid("changes_nothing", "This is what the live version already has: change something.")
    return change


async def _require(tx: Transaction, experiment_id: str) -> ExperimentRecord:
    record = await tx.experiments.get(clean(experiment_id))
    if record is None:
        raise NotFound("no_such_experiment", f"There is no experiment {experiment_id}.", experiment=experiment_id)
    return record

"""What an experiment shows: both setups side by side, with verdicts once all of its runs are over."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from optimize.application.comparing import version_label
from optimize.application.comparison import ComparedRow, compared, counted_verdicts, sides_of
from optimize.application.cost_and_speed import RatioView, cost_of, speed_of
from optimize.application.history import require_batch
from optimize.application.ports.store import Transaction
from optimize.application.records import ExperimentRecord, RunRecord
from optimize.application.results import BatchResults, results_of
from optimize.application.views import BatchState, Counts, View
from optimize.domain.change import Change
from optimize.domain.cost import Cost
from optimize.domain.setup import Setup
from optimize.domain.statistics.separation_sentences import noticeable_drop

_OVER = ("finished", "cancelled")


class ExperimentSide(View):
    """One of the two setups. `cost` is of all roles: agent, judge and simulated user."""

    batch: str
    version_number: int
    setup: Setup
    counts: Counts
    cost: Cost


class ExperimentSummary(View):
    id: str
    agent: str
    change: Change
    described: str
    """The change in words."""
    state: BatchState
    runs: int
    """Per test and setup."""
    requested_by: str
    created_at: datetime
    finished_at: datetime | None
    current: ExperimentSide
    changed: ExperimentSide


class ExperimentView(ExperimentSummary):
    """In each row `a` is the current setup and `b` the changed one."""

    rows: list[ComparedRow]
    cost: RatioView
    """Of the agent's own model calls."""
    speed: RatioView
    notice: str
    """What so many runs can notice."""
    sentence: str


class _Sides(NamedTuple):
    current: BatchResults
    changed: BatchResults


async def describe(tx: Transaction, change: Change) -> str:
    """A change in words, a version by its number and label."""
    version = await tx.agents.version(change.version) if change.version else None
    return change.sentence(version_label(version) if version else None)


async def experiment_summary(tx: Transaction, record: ExperimentRecord) -> ExperimentSummary:
    return await _summary(tx, record, await _sides(tx, record))


async def experiment_view(tx: Transaction, record: ExperimentRecord) -> ExperimentView:
    sides = await _sides(tx, record)
    summary = await _summary(tx, record, sides)
    runs = [run.id for side in sides for run in side.runs]
    agent_costs = await tx.calls.costs(runs, role="agent")
    current, changed = (_finished(side) for side in sides)
    rows = compared(*(sides_of(dict.fromkeys(side.batch.tests, side)) for side in sides))
    if summary.state != "finished":
        rows = [row.undecided() for row in rows]
    return ExperimentView(
        **{name: getattr(summary, name) for name in ExperimentSummary.model_fields},
        rows=rows,
        cost=cost_of(current, changed, agent_costs),
        speed=speed_of(current, changed),
        notice=noticeable_drop(record.runs),
        sentence=_sentence(summary, rows),
    )


async def _sides(tx: Transaction, record: ExperimentRecord) -> _Sides:
    batches = [await require_batch(tx, batch) for batch in (record.batch_a, record.batch_b)]
    return _Sides(*[await results_of(tx, batch) for batch in batches])


async def _summary(tx: Transaction, record: ExperimentRecord, sides: _Sides) -> ExperimentSummary:
    ended = [side.batch.finished_at for side in sides]
    known = [at for at in ended if at is not None]
    return ExperimentSummary(
        **{name: getattr(record, name) for name in ("id", "agent", "change", "runs", "requested_by", "created_at")},
        described=await describe(tx, record.change),
        state=_state([side.batch.state for side in sides]),
        finished_at=max(known) if len(known) == len(ended) else None,
        current=await _side(tx, sides.current),
        changed=await _side(tx, sides.changed),
    )


def _state(states: Sequence[BatchState]) -> BatchState:
    """Over when both are; an experiment of which half was cancelled was cancelled."""
    if all(state in _OVER for state in states):
        return "cancelled" if "cancelled" in states else "finished"
    return "planned" if all(state == "planned" for state in states) else "running"


async def _side(tx: Transaction, results: BatchResults) -> ExperimentSide:
    version = await tx.agents.version(results.batch.version)
    return ExperimentSide(
        batch=results.batch.id,
        version_number=version.number if version else 0,
        setup=results.batch.setup,
        counts=results.counts(results.runs),
        cost=await tx.calls.cost_of(results.batch.id),
    )


def _finished(results: BatchResults) -> dict[str, list[RunRecord]]:
    finished = [run for run in results.runs if run.state == "finished"]
    return {test: [run for run in finished if run.test == test] for test in results.batch.tests}


def _sentence(summary: ExperimentSummary, rows: Sequence[ComparedRow]) -> str:
    done = summary.current.counts.done + summary.changed.counts.done
    planned = summary.current.counts.planned + summary.changed.counts.planned
    if summary.state == "finished":
        told = counted_verdicts(rows) if rows else "no result on one side"
        return f"With {summary.described}, {summary.runs} runs per test and setup: {told}."
    if summary.state == "cancelled":
        return f"The experiment with {summary.described} was cancelled after {done} of {planned} runs: no verdict."
    return f"The experiment with {summary.described} is {summary.state}: {done} of {planned} runs are done."

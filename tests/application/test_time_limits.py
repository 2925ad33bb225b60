"""A batch whose time is up: what is finished stays and decides what it can, the rest is cancelled and says why."""

from datetime import timedelta
from decimal import Decimal

import pytest
from pydantic import ValidationError

from optimize.application.planning import BatchOrder, Planning
from optimize.application.records import CallRecord
from optimize.application.time_limits import LONGEST_TIME_LIMIT, TimeLimits
from optimize.domain.setup import Setup
from tests.fakes.world import ADMIN, AGENT, NEVER_COMPARES, World

WHY = "The time limit of the batch was reached: 60 s."


def limits(world: World) -> TimeLimits:
    return TimeLimits(world.store, world.engine, world.clock, world.live)


async def test_what_is_finished_stays_and_what_is_not_is_cancelled(world: World) -> None:
    await world.accepted(runs=5)
    batch = await world.started(time_limit=60)
    assert batch.deadline == batch.created_at + timedelta(seconds=60)
    await world.engine.work(3)
    world.clock.advance(59)
    assert await limits(world).tick() == []
    world.clock.advance(1)
    assert await limits(world).tick() == [batch.id]
    view = await world.history.batch(batch.id)
    assert (view.state, view.verdict) == ("finished", "incomplete")
    assert (view.counts.passed, view.counts.cancelled, view.counts.done) == (3, 2, 5)
    runs = (await world.history.runs(AGENT, batch=batch.id)).items
    assert [run.why for run in runs] == [WHY, WHY, None, None, None]
    assert (await world.audit())[-1].action == "end at time limit"
    await world.engine.work()  # the queue still holds them, and none begins
    assert await limits(world).tick() == []
    assert await world.history.batch(batch.id) == view


async def test_a_failure_that_is_certain_stands_and_so_does_what_was_left_out_as_decided(world: World) -> None:
    await world.accepted(NEVER_COMPARES, runs=5)
    batch = await world.started(time_limit=60)
    await world.engine.work(4)
    world.clock.advance(60)
    await limits(world).tick()
    assert (await world.history.batch(batch.id)).verdict == "failed"


async def test_a_run_is_not_begun_after_the_deadline_even_if_nobody_has_looked_at_the_clock(world: World) -> None:
    await world.accepted(runs=2)
    batch = await world.started(time_limit=60)
    world.clock.advance(61)
    await world.engine.work()
    view = await world.history.batch(batch.id)
    assert (view.state, view.verdict, view.counts.cancelled) == ("finished", "no_result", 2)
    assert {run.why for run in (await world.history.runs(AGENT)).items} == {WHY}


async def test_calls_under_way_at_the_deadline_are_unknown(world: World) -> None:
    await world.accepted()
    batch = await world.started(time_limit=60)
    [run] = (await world.history.runs(AGENT)).items
    async with world.store.writing() as tx:
        await tx.runs.claim(run.id, owner="worker", at=world.clock.now())
        call = CallRecord(
            id="c", agent=AGENT, role="agent", model="m:x", state="sent", run=run.id, started_at=world.clock.now()
        )
        await tx.calls.add(call)
    world.clock.advance(60)
    await limits(world).tick()
    assert [call.state for call in (await world.history.run(run.id)).calls] == ["unknown"]
    assert (await world.history.batch(batch.id)).cost.price_unknown


async def test_calls_cut_off_of_a_model_that_runs_here_are_free(world: World) -> None:
    await world.accepted()
    batch = await world.started()
    [run] = (await world.history.runs(AGENT)).items
    for model, cost in (("offline:rules", (Decimal(0), False)), ("m:x", (None, True))):
        async with world.store.writing() as tx:
            at = world.clock.now()
            call = CallRecord(id=model, agent=AGENT, role="judge", model=model, state="sent", run=run.id, started_at=at)
            await tx.calls.add(call)
            await tx.calls.mark_unknown(run.id, before_attempt=2)
            of_run = (await tx.calls.costs([run.id]))[run.id]
        of_batch = (await world.history.batch(batch.id)).cost
        assert [(of.money, of.price_unknown) for of in (of_run, of_batch)] == [cost, cost]


async def test_the_operators_limit_is_for_orders_without_one(world: World) -> None:
    await world.accepted()
    planning = Planning(world.store, world.engine, world.clock, world.ids, world.live, time_limit=600)
    for own, seconds in ((None, 600), (5, 5)):
        order = BatchOrder(kind="run_all", setup=Setup(), time_limit=own)
        batch = await planning.start(AGENT, order, actor=ADMIN)
        assert batch.deadline == batch.created_at + timedelta(seconds=seconds)
    assert (await world.started()).deadline is None


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), LONGEST_TIME_LIMIT + 1])
def test_a_limit_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(ValidationError):
        BatchOrder(kind="run_all", time_limit=seconds)

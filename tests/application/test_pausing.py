"""A batch whose calls wait: told once, shown while it goes on and until the time has come."""

from datetime import timedelta

from optimize.application.pausing import Pausing
from optimize.application.views import BatchView, Paused
from tests.fakes.world import ADMIN, World

WHY = "wire asks to be left alone."


async def begins(world: World, planned: BatchView, minutes: int) -> None:
    async with world.store.reading() as tx:
        runs = await tx.runs.of_batch(planned.id)
    until = world.clock.now() + timedelta(minutes=minutes)
    for run in runs:
        await Pausing(world.store, world.live).begins(run.id, until, WHY)


async def test_it_is_shown_until_the_time_has_come_and_told_once(world: World) -> None:
    await world.accepted(runs=3)
    planned = await world.started()
    assert (await world.history.batch(planned.id)).paused is None
    await begins(world, planned, 60)
    shown = Paused(until=world.clock.now() + timedelta(hours=1), why=WHY)
    assert (await world.history.batch(planned.id)).paused == shown
    assert (await world.history.progress(planned.id)).paused == shown
    assert [batch.paused for batch in await world.history.batches(planned.agent, active=True)] == [shown]
    assert world.live.paused == [planned.id]
    world.clock.advance(3_600)
    assert (await world.history.batch(planned.id)).paused is None


async def test_it_is_told_again_if_it_waits_longer(world: World) -> None:
    await world.accepted()
    planned = await world.started()
    for minutes in (60, 90):
        await begins(world, planned, minutes)
    assert world.live.paused == [planned.id] * 2


async def test_a_batch_that_is_over_waits_for_nothing(world: World) -> None:
    await world.accepted()
    planned = await world.started()
    await begins(world, planned, 60)
    assert (await world.planning.cancel(planned.id, actor=ADMIN)).paused is None
    await begins(world, planned, 90)
    assert (await world.history.batch(planned.id)).paused is None
    assert world.live.paused == [planned.id]

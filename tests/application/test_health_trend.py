"""How the agent came to stand where it stands: one point for each official batch that decided anything."""

import pytest

from optimize.application.health_trend import HealthPoint, health_points
from optimize.domain.errors import NotFound
from tests.fakes.world import ADMIN, AGENT, NEVER_COMPARES, World


async def trend(world: World) -> list[HealthPoint]:
    return await world.health.trend(AGENT)


async def test_without_official_runs_there_is_no_point(world: World) -> None:
    draft = await world.draft()
    await world.dry_run(draft.id)
    await world.accepted(name="Never ran")
    assert await trend(world) == []


async def test_the_last_point_is_the_health_of_now(world: World) -> None:
    good = await world.accepted(name="Good", runs=5)
    bad = await world.accepted(NEVER_COMPARES, name="Bad", runs=5)
    await world.ran("run", tests=[good.id])
    last = await world.ran("run", tests=[bad.id])
    points = await trend(world)
    assert [(point.tests, point.k, point.n) for point in points] == [(1, 5, 5), (2, 5, 10)]
    assert (points[-1].batch, points[-1].at) == (last.id, last.finished_at)
    assert points[-1].lower == (await world.health.of(AGENT)).lower


async def test_each_version_stands_for_itself(world: World) -> None:
    await world.accepted(runs=2)
    await world.ran()
    await world.ran(setup={"version": "hasty"})
    await world.agents.activate(AGENT, "hasty", reason="faster", actor=ADMIN)
    await world.ran()
    assert [(point.version_number, point.k, point.n) for point in await trend(world)] == [(1, 2, 2), (2, 0, 2)]


async def test_what_decided_nothing_leaves_the_line_as_it_was(world: World) -> None:
    await world.accepted(runs=2)
    await world.ran()
    world.connections.coming = 2
    await world.ran()
    cancelled = await world.started()
    await world.planning.cancel(cancelled.id, actor=ADMIN)
    assert [(point.k, point.n) for point in await trend(world)] == [(2, 2)]


async def test_a_retired_test_counts_no_longer(world: World) -> None:
    old = await world.accepted(NEVER_COMPARES, name="Bad")
    await world.accepted(name="Good")
    await world.ran()
    world.clock.advance(1)
    await world.lifecycle.retire(old.id, reason="Never was so", actor=ADMIN)
    world.clock.advance(1)
    await world.ran()
    assert [(point.tests, point.k) for point in await trend(world)] == [(2, 1), (1, 1)]


async def test_only_the_newest_batches_are_read(world: World) -> None:
    await world.accepted()
    batches = [(await world.ran()).id for _ in range(3)]
    async with world.store.reading() as tx:
        assert [point.batch for point in await health_points(tx, AGENT, limit=2)] == batches[1:]


async def test_an_unknown_agent_has_no_trend(world: World) -> None:
    with pytest.raises(NotFound):
        await world.health.trend("nobody")

"""The health of the live version: official results only, and no result where there is none."""

import pytest

from optimize.application.health import AgentHealth
from optimize.domain.errors import NotFound
from tests.fakes.world import ADMIN, AGENT, CLAUSE, NEVER_COMPARES, World


async def health(world: World) -> AgentHealth:
    return await world.health.of(AGENT)


async def test_without_accepted_tests_there_is_nothing_to_show(world: World) -> None:
    view = await health(world)
    assert (view.tests, view.rate, view.lower) == (0, None, None)
    assert view.sentence == "There are no accepted tests yet, so there is no health to show."


async def test_what_never_ran_is_no_result(world: World) -> None:
    await world.accepted()
    view = await health(world)
    assert (view.tests, view.tests_passing, view.not_run, view.rate, view.runs) == (1, 0, 1, None, None)
    assert view.items[0].verdict == "no_result"
    assert view.sentence.startswith("No result yet on version 1 (careful)")


async def test_passing_tests_are_counted_with_a_bound(world: World) -> None:
    await world.accepted(name="Good", runs=5)
    await world.accepted(NEVER_COMPARES, name="Bad", runs=5)
    await world.accepted(name="New")
    tests = await world.history.tests(AGENT)
    batch = await world.ran("run", tests=[test.id for test in tests if test.name != "New"])
    view = await health(world)
    assert (view.tests_passing, view.tests, view.failing, view.not_run) == (1, 3, 1, 1)
    assert (view.rate, view.runs) == (0.5, 10.0)
    assert [(item.name, item.verdict, item.k, item.n, item.lower, item.batch) for item in view.items] == [
        ("Good", "passed", 5, 5, 0.5655, batch.id),
        ("Bad", "failed", 0, 5, 0.0, batch.id),
        ("New", "no_result", 0, 0, None, None),
    ]
    assert view.sentence.startswith("1 of 3 tests pass on version 1 (careful), 1 failing, 1 not run yet.")
    assert "Pass rate of a run: ≥ 23 % (95 % confidence)." in view.sentence


async def test_runs_that_could_not_be_judged_stand_beside_those_that_count(world: World) -> None:
    world.judge_says("cannot_tell")
    await world.accepted(name="Good", runs=5)
    unjudged = await world.accepted(CLAUSE, name="Unjudged", runs=10)
    await world.accepted(name="New")
    tests = await world.history.tests(AGENT)
    await world.ran("run", tests=[test.id for test in tests if test.name != "New"])
    view = await health(world)
    assert (view.tests_passing, view.without_result, view.not_run, view.could_not_judge) == (1, 1, 1, 10)
    [item] = [item for item in view.items if item.test == unjudged.id]
    assert (item.verdict, item.n, item.could_not_judge, item.lower) == ("no_result", 0, 10, None)
    assert view.sentence.startswith(
        "1 of 3 tests pass on version 1 (careful), 1 without a result, 1 not run yet. "
        "Of the official runs 10 could not be judged. Pass rate of a run: ≥ 56 %"
    )


async def test_a_test_of_which_no_run_counts_is_not_said_to_have_never_run(world: World) -> None:
    world.judge_says("cannot_tell")
    await world.accepted(CLAUSE, runs=10)
    await world.ran()
    view = await health(world)
    assert (view.not_run, view.without_result, view.lower) == (0, 1, None)
    assert view.sentence.endswith(
        "none of its accepted tests (1) has an official run that counts. Of the official runs 10 could not be judged."
    )


async def test_only_official_results_on_the_live_version_count(world: World) -> None:
    test = await world.accepted()
    await world.ran(setup={"prompt": {"tone": "Be brief."}})
    await world.ran(setup={"version": "hasty"})
    await world.dry_run(test.id)
    await world.experiment({"version": "hasty"}, runs=2)
    assert (await health(world)).not_run == 1
    await world.ran()
    await world.agents.activate(AGENT, "hasty", reason="faster", actor=ADMIN)
    assert (await health(world)).not_run == 1
    await world.ran()
    assert (await health(world)).failing == 1
    await world.agents.activate(AGENT, "careful", reason="back", actor=ADMIN)
    assert (await health(world)).tests_passing == 1


async def test_markers_say_what_was_activated_and_amended(world: World) -> None:
    test = await world.accepted(name="First")
    body = test.body().model_copy(update={"name": "Second"})
    await world.lifecycle.amend(test.id, body, reason="it was loose", actor=ADMIN)
    world.clock.advance(1)
    await world.agents.activate(AGENT, "hasty", reason="faster", actor=ADMIN)
    markers = [(marker.kind, marker.what) for marker in (await health(world)).markers]
    assert markers == [("activated", "version 1 (careful)"), ("amended", "Second"), ("activated", "version 2 (hasty)")]


async def test_an_unknown_agent_is_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        await world.health.of("nobody")

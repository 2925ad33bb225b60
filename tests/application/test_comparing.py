"""Two versions, or two batches, by what is on record. What was never run is said to be so."""

import pytest

from optimize.application.comparing import ComparisonView
from optimize.domain.errors import Invalid, NotFound
from tests.fakes.world import ADMIN, AGENT, CLAUSE, NEVER_COMPARES, World


async def compare(world: World, a: str, b: str) -> ComparisonView:
    return await world.comparing.compare(AGENT, a, b)


async def both_ran(world: World, runs: int = 10) -> None:
    await world.accepted(runs=runs)
    await world.ran()
    await world.ran(setup={"version": "hasty"})


async def test_a_version_that_always_fails_where_the_other_never_did_has_regressed(world: World) -> None:
    await both_ran(world)
    view = await compare(world, "v1", "2")
    [row] = view.rows
    assert [(side.k, side.n) for side in (row.a, row.b)] == [(10, 10), (0, 10)]
    assert (row.verdict, row.difference, row.hint) == ("regressed", -1.0, None)
    assert row.low is not None
    assert row.high is not None
    assert -1 <= row.low < row.high < 0
    assert row.runs_needed is not None
    assert view.sentence == "From version 1 (careful) to version 2 (hasty), 1 criterion of 1 test: 1 regressed."


async def test_the_sides_change_the_sign(world: World) -> None:
    await both_ran(world)
    [there], [back] = (await compare(world, "careful", "hasty")).rows, (await compare(world, "hasty", "careful")).rows
    assert (back.verdict, back.difference) == ("improved", 1.0)
    assert (there.low, there.high) == (-1.0, -(back.low or 0))


async def test_one_run_on_each_side_tells_nothing(world: World) -> None:
    await both_ran(world, runs=1)
    [row] = (await compare(world, "1", "2")).rows
    assert (row.verdict, row.hint) == ("no_detectable_difference", "too_few_to_tell")


async def test_equal_sides_say_what_would_have_been_noticed(world: World) -> None:
    await world.accepted(runs=10)
    first, second = await world.ran(), await world.ran()
    [row] = (await compare(world, first.id, second.id)).rows
    assert (row.verdict, row.difference, row.runs_needed) == ("no_detectable_difference", 0.0, None)
    assert row.separation is not None
    assert "No number of runs separates equal rates" in row.separation


@pytest.mark.parametrize("reference", ["2", "v2", "hasty", "Hasty"])
async def test_a_version_that_never_ran_is_said_to_have_no_results(world: World, reference: str) -> None:
    await world.accepted()
    await world.ran()
    view = await compare(world, "1", reference)
    assert (view.missing, view.rows) == (["b"], [])
    assert view.sentence.startswith("Version 2 (hasty) has no results yet, so there is nothing to compare")


async def test_without_any_result_both_sides_are_named(world: World) -> None:
    view = await compare(world, "1", "2")
    assert view.missing == ["a", "b"]
    assert view.sentence.startswith("Version 1 (careful) and version 2 (hasty) have no results yet")


async def test_the_newest_counts_of_a_version_are_taken_and_no_swapped_ones(world: World) -> None:
    await both_ran(world)
    await world.ran(setup={"prompt": {"tone": "Be brief."}})
    await world.experiment({"version": "hasty"}, runs=3)
    [row] = (await compare(world, "1", "2")).rows
    assert (row.a.n, row.b.n) == (10, 10)


async def test_tests_of_one_side_only_are_left_out_and_named(world: World) -> None:
    kept = await world.accepted(name="Kept")
    first = await world.ran()
    await world.accepted(NEVER_COMPARES, name="Added later")
    second = await world.ran()
    view = await compare(world, first.id, second.id)
    assert [row.test for row in view.rows] == [kept.id]
    assert view.left_out == ["Added later"]


async def test_a_revised_draft_is_another_test(world: World) -> None:
    draft = await world.draft(name="Draft")
    first = await world.dry_run(draft.id)
    body = draft.model_copy(update={"criteria": (await world.draft(NEVER_COMPARES)).criteria})
    await world.lifecycle.revise(draft.id, body.body(), actor=ADMIN)
    second = await world.dry_run(draft.id)
    view = await compare(world, first.id, second.id)
    assert (view.rows, view.left_out) == ([], ["Draft"])
    assert "no test in common" in view.sentence


async def test_the_correction_is_over_all_rows(world: World) -> None:
    await world.accepted(CLAUSE, {"kind": "doesNotInvokeTool", "effect": "write"}, NEVER_COMPARES, runs=10)
    await world.ran()
    await world.ran(setup={"version": "hasty"})
    rows = (await compare(world, "1", "2")).rows
    assert [row.criterion for row in rows] == [0, 1, 2]
    assert all(row.p is not None and row.p_adjusted is not None and row.p <= row.p_adjusted for row in rows)


async def test_scored_criteria_compare_means(world: World) -> None:
    said = {"kind": "meetsExpectedBehaviors"}
    await world.accepted(said, expected_behaviors=("It compares.", "It names a clause."), runs=5)
    await world.ran()
    world.judge_says("not_met")
    await world.ran(setup={"version": "hasty"})
    [row] = (await compare(world, "1", "2")).rows
    assert (row.a.score, row.b.score, row.difference) == (1.0, 0.0, -1.0)
    assert (row.verdict, row.low, row.separation) == ("regressed", None, None)


async def test_what_is_neither_version_nor_batch_is_refused(world: World) -> None:
    with pytest.raises(NotFound) as refused:
        await compare(world, "1", "v9")
    assert refused.value.code == "nothing_of_that_name"
    assert "It has: 1 careful, 2 hasty, 3 inventive" in refused.value.detail


async def test_a_version_is_not_compared_with_itself(world: World) -> None:
    with pytest.raises(Invalid) as refused:
        await compare(world, "1", "careful")
    assert refused.value.code == "same_side"


async def test_a_batch_of_another_agent_is_not_found(world: World) -> None:
    desk = await world.register({"name": "desk", "model": {"ref": "offline:rules"}})
    await world.accepted()
    batch = await world.ran()
    with pytest.raises(NotFound):
        await world.comparing.compare(desk, "1", batch.id)

"""Two setups in turns over the accepted tests; verdicts when all runs are over, and nothing of it counts."""

from decimal import Decimal
from typing import Any

import pytest

from optimize.application.experiments import ExperimentOrder
from optimize.domain.actor import Actor
from optimize.domain.errors import Conflict, Forbidden, Invalid, NotFound, OptimizeError
from tests.fakes.world import ADMIN, AGENT, ASSISTANT, EDITOR, VIEWER, World, body

DESK: dict[str, Any] = {
    "name": "desk",
    "model": {"ref": "offline:rules"},
    "prompt": [{"part": "role", "text": "Help."}],
}
HASTY = {"version": "hasty"}


async def refusal(world: World, change: dict[str, Any], agent: str = AGENT, actor: Actor = ADMIN) -> OptimizeError:
    order = ExperimentOrder.model_validate({"change": change})
    with pytest.raises(OptimizeError) as error:
        await world.experiments.start(agent, order, actor=actor)
    assert await world.experiments.list(agent) == []
    assert await world.history.batches(agent) == []
    return error.value


async def test_a_version_that_fails_has_regressed(world: World) -> None:
    await world.accepted()
    view = await world.experiment(HASTY)
    [row] = view.rows
    assert (view.state, view.runs, view.described) == ("finished", 10, "version 2 (hasty)")
    assert [(side.k, side.n) for side in (row.a, row.b)] == [(10, 10), (0, 10)]
    assert (row.verdict, row.difference) == ("regressed", -1.0)
    assert view.sentence == "With version 2 (hasty), 10 runs per test and setup: 1 regressed."
    assert "you will notice a drop from 95 % to 39 % four times in five" in view.notice


async def test_both_setups_run_in_turns(world: World) -> None:
    await world.accepted(name="One")
    await world.accepted(name="Two")
    queued: list[str] = []
    submit = world.engine.submit

    async def watched(tx: Any, run_ids: list[str]) -> None:
        queued.extend(run_ids)
        await submit(tx, run_ids)

    world.engine.submit = watched  # type: ignore[method-assign,assignment]
    view = await world.experiment(HASTY, runs=3)
    runs = [await world.history.run(run) for run in queued]
    assert [run.batch for run in runs] == [view.current.batch, view.changed.batch] * 6
    assert [run.n for run in runs] == [1] * 4 + [2] * 4 + [3] * 4
    assert [run.test_name for run in runs[:4]] == ["One", "One", "Two", "Two"]


async def test_nothing_of_it_counts_or_reaches_the_world(world: World) -> None:
    await world.accepted()
    await world.agents.set_policy(AGENT, release="advisory", writes="simulate", actor=ADMIN)
    view = await world.experiment(HASTY, runs=2)
    for side in (view.current, view.changed):
        batch = await world.history.batch(side.batch)
        assert batch.exploratory_reason is not None
        assert batch.exploratory_reason.startswith("experiment")
        assert (batch.kind, batch.writes) == ("experiment", "refuse")
    assert (await world.health.of(AGENT)).not_run == 1
    assert (await world.agents.view(AGENT)).versions[0].live


async def test_while_it_runs_there_are_counts_and_no_verdicts(world: World) -> None:
    await world.accepted()
    started = await world.experiments.start(AGENT, ExperimentOrder.model_validate({"change": HASTY}), actor=ADMIN)
    assert (started.state, started.rows) == ("planned", [])
    assert started.sentence == "The experiment with version 2 (hasty) is planned: 0 of 20 runs are done."
    await world.engine.work(13)
    view = await world.experiments.view(started.id)
    [row] = view.rows
    assert (view.state, row.a.n, row.b.n) == ("running", 7, 6)
    assert (row.verdict, row.p, row.p_adjusted, row.separation) == (None, None, None, None)
    await world.engine.work()
    assert (await world.experiments.view(started.id)).rows[0].verdict == "regressed"


async def test_to_cancel_one_half_stops_both_and_gives_no_verdict(world: World) -> None:
    await world.accepted()
    started = await world.experiments.start(AGENT, ExperimentOrder.model_validate({"change": HASTY}), actor=ADMIN)
    await world.planning.cancel(started.changed.batch, actor=EDITOR)
    view = await world.experiments.view(started.id)
    assert view.state == "cancelled"
    assert {side.counts.cancelled for side in (view.current, view.changed)} == {10}
    assert all(row.verdict is None for row in view.rows)
    assert view.sentence == "The experiment with version 2 (hasty) was cancelled after 20 of 20 runs: no verdict."


async def test_only_the_named_tests_run(world: World) -> None:
    test = await world.accepted(name="One")
    await world.accepted(name="Two")
    view = await world.experiment(HASTY, runs=2, tests=(test.id,))
    assert [row.name for row in view.rows] == ["One"]


async def test_a_prompt_part_is_swapped(world: World) -> None:
    await world.accepted(runs=1)
    view = await world.experiment({"prompt": {"part": "tone", "text": "Be brief."}}, runs=2)
    assert view.changed.setup.prompt == {"tone": "Be brief."}
    assert view.current.setup.prompt == {}
    assert view.described == "prompt part tone: “Be brief.”"
    assert (view.rows[0].verdict, view.rows[0].hint) == ("no_detectable_difference", "too_few_to_tell")


async def test_a_code_agent_has_no_model_to_swap(world: World) -> None:
    await world.accepted()
    assert (await refusal(world, {"model": "openai:small"})).code == "no_model"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": "careful"}, "changes_nothing"),
        ({"version": "v9"}, "no_such_version"),
        ({"prompt": {"part": "nose", "text": "x"}}, "unknown_prompt_part"),
        ({"model": "small"}, "bad_model"),
    ],
)
async def test_a_change_that_is_none_is_refused(world: World, change: dict[str, Any], code: str) -> None:
    await world.accepted()
    assert (await refusal(world, change)).code == code


async def test_the_model_and_the_text_it_has_already_change_nothing(world: World) -> None:
    desk = await world.register(DESK)
    for change in ({"model": "offline:rules"}, {"prompt": {"part": "role", "text": "Help."}}):
        assert (await refusal(world, change, desk)).code == "changes_nothing"


async def test_without_accepted_tests_nothing_starts(world: World) -> None:
    await world.draft()
    error = await refusal(world, HASTY)
    assert isinstance(error, Conflict)
    assert error.code == "nothing_to_run"


@pytest.mark.parametrize("actor", [EDITOR, VIEWER])
async def test_who_may_not_spend_starts_nothing(world: World, actor: Actor) -> None:
    await world.accepted()
    assert isinstance(await refusal(world, HASTY, actor=actor), Forbidden)


async def test_the_assistant_keeps_to_its_cap_over_both_halves(world: World) -> None:
    await world.accepted()
    order = ExperimentOrder.model_validate({"change": HASTY, "runs": 151})
    with pytest.raises(Forbidden) as refused:
        await world.experiments.start(AGENT, order, actor=ASSISTANT)
    assert refused.value.code == "assistant_cap"
    assert await world.history.batches(AGENT) == []


async def test_the_same_key_starts_one(world: World) -> None:
    await world.accepted()
    order = ExperimentOrder.model_validate({"change": HASTY, "runs": 2})
    first = await world.experiments.start(AGENT, order, actor=ADMIN, key="k")
    second = await world.experiments.start(AGENT, order, actor=ADMIN, key="k")
    assert first.id == second.id
    assert len(await world.history.batches(AGENT)) == 2


async def test_nothing_is_planned_if_the_queue_does_not_take_it(world: World, monkeypatch: Any) -> None:
    await world.accepted()

    async def refuse(*_: object) -> None:
        raise RuntimeError("the queue is broken")

    monkeypatch.setattr(world.engine, "submit", refuse)
    order = ExperimentOrder.model_validate({"change": HASTY})
    with pytest.raises(RuntimeError):
        await world.experiments.start(AGENT, order, actor=ADMIN, key="k")
    assert await world.history.batches(AGENT) == []
    assert await world.experiments.list(AGENT) == []


async def test_the_estimate_is_of_both_setups(world: World) -> None:
    desk = await world.register(DESK)
    world.prices.prices |= {"offline:rules": Decimal("0.001"), "openai:small": Decimal("0.0001")}
    test = await world.lifecycle.draft(desk, body({"kind": "answerContains", "texts": ["x"]}), actor=ADMIN)
    await world.lifecycle.accept(test.id, actor=ADMIN)
    order = ExperimentOrder.model_validate({"change": {"model": "openai:small"}})
    view = await world.experiments.estimate(desk, order)
    assert (view.kind, view.runs) == ("experiment", 20)
    assert {role.model for role in view.by_role} == {"offline:rules", "openai:small"}


async def test_a_code_agent_has_no_cost_to_compare_but_a_speed(world: World) -> None:
    await world.accepted()
    view = await world.experiment(HASTY, runs=2)
    assert (view.cost.ratio, view.cost.sentence) == (
        None,
        "The agent makes no model calls of its own, so there is no cost to compare.",
    )


async def test_experiments_are_listed_newest_first(world: World) -> None:
    await world.accepted()
    first = await world.experiment(HASTY, runs=1)
    second = await world.experiment({"version": "inventive"}, runs=1)
    assert [found.id for found in await world.experiments.list(AGENT)] == [second.id, first.id]
    assert [found.id for found in await world.experiments.list(AGENT, limit=1)] == [second.id]
    with pytest.raises(NotFound):
        await world.experiments.view("nothing")


async def test_runs_out_of_range_are_refused(world: World) -> None:
    await world.accepted()
    order = ExperimentOrder.model_validate({"change": HASTY, "runs": 201})
    with pytest.raises(Invalid) as refused:
        await world.experiments.start(AGENT, order, actor=ADMIN)
    assert refused.value.code == "runs_out_of_range"

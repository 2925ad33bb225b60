"""A batch is planned as a whole or not at all, and what it may do is decided before it starts."""

from typing import Any

import pytest

from optimize.application.planning import BatchOrder
from optimize.application.views import BatchView
from optimize.domain.actor import Actor
from optimize.domain.errors import Conflict, Forbidden, Invalid, NotFound, OptimizeError
from optimize.domain.result import ResultOutcome
from optimize.domain.setup import Setup
from tests.fakes.outages import DOWN
from tests.fakes.world import ADMIN, AGENT, CLAUSE, COMPARES, EDITOR, NEVER_COMPARES, VIEWER, World, body

DESK = {"name": "desk", "model": {"ref": "offline:rules"}, "prompt": [{"part": "role", "text": "Help."}]}


async def start(world: World, order: dict[str, Any], actor: Actor = ADMIN, key: str | None = None) -> BatchView:
    return await world.planning.start(AGENT, BatchOrder.model_validate(order), actor=actor, key=key)


async def refusal(world: World, order: dict[str, Any], actor: Actor = ADMIN) -> OptimizeError:
    with pytest.raises(OptimizeError) as error:
        await start(world, order, actor)
    assert await world.history.batches(AGENT) == []
    return error.value


async def test_run_all_runs_every_accepted_test_as_often_as_it_says(world: World) -> None:
    three, one = await world.accepted(runs=3), await world.accepted(name="Once")
    await world.draft(name="Only a draft")
    batch = await world.ran()
    assert {test.test: test.counts.planned for test in batch.tests} == {three.id: 3, one.id: 1}
    assert (batch.state, batch.verdict, batch.counts.passed, batch.counts.done) == ("finished", "passed", 4, 4)
    assert batch.exploratory_reason is None


async def test_every_run_is_on_record_before_the_first_call(world: World) -> None:
    await world.accepted(CLAUSE, COMPARES)
    batch = await world.started()
    assert (batch.state, batch.counts.planned, batch.counts.done, batch.verdict) == ("planned", 5, 0, "no_result")
    assert world.models.asked == []
    assert [(run.state, run.n) for run in (await world.history.runs(AGENT)).items] == [
        ("planned", n) for n in (5, 4, 3, 2, 1)
    ]


async def test_nothing_is_planned_if_the_engine_does_not_take_it(world: World, monkeypatch: Any) -> None:
    await world.accepted()

    async def refuse(*_: object) -> None:
        raise RuntimeError("the queue is broken")

    monkeypatch.setattr(world.engine, "submit", refuse)
    with pytest.raises(RuntimeError):
        await start(world, {"kind": "run_all"}, key="k")
    assert await world.history.batches(AGENT) == []
    monkeypatch.undo()
    assert (await start(world, {"kind": "run_all"}, key="k")).counts.planned == 1


async def test_run_all_without_accepted_tests_says_what_to_do(world: World) -> None:
    await world.draft()
    error = await refusal(world, {"kind": "run_all"})
    assert isinstance(error, Conflict)
    assert error.code == "nothing_to_run"
    assert "describe one, dry-run it, accept it" in error.detail


async def test_a_batch_without_tests_is_never_planned(world: World) -> None:
    await world.accepted()
    assert (await refusal(world, {"kind": "run", "tests": []})).code == "nothing_to_run"


async def test_the_same_key_starts_one_batch(world: World) -> None:
    test = await world.accepted()
    first = await start(world, {"kind": "run_all"}, key="k")
    second = await start(world, {"kind": "run_all"}, key="k")
    assert (first.id, len(await world.history.batches(AGENT))) == (second.id, 1)
    with pytest.raises(Conflict) as other:
        await start(world, {"kind": "run", "tests": (test.id,)}, key="k")
    assert other.value.code == "key_reused"


async def test_a_test_named_twice_runs_once(world: World) -> None:
    test = await world.accepted()
    assert (await start(world, {"kind": "run", "tests": (test.id, test.id)})).counts.planned == 1


async def test_only_tests_of_this_agent_that_are_accepted_run(world: World) -> None:
    draft = await world.draft()
    assert (await refusal(world, {"kind": "run", "tests": (draft.id,)})).code == "not_accepted"
    assert (await refusal(world, {"kind": "run", "tests": ("test_x",)})).code == "no_such_test"
    other = await world.register(DESK)
    with pytest.raises(Invalid) as error:
        await world.planning.start(other, BatchOrder(kind="dry_run", tests=(draft.id,)), actor=ADMIN)
    assert error.value.code == "wrong_agent"


EXPLORATORY = [
    ({"kind": "run_all", "setup": {"prompt": {"tone": "Be brief."}}}, "prompt part swapped: tone"),
    ({"kind": "run_all", "setup": {"version": "hasty"}}, "not the live version"),
    ({"kind": "run_all", "setup": {"version": "3", "prompt": {"tone": "Brief."}}}, "tone; not the live version"),
    ({"kind": "run_all", "writes": "simulate"}, "writes simulated"),
    ({"kind": "run_all", "runs": 7}, "number of runs changed"),
    ({"kind": "dry_run"}, "dry run"),
    ({"kind": "experiment", "runs": 10}, "experiment"),
]


@pytest.mark.parametrize(("order", "reason"), EXPLORATORY)
async def test_anything_swapped_or_dry_is_exploratory_and_never_counts(
    world: World, order: dict[str, Any], reason: str
) -> None:
    test = await world.accepted()
    batch = await world.ran(**order)
    assert batch.exploratory_reason is not None
    assert reason in batch.exploratory_reason
    assert (await world.lifecycle.view(test.id)).latest is None
    assert await world.history.trend(test.id) == []
    runs = await world.history.runs(AGENT, exploratory=False)
    assert runs.items == []


OFFICIAL: list[dict[str, Any]] = [
    {"kind": "run_all"},
    {"kind": "run_all", "setup": {"version": "careful"}},
    {"kind": "run_all", "runs": 1},
    {"kind": "run_all", "writes": "refuse"},
    {"kind": "schedule"},
]


@pytest.mark.parametrize("order", OFFICIAL)
async def test_the_live_version_as_it_is_counts(world: World, order: dict[str, Any]) -> None:
    test = await world.accepted()
    batch = await world.ran(**order)
    assert batch.exploratory_reason is None
    latest = (await world.lifecycle.view(test.id)).latest
    assert latest is not None
    assert (latest.batch, latest.verdict) == (batch.id, "passed")
    assert [point.batch for point in await world.history.trend(test.id)] == [batch.id]


async def test_a_swapped_model_is_exploratory(world: World) -> None:
    desk = await world.register(DESK)
    test = await world.lifecycle.draft(desk, body({"kind": "answerContains", "texts": ["x"]}), actor=EDITOR)
    order = BatchOrder(kind="dry_run", tests=(test.id,), setup=Setup(model="offline:other"))
    batch = await world.planning.start(desk, order, actor=ADMIN)
    assert batch.exploratory_reason == "dry run; model swapped to offline:other"


SWAPS = [
    ({"model": "offline:other"}, "no_model"),
    ({"prompt": {"nothing": "x"}}, "unknown_prompt_part"),
    ({"prompt": {"tone": "In {{agent.nowhere}}."}}, "unknown_name"),
    ({"version": "9"}, "no_such_version"),
    ({"version": " "}, "no_such_version"),
]


@pytest.mark.parametrize(("setup", "code"), SWAPS)
async def test_a_swap_that_cannot_be_is_refused_before_anything_runs(
    world: World, setup: dict[str, Any], code: str
) -> None:
    await world.accepted()
    assert (await refusal(world, {"kind": "run_all", "setup": setup})).code == code


@pytest.mark.parametrize("runs", [0, 201, -1])
async def test_a_number_of_runs_out_of_range(world: World, runs: int) -> None:
    draft = await world.draft()
    assert (await refusal(world, {"kind": "dry_run", "tests": (draft.id,), "runs": runs})).code == "runs_out_of_range"


async def test_a_dry_run_too_short_to_decide_is_incomplete_and_not_failed(world: World) -> None:
    draft = await world.draft(CLAUSE)
    batch = await world.dry_run(draft.id, runs=2)
    [result] = batch.tests[0].criteria
    assert (result.verdict, result.k, result.n, result.planned, result.must_pass) == ("incomplete", 2, 2, 2, 3)
    world.judge_says("not_met")
    again = await world.dry_run(draft.id, runs=2)
    assert again.tests[0].verdict == "incomplete"
    assert again.counts.failed == 2


async def test_a_dry_run_stops_as_soon_as_it_is_decided(world: World) -> None:
    draft = await world.draft(NEVER_COMPARES, runs=5)
    batch = await world.dry_run(draft.id)
    assert (batch.verdict, batch.counts.failed, batch.counts.cancelled) == ("failed", 1, 4)
    everything = await world.dry_run(draft.id, stop_early=False)
    assert everything.counts.failed == 5


async def test_a_lost_run_never_shrinks_n(world: World) -> None:
    await world.accepted(CLAUSE, COMPARES)
    world.connections.coming = 1
    batch = await world.ran()
    judged, checked = batch.tests[0].criteria
    assert (judged.k, judged.n, judged.planned, judged.verdict) == (4, 4, 5, "incomplete")
    assert checked.verdict == "incomplete"
    assert (batch.verdict, batch.counts.could_not_run, batch.counts.passed) == ("incomplete", 1, 4)


async def test_one_failure_decides_whatever_was_lost(world: World) -> None:
    await world.accepted(NEVER_COMPARES, runs=3)
    world.connections.coming = 2
    batch = await world.ran()
    assert (batch.verdict, batch.counts.could_not_run) == ("failed", 2)


async def test_no_run_at_all_is_no_result(world: World) -> None:
    await world.accepted(CLAUSE)
    world.connections.coming = 5
    batch = await world.ran()
    [result] = batch.tests[0].criteria
    assert (result.k, result.n, result.lower, result.verdict) == (0, 0, None, ResultOutcome.NO_RESULT)
    assert batch.verdict == "no_result"
    assert {run.why for run in (await world.history.runs(AGENT)).items} == {DOWN}


async def test_a_cancelled_batch_keeps_what_was_finished_and_starts_nothing_more(world: World) -> None:
    await world.accepted(runs=3)
    batch = await world.started()
    cancelled = await world.planning.cancel(batch.id, actor=EDITOR)
    await world.engine.work()
    after = await world.history.batch(batch.id)
    assert (cancelled.state, after.state, after.counts.cancelled, after.verdict) == (
        "cancelled",
        "cancelled",
        3,
        "no_result",
    )
    assert {run.why for run in (await world.history.runs(AGENT)).items} == {"cancelled by eve"}


async def test_cancelling_what_is_over_changes_nothing(world: World) -> None:
    await world.accepted()
    batch = await world.ran()
    assert await world.planning.cancel(batch.id, actor=ADMIN) == batch
    with pytest.raises(NotFound):
        await world.planning.cancel("batch_x", actor=ADMIN)
    with pytest.raises(Forbidden):
        await world.planning.cancel(batch.id, actor=VIEWER)

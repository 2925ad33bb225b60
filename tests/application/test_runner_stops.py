"""What stops a run or keeps it from starting: cancelling, deciding early, budgets, losses."""

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path

import pytest

from optimize.application.allowance import Stopped, require
from optimize.application.ports.agent_under_test import Tools
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.setup import Setup
from optimize.domain.transcript import Ending
from tests.fakes.clock import FakeClock
from tests.fakes.planned import DEFINITION, add_agent, body, new_store
from tests.fakes.runner_world import ASSERTION, FIRST, World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    store = await new_store(tmp_path)
    await add_agent(store)
    yield World(store)
    await store.close()


async def test_a_run_of_a_cancelled_batch_does_not_start(world: World) -> None:
    await world.plan(state="cancelled", finished_at=FakeClock().now())
    await world.finish([FIRST])
    run = await world.run()
    assert (run.state, run.why, world.agents.opened) == ("cancelled", "The batch was cancelled.", [])


async def test_a_conversation_stops_at_its_next_turn_when_the_batch_is_cancelled(world: World) -> None:
    async def cancels(message: str, tools: Tools) -> str:
        async with world.store.writing() as tx:
            await tx.runs.close(FIRST, "cancelled", why="cancelled by ann", at=world.clock.now())
            await tx.batches.set_state("batch_1", "cancelled", finished_at=world.clock.now())
        return "hello"

    await world.plan(body(situation={"messages": [{"role": "user", "text": "one"}, {"role": "user", "text": "two"}]}))
    world.agents.answers = cancels
    await world.finish([FIRST])
    run = await world.run()
    assert (run.state, run.why, run.transcript) == ("cancelled", "cancelled by ann", None)
    assert (await world.batch()).state == "cancelled"


async def test_stopping_early_leaves_out_only_what_cannot_change_anything(world: World) -> None:
    test = body(criteria=[{"kind": "answerContains", "texts": ["good"]}], runs=4)
    runs = await world.plan(test, stop_early=True)
    said = iter(["good", "bad"])

    async def answers(message: str, tools: Tools) -> str:
        return next(said)

    world.agents.answers = answers
    await world.finish(runs)
    found = [await world.run(run_id) for run_id in runs]
    assert [run.state for run in found] == ["finished", "finished", "cancelled", "cancelled"]
    assert found[2].why == "Not needed: the runs before it already decided this test."
    assert (await world.batch()).state == "finished"


async def test_without_stopping_early_every_run_is_made(world: World) -> None:
    runs = await world.plan(body(criteria=[{"kind": "answerContains", "texts": ["good"]}], runs=4))
    await world.finish(runs)
    assert len(world.agents.opened) == 4


async def spent(world: World, *, spent: str = "0", reserved: str = "0") -> None:
    async with world.store.writing() as tx:
        await tx.batches.spend("batch_1", spent=Decimal(spent), reserved=Decimal(reserved))


@pytest.mark.parametrize(("already", "state"), [("0.49", "finished"), ("0.50", "could_not_run")])
async def test_the_budget_is_looked_at_before_the_agent_is_called(world: World, already: str, state: str) -> None:
    await world.plan(body(runs=2), budget=Decimal("0.50"))
    await spent(world, spent=already)
    await world.finish(["batch_1-t-2"])
    run = await world.run("batch_1-t-2")
    assert run.state == state
    if state == "could_not_run":
        assert run.why == "The budget of $0.50 is used up: $0.50 was spent."
        assert world.agents.conversations == []


async def test_a_judge_is_not_asked_beyond_the_budget(world: World) -> None:
    await world.plan(body(criteria=[ASSERTION], runs=5), budget=Decimal("0.50"))
    await world.runner.execute(FIRST)
    await spent(world, spent="0.60")
    await world.runner.judge(FIRST)
    run = await world.run()
    assert (run.state, run.why) == ("could_not_run", "The budget of $0.50 is used up: $0.60 was spent.")
    assert run.transcript is not None
    assert world.models.asked == []


async def test_a_later_turn_asks_again_whether_the_batch_can_pay(world: World) -> None:
    async def dear(message: str, tools: Tools) -> str:
        await spent(world, spent="0.50")
        return "hello"

    await world.plan(
        body(situation={"messages": [{"role": "user", "text": "one"}, {"role": "user", "text": "two"}]}),
        budget=Decimal("0.50"),
    )
    world.agents.answers = dear
    await world.finish([FIRST])
    run = await world.run()
    assert run.state == "could_not_run"
    assert run.transcript is not None
    assert run.transcript.ending is Ending.BUDGET


async def test_a_run_that_is_nowhere_may_not_go_on(world: World) -> None:
    with pytest.raises(Stopped, match="cancelled"):
        await require(world.store, "no such run")


async def test_a_lost_run_is_closed_with_its_reason(world: World) -> None:
    await world.plan()
    async with world.store.writing() as tx:
        await tx.runs.claim(FIRST, owner="dead", at=world.clock.now())
    await world.call("call_1")
    assert await world.runner.open_runs() == [FIRST]
    await world.runner.close_lost(FIRST, "It was left behind.")
    await world.runner.close_lost("no such run", "It was left behind.")
    run = await world.run()
    assert (run.state, run.why) == ("could_not_run", "It was left behind.")
    assert [call.state for call in await world.calls()] == ["unknown"]
    assert (await world.batch()).state == "finished"
    assert await world.runner.open_runs() == []


def test_a_swap_keeps_what_it_does_not_name() -> None:
    definition = AgentDefinition.model_validate(
        {
            "name": "desk",
            "model": {"ref": "a:b", "settings": {"temperature": 0}},
            "prompt": [{"part": "role", "text": "r"}, {"part": "tone", "text": "t"}],
        }
    )
    swapped = Setup(model="c:d", prompt={"tone": "T"}).applied_to(definition)
    assert swapped.model is not None
    assert (swapped.model.ref, swapped.model.settings) == ("c:d", {"temperature": 0})
    assert swapped.instructions == "r\n\nT"
    assert Setup().applied_to(DEFINITION) == DEFINITION

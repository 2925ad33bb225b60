"""Which running batch is stopped: the one that is meant, and none by guess where several run."""

from typing import Any

from langchain_core.messages import AIMessage

from optimize.application.planning import BatchOrder
from tests.assistant.conftest import AGENT, ANN, World
from tests.fakes.scripted_model import calls, scripted


async def _started(world: World) -> str:
    test = await world.draft()
    await world.use_cases.planning.start(AGENT, BatchOrder(kind="dry_run", tests=(test,)), actor=ANN)
    return test


async def _cancel(world: World, **arguments: Any) -> str:
    world.model.brain = scripted(calls(("cancel", arguments)), AIMessage("So be it."))
    await world.say("cancel")
    told = [event["content"] for event in await world.events() if event["type"] == "TOOL_CALL_RESULT"]
    return str(told[-1])


async def _running(world: World) -> list[str]:
    batches = await world.use_cases.history.batches(AGENT, active=True)
    return [shown.test for batch in batches for shown in batch.tests]


async def test_the_only_running_batch_is_stopped(world: World) -> None:
    await _started(world)
    assert "is cancelled" in await _cancel(world)
    assert await _running(world) == []


async def test_of_several_none_is_stopped_by_guess(world: World) -> None:
    await _started(world)
    await _started(world)
    told = await _cancel(world)
    assert '"status":"refused"' in told
    assert "2 batches are running, so nothing was stopped" in told
    assert len(await _running(world)) == 2


async def test_of_several_the_one_of_the_test_is_stopped(world: World) -> None:
    first, second = await _started(world), await _started(world)
    assert "is cancelled" in await _cancel(world, test=first)
    assert await _running(world) == [second]


async def test_a_test_that_does_not_run_stops_nothing(world: World) -> None:
    await _started(world)
    assert '"status":"empty"' in await _cancel(world, test="test_of_nobody")
    assert len(await _running(world)) == 1

"""read_transcript without a run: the newest one that has ended, of one test if it is named."""

from typing import Any

from optimize.application.planning import BatchOrder
from tests.assistant.conftest import AGENT, ANN, World
from tests.fakes.scripted_model import calls, scripted


async def told(world: World, **arguments: Any) -> str:
    world.model.brain = scripted(calls(("read_transcript", arguments)))
    await world.say("show me what happened")
    return [str(event["content"]) for event in await world.events() if event["type"] == "TOOL_CALL_RESULT"][-1]


async def test_the_newest_run_of_a_test_is_read(world: World) -> None:
    draft = await world.draft()
    await world.use_cases.planning.start(AGENT, BatchOrder(kind="dry_run", tests=(draft,)), actor=ANN)
    await world.engine.work()
    [run] = (await world.use_cases.history.runs(AGENT)).items
    assert run.id in await told(world, test=draft)


async def test_without_any_run_that_is_said(world: World) -> None:
    await world.draft()
    assert "No run has ended yet" in await told(world)

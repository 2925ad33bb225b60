"""Agents that never come to an end, or want everything (fault 18): each ends at its limit, and the worker lives on."""

import asyncio
import resource
import time
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from optimize.application import conversation
from optimize.application.leaving import leavable
from optimize.application.ports.agent_under_test import Tools
from optimize.application.recorder import RUN_LIMIT
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.transcript import Ending
from tests.fakes.agents import Answers, FakeAgents, echo
from tests.fakes.models import says
from tests.fakes.planned import DEFINITION, add_agent, body, new_store
from tests.fakes.runner_world import FIRST, World
from tests.faults.reporting import report
from tests.faults.served import AGENT, served
from tests.standins.openai_wire import Call, Message, Reply

SECONDS = 1.0
CALLS = 20
LIMITED = DEFINITION.model_copy(
    update={"limits": DEFINITION.limits.model_copy(update={"seconds": SECONDS, "tool_calls": CALLS})}
)
SLACK = 2.0
"""Seconds that a machine under load may take to notice."""


async def blocks() -> str:
    """A tool that holds its thread, as a driver without a time limit does."""
    await asyncio.to_thread(time.sleep, 2 * SECONDS)
    return "late"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    store = await new_store(tmp_path)
    await add_agent(store, LIMITED)
    world = World(store)
    world.agents = FakeAgents(implementations={"find_order": blocks})
    world.runner = world.a_runner("worker-1")
    yield world
    await store.close()


async def ended(world: World, answers: Answers, why: str, **parts: Any) -> float:
    """Play it, and then an agent that is well: seconds that the first one took."""
    await world.plan(body(**{"runs": 2, **parts}), definition=LIMITED)
    world.agents.answers = answers
    began = monotonic()
    await world.finish([FIRST])
    took = monotonic() - began
    run = await world.run()
    assert run.state == "finished"
    assert run.transcript is not None
    assert (run.transcript.ending, run.transcript.error) == (Ending.AGENT_ERROR, why)
    assert not (await world.verdicts())[0].verdict.passed
    assert took < SECONDS + SLACK
    world.agents.answers = echo
    await world.finish(["batch_1-t-2"])
    assert (await world.verdicts("batch_1-t-2"))[0].verdict.passed
    return took


TOO_LONG = f"The agent took longer than {SECONDS:g} seconds."


async def waits_for_ever(message: str, tools: Tools) -> str:
    await asyncio.Event().wait()
    return message


async def spins(message: str, tools: Tools) -> str:
    for _ in count():
        await asyncio.sleep(0)
    return message


async def waits_for_its_tool(message: str, tools: Tools) -> str:
    await tools.call("find_order", {})
    return message


@pytest.mark.parametrize("answers", [waits_for_ever, spins, waits_for_its_tool])
async def test_an_agent_that_never_answers_ends_at_its_time(world: World, answers: Answers) -> None:
    took = await ended(world, answers, TOO_LONG)
    report(f"{answers.__name__}: ended after {took:.2f} s of {SECONDS} s")


async def test_an_agent_that_does_not_stop_when_it_is_told_to_holds_up_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    grace, enough, left = 0.3, asyncio.Event(), asyncio.Event()
    monkeypatch.setattr(conversation, "leavable", lambda work: leavable(work, grace=grace))

    async def stubborn(message: str, tools: Tools) -> str:
        while not enough.is_set():
            try:
                await enough.wait()
            except asyncio.CancelledError:
                continue
        with pytest.raises(Exception, match="This run is over"):
            tools.say("still here")
        left.set()
        return message

    took = await ended(world, stubborn, TOO_LONG)
    enough.set()
    await left.wait()
    report(f"told to stop after {SECONDS} s, left behind after {took:.2f} s")


async def calls_for_ever(message: str, tools: Tools) -> str:
    while True:
        await tools.call("cancel_order", {})


async def calls_all_at_once(message: str, tools: Tools) -> str:
    await tools.call_together([("cancel_order", {"number": number}) for number in range(1_000)])
    return message


@pytest.mark.parametrize("answers", [calls_for_ever, calls_all_at_once])
async def test_an_endless_loop_of_tool_calls_ends_at_its_number(world: World, answers: Answers) -> None:
    took = await ended(world, answers, f"The agent asked for more than {CALLS} tool calls.")
    transcript = (await world.run()).transcript
    assert transcript is not None
    assert not any(call.sent for call in transcript.tool_calls)
    report(f"{answers.__name__}: {len(transcript.tool_calls)} calls, none sent, ended after {took:.2f} s")


async def talks_for_ever(message: str, tools: Tools) -> str:
    while True:
        tools.say("and so on " * 50_000)


async def reads_for_ever(message: str, tools: Tools) -> str:
    while True:
        tools.retrieved("everything", ["and so on " * 10_000] * 10)


@pytest.mark.parametrize("answers", [talks_for_ever, reads_for_ever])
async def test_an_agent_that_wants_all_the_memory_gets_what_a_run_may_have(world: World, answers: Answers) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    took = await ended(world, answers, f"The run is longer than {RUN_LIMIT:,} characters.")
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 500
    report(f"{answers.__name__}: {grown:.0f} MB more at most, ended after {took:.2f} s")


async def test_a_conversation_without_end_stops_at_its_turns(world: World) -> None:
    world.answers(simulator=says("And then?", "continue"))
    test = body(simulated_user={"persona": "Curious", "goal": "Know everything", "turn_limit": 50})
    await world.plan(test, definition=LIMITED)
    await world.finish([FIRST])
    transcript = (await world.run()).transcript
    assert transcript is not None
    assert transcript.ending is Ending.TURN_LIMIT
    assert len(transcript.user_messages) == LIMITED.limits.turns
    report(f"{len(transcript.user_messages)} turns, then over")


async def test_a_model_that_only_ever_calls_tools_is_asked_no_more_than_the_limit_says(tmp_path: Path) -> None:
    def calls(messages: list[Message], tools: list[dict[str, Any]]) -> Reply:
        return Reply(text="Once more.", calls=(Call(name="look", arguments="{}"),))

    async with served(tmp_path, calls) as there:
        [run] = await there.run(body(runs=1))
        asked = len(there.wire.requests)
    limit = AgentDefinition.model_validate(AGENT).limits.tool_calls
    assert run.state == "finished"
    assert run.transcript is not None
    assert run.transcript.error == f"The agent asked for more than {limit} tool calls."
    assert asked == limit + 1
    report(f"a declared agent in an endless loop: {asked} model calls, then over")

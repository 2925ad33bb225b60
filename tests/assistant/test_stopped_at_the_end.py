"""Stop, pressed while the last words of an answer are being stored: all of them arrive, and the turn ends once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from optimize.assistant.protocol import CancelCommand, MessageCommand
from tests.assistant.conftest import ANN, World
from tests.fakes.scripted_model import calls, scripted

Storing = Callable[..., Awaitable[Any]]


class Gate:
    """Holds whatever stores an event of a type, until it is opened."""

    def __init__(self, storing: Storing, kind: str) -> None:
        self._storing, self._kind = storing, kind
        self.reached, self.opened = asyncio.Event(), asyncio.Event()

    async def __call__(self, *given: Any) -> Any:
        if any(event["type"] == self._kind for event in given[-1]):
            self.reached.set()
            await self.opened.wait()
        return await self._storing(*given)


async def stopped_at(world: World, gate: Gate) -> None:
    await world.conversations.handle(world.thread, MessageCommand(client_id="1", text="hi"), ANN)
    async with asyncio.timeout(20):
        await gate.reached.wait()
    stopping = asyncio.create_task(world.conversations.handle(world.thread, CancelCommand(), ANN))
    await asyncio.sleep(0.05)
    gate.opened.set()
    assert (await stopping).type == "acknowledged"
    await world.settled()


async def test_the_last_words_arrive_whole(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = world.use_cases.threads
    gate = Gate(threads.append, "TEXT_MESSAGE_END")
    monkeypatch.setattr(threads, "append", gate)
    world.model.brain = scripted(AIMessage("all that there is to say"))
    await stopped_at(world, gate)
    types = await world.types()
    assert types.count("TEXT_MESSAGE_START") == types.count("TEXT_MESSAGE_END") == 2
    assert types.count("RUN_FINISHED") == 1


async def test_a_turn_that_is_just_ending_ends_in_one_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(world.use_cases.threads.finish, "RUN_FINISHED")
    monkeypatch.setattr(world.use_cases.threads, "finish", gate)
    world.model.brain = scripted(AIMessage("all that there is to say"))
    await stopped_at(world, gate)
    assert (await world.types()).count("RUN_FINISHED") == 1
    assert (await world.last("RUN_FINISHED"))["outcome"]["type"] == "success"
    turn = await world.use_cases.threads.last_turn(world.thread)
    assert turn is not None
    assert turn.state == "done"


async def test_a_card_that_is_just_being_shown_can_be_answered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    test = await world.draft()
    gate = Gate(world.use_cases.threads.finish, "RUN_FINISHED")
    monkeypatch.setattr(world.use_cases.threads, "finish", gate)
    world.model.brain = scripted(calls(("accept_test", {"test": test})), AIMessage("Not accepted."))
    await stopped_at(world, gate)
    [card] = await world.interrupts()
    assert [p.id for p in await world.use_cases.approvals.list(thread=world.thread, state="pending")] == [card["id"]]
    await world.say("no")
    assert (await world.last("RUN_FINISHED"))["outcome"]["type"] == "success"

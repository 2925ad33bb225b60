"""Two messages sent one right after the other: the first one is taken, whatever the database does first."""

import asyncio

import pytest
from langchain_core.messages import AIMessage

from optimize.application.records import ThreadRecord
from optimize.assistant.protocol import MessageCommand
from optimize.domain.errors import Conflict
from tests.assistant.conftest import ANN, World
from tests.fakes.scripted_model import scripted


async def test_the_first_of_two_is_taken(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = world.use_cases.threads
    read, delays = threads.get, [0.05, 0.0]

    async def slow_at_first(thread: str) -> ThreadRecord:
        await asyncio.sleep(delays.pop(0) if delays else 0)
        return await read(thread)

    monkeypatch.setattr(threads, "get", slow_at_first)
    world.model.pause = 0.05
    world.model.brain = scripted(AIMessage("one two three four"))
    sent = [MessageCommand(client_id=text, text=text) for text in ("first", "second")]
    taking = [asyncio.create_task(world.conversations.handle(world.thread, command, ANN)) for command in sent]
    first, second = await asyncio.gather(*taking, return_exceptions=True)
    await world.settled()
    assert not isinstance(first, BaseException)
    assert isinstance(second, Conflict)
    assert [turn.text for turn in await threads.turns(world.thread)] == ["first"]

"""The line in which messages stand before the model is asked."""

import asyncio

import pytest
from langchain_core.messages import AIMessage

from optimize.assistant import first_words
from optimize.assistant.first_words import AT_ONCE, FirstWords, Place
from optimize.assistant.protocol import CancelCommand, MessageCommand
from optimize.domain.errors import Invalid
from tests.assistant.conftest import ANN, World


async def waiting(line: FirstWords, number: int) -> list[asyncio.Task[Place]]:
    tasks = [asyncio.create_task(line.place()) for _ in range(number)]
    await asyncio.sleep(0)
    return tasks


async def test_messages_come_to_their_turn_in_order_of_arrival() -> None:
    line = FirstWords()
    tasks = await waiting(line, AT_ONCE + 2)
    assert [task.done() for task in tasks] == [True] * AT_ONCE + [False] * 2
    tasks[0].result().leave()
    tasks[0].result().leave()
    await asyncio.sleep(0)
    assert [task.done() for task in tasks[AT_ONCE:]] == [True, False]
    tasks[1].result().leave()
    await tasks[-1]


async def test_who_stops_waiting_takes_nobodys_place() -> None:
    line = FirstWords()
    *held, leaving, last = await waiting(line, AT_ONCE + 2)
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    held[0].result().leave()
    await last


async def test_who_has_been_heard_gives_way_while_others_wait_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    line = FirstWords()
    place, *others = await waiting(line, AT_ONCE + 1)
    giving = asyncio.create_task(place.result().give_way())
    await asyncio.sleep(0.02)
    assert not giving.done()
    others[0].result().leave()
    await giving
    await waiting(line, 1)
    monkeypatch.setattr(first_words, "MOST_SECONDS", 0.01)
    async with asyncio.timeout(0.4):
        await place.result().give_way()


async def test_nobody_gives_way_without_a_crowd() -> None:
    line = FirstWords()
    place = await line.place()
    async with asyncio.timeout(0.1):
        await place.give_way()
        await Place().give_way()
    Place().leave()


async def test_no_message_keeps_its_place_however_it_ends(world: World) -> None:
    world.model.brain = lambda _: AIMessage("Hello.")
    async with asyncio.timeout(20):
        for number in range(AT_ONCE + 1):
            await world.say("hello", client_id=f"answered-{number}")
            await world.say("hello", client_id=f"answered-{number}")
            with pytest.raises(Invalid):
                await world.say(" ", client_id=f"empty-{number}")
            message = MessageCommand(type="message", client_id=f"cancelled-{number}", text="hello")
            await world.conversations.handle(world.thread, message, ANN)
            await world.conversations.handle(world.thread, CancelCommand(type="cancel"), ANN)
        await world.say("hello", client_id="last")
    assert (await world.types())[-1] == "RUN_FINISHED"

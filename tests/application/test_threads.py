"""Threads: one turn at a time, each message once, every event numbered without a gap."""

from typing import Any

import pytest

from optimize.application.records import TurnRecord
from optimize.application.threads import NEW_TITLE
from optimize.domain.errors import Conflict, Forbidden, Invalid, NotFound
from optimize.domain.text import clean
from tests.fakes.world import ADMIN, AGENT, EDITOR, VIEWER, World


async def a_thread(world: World, title: str | None = None) -> str:
    return (await world.threads.create(AGENT, actor=EDITOR, title=title)).id


async def begun(
    world: World, thread: str, client: str = "c1", text: str = "Hello", turn: str = "turn_1", **parts: Any
) -> TurnRecord:
    record, _ = await world.threads.begin(
        thread, client_id=client, text=text, actor=EDITOR, events=[{"said": text}], turn=turn, **parts
    )
    return record


async def test_a_turn_begins_with_its_events_and_ends(world: World) -> None:
    thread = await a_thread(world)
    turn = await begun(world, thread)
    assert (await world.threads.of_agent(AGENT))[0].busy
    await world.threads.append(thread, turn.id, [{"n": 2}, {"n": 3}])
    await world.threads.finish(turn, "done", [{"n": 4}])
    events = await world.threads.events(thread)
    assert [(event.seq, event.turn) for event in events] == [(n, turn.id) for n in (1, 2, 3, 4)]
    assert (await world.threads.turn(turn.id)).state == "done"
    assert not (await world.threads.of_agent(AGENT))[0].busy


async def test_a_second_message_during_a_turn_is_refused(world: World) -> None:
    thread = await a_thread(world)
    await begun(world, thread)
    with pytest.raises(Conflict) as error:
        await begun(world, thread, "c2", turn="turn_2")
    assert error.value.code == "turn_running"
    assert [event.seq for event in await world.threads.events(thread)] == [1]


@pytest.mark.parametrize("state", ["running", "done"])
async def test_a_client_id_comes_once(world: World, state: Any) -> None:
    thread = await a_thread(world)
    turn = await begun(world, thread)
    await world.threads.finish(turn, state)
    with pytest.raises(Conflict) as error:
        await begun(world, thread, turn="turn_2")
    assert error.value.code == "repeated_message"
    assert [event.turn for event in await world.threads.events(thread)] == ["turn_1"]
    assert [(known.id, known.client_id) for known in await world.threads.turns(thread)] == [("turn_1", "c1")]


async def test_the_same_client_id_in_another_thread_is_another_message(world: World) -> None:
    await begun(world, await a_thread(world))
    await begun(world, await a_thread(world), turn="turn_2")
    assert len(await world.threads.open_turns()) == 2


async def test_a_waiting_turn_is_answered_by_the_next_message(world: World) -> None:
    thread = await a_thread(world)
    waiting = await begun(world, thread)
    await world.threads.finish(waiting, "waiting")
    with pytest.raises(Conflict):
        await begun(world, thread, "c2", turn="turn_2")
    await begun(world, thread, "c2", "yes", "turn_2", instead_of=waiting.id)
    assert (await world.threads.turn(waiting.id)).state == "done"
    last = await world.threads.last_turn(thread)
    assert last is not None
    assert (last.id, last.state) == ("turn_2", "running")


@pytest.mark.parametrize("text", ["", "  ", "\n\t", "\u00a0\u2003"])
async def test_an_empty_message_is_refused(world: World, text: str) -> None:
    thread = await a_thread(world)
    with pytest.raises(Invalid) as error:
        await begun(world, thread, text=text)
    assert error.value.code == "empty_message"
    assert await world.threads.open_turns(thread) == []


@pytest.mark.parametrize("text", ["half \ud800", "a\0b", "x" * 100_000, "\u200b😀"])
async def test_odd_texts_are_kept_readable(world: World, text: str) -> None:
    thread = await a_thread(world)
    record, _ = await world.threads.begin(thread, client_id=text, text=text, actor=EDITOR, events=[], turn="turn_1")
    assert (await world.threads.turn("turn_1")).text == record.text
    assert "\0" not in record.text
    record.text.encode()
    assert len((await world.threads.of_agent(AGENT))[0].title) <= 60
    assert [turn.client_id for turn in await world.threads.turns(thread)] == [clean(text)]


async def test_a_thread_is_named_after_its_first_message(world: World) -> None:
    thread = await a_thread(world)
    assert (await world.threads.get(thread)).title == NEW_TITLE
    await world.threads.finish(await begun(world, thread, text="The agent must\n compare first"), "done")
    await begun(world, thread, "c2", "And something else", "turn_2")
    assert (await world.threads.get(thread)).title == "The agent must compare first"
    named = await a_thread(world, " Prices ")
    await begun(world, named, turn="turn_3")
    assert (await world.threads.get(named)).title == "Prices"


async def test_who_may_not(world: World) -> None:
    with pytest.raises(Forbidden):
        await world.threads.create(AGENT, actor=VIEWER)
    thread = await a_thread(world)
    with pytest.raises(Forbidden):
        await world.threads.begin(thread, client_id="c", text="x", actor=VIEWER, events=[], turn="t")


@pytest.mark.parametrize("thread", ["thread_x", "\ud800", "a\0b"])
async def test_a_thread_that_is_not_there(world: World, thread: str) -> None:
    for asked in (world.threads.get(thread), world.threads.events(thread), world.threads.turn(thread)):
        with pytest.raises(NotFound):
            await asked
    with pytest.raises(NotFound):
        await begun(world, thread)
    with pytest.raises(NotFound):
        await world.threads.create("nobody", actor=ADMIN)


async def test_events_are_replayed_from_a_number(world: World) -> None:
    thread = await a_thread(world)
    turn = await begun(world, thread)
    await world.threads.append(thread, turn.id, [{"n": n} for n in range(2, 6)])
    assert [event.seq for event in await world.threads.events(thread, after=2, limit=2)] == [3, 4]

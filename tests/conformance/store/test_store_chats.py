"""Threads, turns, events, proposals."""

import asyncio

import pytest

from optimize.adapters.store.store import SqlStore
from optimize.domain.errors import Conflict, NotFound
from tests.conformance.store.world import NOON, World, a_proposal, a_thread, a_turn, later


async def test_threads_are_listed_by_newest_activity(world: World) -> None:
    async with world.store.writing() as tx:
        for thread_id in ("th1", "th2", "th3"):
            await tx.chats.add_thread(a_thread(thread_id))
        await tx.chats.touch("th1", at=later(1), title="Invoices")
        await tx.chats.touch("th2", at=later(0))
        assert [thread.id for thread in await tx.chats.threads("desk")] == ["th1", "th3", "th2"]
        assert await tx.chats.thread("th1") == a_thread("th1", title="Invoices", updated_at=later(1))
        assert await tx.chats.thread("none") is None
        assert await tx.chats.threads("none") == []


async def test_a_client_id_counts_once_per_thread(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.chats.add_thread(a_thread("th1"))
        await tx.chats.add_thread(a_thread("th2"))
        assert await tx.chats.add_turn(a_turn("u1", "c1"))
        assert not await tx.chats.add_turn(a_turn("u2", "c1", text="again"))
        assert await tx.chats.add_turn(a_turn("u3", "c1", thread="th2"))
        assert await tx.chats.turns("th1") == [a_turn("u1", "c1")]
        assert await tx.chats.turn("u2") is None


async def test_a_turn_is_open_while_it_runs_or_waits(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.chats.add_thread(a_thread("th1"))
        await tx.chats.add_thread(a_thread("th2"))
        for turn_id in ("u3", "u1", "u2"):
            await tx.chats.add_turn(a_turn(turn_id, turn_id))
        await tx.chats.add_turn(a_turn("u4", "u4", thread="th2"))
        await tx.chats.set_turn("u1", "waiting")
        await tx.chats.set_turn("u2", "done", ended_at=later(1))
        assert [turn.id for turn in await tx.chats.open_turns()] == ["u3", "u1", "u4"]
        assert [turn.id for turn in await tx.chats.open_turns("th1")] == ["u3", "u1"]
        ended = await tx.chats.turn("u2")
    assert ended == a_turn("u2", "u2", state="done", ended_at=later(1))


async def test_events_are_numbered_per_thread_without_gaps(world: World) -> None:
    await world.chatting()
    async with world.store.writing() as tx:
        await tx.chats.add_thread(a_thread("th2"))
        first = await tx.chats.append("th1", "u1", NOON, [{"type": "A"}, {"type": "B", "n": [1, None]}])
        await tx.chats.append("th2", "u9", NOON, [{"type": "X"}])
    async with world.store.writing() as tx:
        second = await tx.chats.append("th1", "u1", later(1), [{"type": "C"}])
        assert await tx.chats.append("th1", "u1", later(1), []) == []
        assert [event.seq for event in [*first, *second]] == [1, 2, 3]
        assert await tx.chats.events("th1") == [*first, *second]
        assert await tx.chats.events("th1", after=1, limit=1) == first[1:]
        assert [event.seq for event in await tx.chats.events("th2")] == [1]
        assert await tx.chats.newest(["th1", "th2", "th9"]) == {"th1": len([*first, *second]), "th2": 1}
        assert await tx.chats.newest([]) == {}


async def test_an_event_that_was_rolled_back_leaves_no_gap(world: World) -> None:
    await world.chatting()

    async def lose() -> None:
        async with world.store.writing() as tx:
            await tx.chats.append("th1", "u1", NOON, [{"type": "lost"}])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await lose()
    async with world.store.writing() as tx:
        [event] = await tx.chats.append("th1", "u1", NOON, [{"type": "kept"}])
    assert event.seq == 1


async def test_events_appended_at_once_are_gapless(world: World) -> None:
    await world.chatting()

    async def append(n: int) -> None:
        async with world.store.writing() as tx:
            await tx.chats.append("th1", "u1", NOON, [{"n": n}, {"n": n}])

    await asyncio.gather(*(append(n) for n in range(20)))
    async with world.store.reading() as tx:
        events = await tx.chats.events("th1")
    assert [event.seq for event in events] == list(range(1, 41))
    assert all(a.event == b.event for a, b in zip(events[::2], events[1::2], strict=True))


async def test_what_is_not_there_is_not_found(store: SqlStore) -> None:
    with pytest.raises(NotFound):
        async with store.writing() as tx:
            await tx.chats.append("none", "u1", NOON, [{}])
    with pytest.raises(NotFound):
        async with store.writing() as tx:
            await tx.chats.touch("none", at=NOON)
    with pytest.raises(NotFound):
        async with store.writing() as tx:
            await tx.chats.set_turn("none", "done")


async def test_proposals_come_back_and_are_filtered(world: World) -> None:
    async with world.store.writing() as tx:
        for proposal_id in ("p2", "p1"):
            await tx.proposals.add(a_proposal(proposal_id, warning="suggested after reading run 3"))
        await tx.proposals.add(a_proposal("p3", thread="th2"))
        assert await tx.proposals.answer("p1", "approved", by="bob", at=later(1))
        assert await tx.proposals.get("p2") == a_proposal("p2", warning="suggested after reading run 3")
        assert await tx.proposals.of_call("th2", "call-p3") == a_proposal("p3", thread="th2")
        assert await tx.proposals.of_call("th1", "call-p3") is None
        assert await tx.proposals.get("none") is None
        assert [p.id for p in await tx.proposals.list()] == ["p2", "p1", "p3"]
        assert [p.id for p in await tx.proposals.list(agent="desk", thread="th1", state="pending")] == ["p2"]


@pytest.mark.parametrize("state", ["approved", "declined", "void"])
async def test_a_proposal_is_answered_once(world: World, state: str) -> None:
    async with world.store.writing() as tx:
        await tx.proposals.add(a_proposal())
        assert await tx.proposals.answer("p1", state, by="bob", at=later(1))
        assert not await tx.proposals.answer("p1", "approved", by="eve", at=later(2))
        answered = await tx.proposals.get("p1")
    assert answered == a_proposal(state=state, answered_by="bob", answered_at=later(1))


async def test_an_approval_is_used_once(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.proposals.add(a_proposal("p1"))
        await tx.proposals.add(a_proposal("p2"))
        assert not await tx.proposals.redeem("p1")
        await tx.proposals.answer("p1", "approved", by="bob", at=later(1))
        await tx.proposals.answer("p2", "declined", by="bob", at=later(1))
        assert await tx.proposals.redeem("p1")
        assert not await tx.proposals.redeem("p1")
        assert not await tx.proposals.redeem("p2")


async def test_one_tool_call_has_one_proposal(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.proposals.add(a_proposal("p1", call="same"))
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await tx.proposals.add(a_proposal("p2", call="same"))
    assert refused.value.code == "already_exists"

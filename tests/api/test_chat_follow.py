"""Following a thread: no gap and nothing twice, in whatever order things are told."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from optimize.api.chat.follow import FellBehind, follow
from optimize.application.records import EventRecord
from optimize.assistant.broadcast import Broadcast
from optimize.bootstrap import Optimize

THREAD = "thread-1"


def _event(seq: int) -> EventRecord:
    return EventRecord(thread=THREAD, seq=seq, turn="t", at=datetime(2026, 1, 5, tzinfo=UTC), event={"n": seq})


class FakeThreads:
    """Events on record; `meanwhile` happens while they are being read."""

    def __init__(self) -> None:
        self.stored: list[EventRecord] = []
        self.meanwhile: list[Any] = []

    async def get(self, thread: str) -> None: ...

    async def events(self, thread: str, *, after: int = 0, limit: int = 1000) -> list[EventRecord]:
        found = [record for record in self.stored if record.seq > after][:limit]
        while self.meanwhile:
            self.meanwhile.pop()()
        return found


class World:
    def __init__(self) -> None:
        self.threads, self.broadcast = FakeThreads(), Broadcast()

    def store(self, *seqs: int) -> list[EventRecord]:
        records = [_event(seq) for seq in seqs]
        self.threads.stored += records
        return records

    def follow(self, after: int = 0) -> AsyncGenerator[EventRecord]:
        optimize = SimpleNamespace(use_cases=SimpleNamespace(threads=self.threads), broadcast=self.broadcast)
        return follow(cast(Optimize, optimize), THREAD, after)


async def _seqs(events: AsyncGenerator[EventRecord], many: int) -> list[int]:
    async with asyncio.timeout(2):
        return [(await anext(events)).seq for _ in range(many)]


@pytest.fixture
def world() -> World:
    return World()


async def test_the_store_comes_first_then_what_is_new(world: World) -> None:
    world.store(1, 2, 3)
    events = world.follow(after=1)
    assert await _seqs(events, 2) == [2, 3]
    world.broadcast.publish(world.store(4))
    assert await _seqs(events, 1) == [4]
    await events.aclose()


async def test_what_happens_while_the_store_is_read_comes_once(world: World) -> None:
    world.store(1)
    world.threads.meanwhile.append(lambda: world.broadcast.publish(world.store(2, 3)))
    events = world.follow()
    assert await _seqs(events, 3) == [1, 2, 3]
    world.broadcast.publish(world.store(4))
    assert await _seqs(events, 1) == [4]
    await events.aclose()


async def test_events_told_in_another_order_are_put_right(world: World) -> None:
    events = world.follow()
    waiting = asyncio.create_task(_seqs(events, 3))
    await asyncio.sleep(0)
    one, two, three = world.store(1, 2, 3)
    world.broadcast.publish([two])
    world.broadcast.publish([one, three])
    assert await waiting == [1, 2, 3]
    await events.aclose()


async def test_who_does_not_keep_up_is_sent_away(world: World) -> None:
    world.store(1)
    events = world.follow()
    assert await _seqs(events, 1) == [1]
    world.broadcast.publish(world.store(*range(2, 400)))
    with pytest.raises(FellBehind):
        await _seqs(events, 400)
    await events.aclose()


async def test_nobody_is_listed_as_listening_afterwards(world: World) -> None:
    world.store(1)
    events = world.follow()
    await _seqs(events, 1)
    assert world.broadcast.threads() == [THREAD]
    await events.aclose()
    assert world.broadcast.threads() == []

"""Events on their way out: the first at once, the rest gathered, none lost to a database that did not answer."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest

from optimize.application.records import TurnRecord
from optimize.application.threads import Threads
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.custom import Wire
from optimize.assistant.writer import TurnWriter
from optimize.domain.errors import Unavailable
from tests.fakes.planned import NOW

TURN = TurnRecord(id="t", thread="th", client_id="c", text="hi", state="running", by="ann", started_at=NOW)


class FakeThreads:
    """Keeps each batch of events as it was written; it refuses the first `refusals` ones."""

    def __init__(self, refusals: int = 0) -> None:
        self.written: list[list[Wire]] = []
        self._refusals = refusals

    async def append(self, thread: str, turn: str, events: Sequence[Wire]) -> list[Any]:
        if self._refusals:
            self._refusals -= 1
            raise Unavailable("store_busy", "The database is busy; try again.")
        self.written.append(list(events))
        return []

    async def finish(self, turn: TurnRecord, state: str, events: Sequence[Wire]) -> list[Any]:
        return await self.append(turn.thread, turn.id, events)


def delta(text: str) -> Wire:
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": text}


def writer_to(threads: FakeThreads) -> TurnWriter:
    return TurnWriter(TURN, cast(Threads, threads), Broadcast())


async def test_the_first_word_is_not_kept_back_and_those_after_it_are_joined() -> None:
    threads = FakeThreads()
    writer = writer_to(threads)
    await writer.write([delta("one ")])
    await asyncio.sleep(0.01)
    assert threads.written == [[delta("one ")]]
    for word in ("two ", "three"):
        await writer.write([delta(word)])
    await writer.finish("done", [{"type": "RUN_FINISHED"}])
    assert threads.written == [[delta("one ")], [delta("two three")], [{"type": "RUN_FINISHED"}]]


async def test_a_word_that_comes_after_the_last_one_was_written_is_not_left_waiting() -> None:
    threads = FakeThreads()
    writer = writer_to(threads)
    for word in ("one ", "two ", "three"):
        await writer.write([delta(word)])
        await asyncio.sleep(0.06)
    assert threads.written == [[delta("one ")], [delta("two ")], [delta("three")]]


async def test_what_the_database_refused_is_written_with_the_next_words() -> None:
    threads = FakeThreads(refusals=2)
    writer = writer_to(threads)
    await writer.write([delta("one ")])
    with pytest.raises(Unavailable):
        await writer.finish("done", [{"type": "RUN_FINISHED"}])
    await writer.write([delta("two")])
    await writer.finish("done", [{"type": "RUN_FINISHED"}])
    assert threads.written == [[delta("one two")], [{"type": "RUN_FINISHED"}]]

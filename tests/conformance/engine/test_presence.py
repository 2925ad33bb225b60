"""Who is alive, and who looks after the dead."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from optimize.adapters.engine.presence import Presence
from optimize.adapters.store.store import SqlStore
from tests.fakes.clock import FakeClock
from tests.fakes.planned import new_store

BEAT = 0.02


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    store = await new_store(tmp_path)
    yield store
    await store.close()


class Process:
    """One that says it is alive when it is told to."""

    def __init__(self, store: SqlStore, name: str) -> None:
        self.taken: list[str] = []
        self.swept = 0
        self._clock = FakeClock()
        self._presence = Presence(store, self._clock, name, self._take_over, beat_seconds=BEAT)

    async def beat(self) -> None:
        self._clock.advance(1)
        await self._presence.beat()

    async def _take_over(self, dead: Sequence[str]) -> None:
        self.swept += 1
        self.taken += dead


async def together(*processes: Process, times: int = 1, after: float = 0.0) -> None:
    for _ in range(times):
        await asyncio.sleep(after)
        for process in processes:
            await process.beat()


async def test_one_that_falls_silent_is_taken_over_once_by_the_first_of_the_living(store: SqlStore) -> None:
    a, b, c = (Process(store, name) for name in "abc")
    await together(a, b, c, times=2)
    await together(b, c, times=4, after=BEAT)
    assert (b.taken, c.taken) == (["a"], [])
    await together(b, c, times=4, after=BEAT)
    assert (b.taken, c.taken) == (["a"], [])


async def test_one_that_comes_back_is_alive_again(store: SqlStore) -> None:
    a, b = Process(store, "a"), Process(store, "b")
    await together(a, b)
    await together(b, times=4, after=BEAT)
    assert b.taken == ["a"]
    await together(a, b, times=3)
    assert (a.taken, b.taken) == ([], ["a"])
    async with store.reading() as tx:
        assert set(await tx.executors.all()) == {"a", "b"}


async def test_what_else_was_left_behind_is_looked_for_by_one_process_now_and_then(store: SqlStore) -> None:
    a, b = Process(store, "a"), Process(store, "b")
    await together(a, b, times=13)
    assert (a.swept, b.swept) == (2, 0)


async def test_a_beat_comes_by_itself_until_it_is_stopped(store: SqlStore) -> None:
    presence = Presence(store, FakeClock(), "a", Process(store, "x")._take_over, beat_seconds=BEAT)
    await presence.start()
    async with store.reading() as tx:
        assert set(await tx.executors.all()) == {"a"}
    await presence.stop()
    await presence.stop()

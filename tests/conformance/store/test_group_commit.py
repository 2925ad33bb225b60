"""Transactions that queue up share a commit; each still stands or falls by itself."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import event

from optimize.adapters.store.store import SqlStore
from optimize.domain.errors import Conflict
from tests.conformance.store.world import NOON


class Commits:
    """Counts the commits of a store; `fail()` has the next one fail."""

    def __init__(self, store: SqlStore) -> None:
        self.count = 0
        self._failing = False
        event.listen(store.engine.sync_engine, "commit", self._seen)

    def fail(self) -> None:
        self._failing = True

    def _seen(self, connection: Any) -> None:
        del connection
        self.count += 1
        if self._failing:
            self._failing = False
            raise OSError("the disk went away")


async def say(store: SqlStore, name: str, *, error: Exception | None = None) -> None:
    async with store.writing() as tx:
        await tx.executors.seen(name, at=NOON)
        if error:
            raise error


async def said(store: SqlStore) -> set[str]:
    async with store.reading() as tx:
        return set(await tx.executors.all())


async def test_what_queues_up_waits_for_the_disk_once(sqlite_store: SqlStore) -> None:
    commits = Commits(sqlite_store)
    await asyncio.gather(*(say(sqlite_store, f"p{n}") for n in range(40)))
    assert len(await said(sqlite_store)) == 40
    assert commits.count <= 2


async def test_one_that_fails_undoes_nothing_of_the_others(sqlite_store: SqlStore) -> None:
    wrong = Conflict("wrong", "Not this one.")
    tries = [say(sqlite_store, f"p{n}", error=wrong if n % 3 == 0 else None) for n in range(30)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert [outcome is wrong for outcome in outcomes] == [n % 3 == 0 for n in range(30)]
    assert await said(sqlite_store) == {f"p{n}" for n in range(30) if n % 3}


async def test_nobody_is_told_that_it_is_saved_if_the_commit_fails(sqlite_store: SqlStore) -> None:
    commits = Commits(sqlite_store)
    commits.fail()
    outcomes = await asyncio.gather(*(say(sqlite_store, f"p{n}") for n in range(10)), return_exceptions=True)
    lost = {f"p{n}" for n, outcome in enumerate(outcomes) if isinstance(outcome, OSError)}
    assert lost
    assert await said(sqlite_store) == {f"p{n}" for n in range(10)} - lost
    await say(sqlite_store, "again")
    assert "again" in await said(sqlite_store)


async def test_one_that_is_cancelled_holds_up_nobody(sqlite_store: SqlStore) -> None:
    async def hangs() -> None:
        async with sqlite_store.writing() as tx:
            await tx.executors.seen("hanging", at=NOON)
            await asyncio.sleep(60)

    first = asyncio.create_task(say(sqlite_store, "first"))
    hanging = asyncio.create_task(hangs())
    waiting = [asyncio.create_task(say(sqlite_store, f"p{n}")) for n in range(5)]
    await asyncio.sleep(0.05)
    waiting[0].cancel()
    hanging.cancel()
    outcomes = await asyncio.gather(first, hanging, *waiting, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None)] + [asyncio.CancelledError] * 2 + [type(None)] * 4
    assert await said(sqlite_store) == {"first", "p1", "p2", "p3", "p4"}


async def test_a_commit_does_not_wait_for_one_who_gave_up_its_turn(sqlite_store: SqlStore) -> None:
    async def first() -> None:
        async with sqlite_store.writing() as tx:
            await tx.executors.seen("first", at=NOON)
            await asyncio.sleep(0.01)  # the second one waits by now
            asyncio.get_running_loop().call_soon(second.cancel)  # just when it gets its turn

    going = asyncio.create_task(first())
    await asyncio.sleep(0)
    second = asyncio.create_task(say(sqlite_store, "second"))
    async with asyncio.timeout(5):
        await going
    assert second.cancelled()
    assert await said(sqlite_store) == {"first"}


@pytest.mark.parametrize("moment", [0.0, 0.0005, 0.002])
async def test_cancelling_at_any_moment_leaves_the_writer_usable(sqlite_store: SqlStore, moment: float) -> None:
    for n in range(10):
        task = asyncio.create_task(say(sqlite_store, f"c{n}"))
        await asyncio.sleep(moment)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await say(sqlite_store, "after")
    assert "after" in await said(sqlite_store)

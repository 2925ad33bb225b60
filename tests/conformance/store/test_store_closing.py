"""A store is closed when everybody has left it, and for good: no connection stays open, nothing begun is cut off."""

import asyncio
import gc
from typing import Any

import pytest

from optimize.adapters.store.store import SqlStore
from optimize.domain.errors import Unavailable
from tests.conformance.store.world import NOON


async def _said(store: SqlStore) -> set[str]:
    async with store.reading() as tx:
        return set(await tx.executors.all())


async def _say(store: SqlStore, name: str, *, takes: float = 0) -> None:
    async with store.writing() as tx:
        await asyncio.sleep(takes)
        await tx.executors.seen(name, at=NOON)


async def _read(store: SqlStore, *, takes: float) -> int:
    async with store.reading() as tx:
        await asyncio.sleep(takes)
        return len(await tx.executors.all())


async def test_what_has_begun_ends_before_the_connections_are_closed(store: SqlStore) -> None:
    await _say(store, "before")
    going: list[asyncio.Task[Any]] = [asyncio.create_task(_say(store, f"w{n}", takes=0.02)) for n in range(3)]
    going += [asyncio.create_task(_read(store, takes=0.05)) for _ in range(3)]
    await asyncio.sleep(0)
    await store.close()
    assert [task.done() for task in going] == [True] * 6
    await asyncio.gather(*going)
    del going
    gc.collect()  # what was not closed would warn, and a warning is an error


async def test_a_closed_store_says_so(store: SqlStore) -> None:
    await _say(store, "before")
    await store.close()
    for late in (_say(store, "after"), _said(store), store.check()):
        with pytest.raises(Unavailable, match="stopping"):
            await late
    await store.close()


async def test_one_that_is_cancelled_inside_does_not_hold_up_the_end(store: SqlStore) -> None:
    hanging: list[asyncio.Task[Any]] = [
        asyncio.create_task(_say(store, "never", takes=60)),
        asyncio.create_task(_read(store, takes=60)),
    ]
    await asyncio.sleep(0.02)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0.02)
    assert not closing.done()
    for task in hanging:
        task.cancel()
    async with asyncio.timeout(10):
        await closing
    assert [task.cancelled() for task in hanging] == [True, True]

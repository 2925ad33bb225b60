"""What another process on the same database tells in a conversation reaches those who have it open here."""

import asyncio
from datetime import UTC, datetime

from optimize.adapters.store.store import open_store
from optimize.assistant.live import OUTSIDE
from tests.api.served import Served, heard

AT = datetime(2026, 1, 5, 12, tzinfo=UTC)


def tell_from_elsewhere(served: Served, thread: str, count: int) -> None:
    async def told() -> None:
        store = open_store(served.optimize.settings.store_url)
        async with store.writing() as tx:
            events = [{"type": "CUSTOM", "name": "progress", "value": {"done": number}} for number in range(count)]
            await tx.chats.append(thread, OUTSIDE, AT, events)
        await store.close()

    asyncio.run(told())


def test_what_a_worker_tells_is_heard_without_anything_happening_here(served: Served) -> None:
    thread = served.thread()
    with served.socket(thread) as socket:
        tell_from_elsewhere(served, thread, 3)
        frames = [heard(socket) for _ in range(3)]
        tell_from_elsewhere(served, thread, 1)
        frames.append(heard(socket))
    assert [frame["seq"] for frame in frames] == [1, 2, 3, 4]
    assert [frame["event"]["value"]["done"] for frame in frames] == [0, 1, 2, 0]

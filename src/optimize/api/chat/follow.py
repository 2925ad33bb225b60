"""The events of a thread as they come: from the store first, then live, with no gap and nothing twice."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Final

from optimize.application.records import EventRecord
from optimize.application.threads import Threads
from optimize.assistant.broadcast import Listener
from optimize.bootstrap import Optimize

_PAGE: Final = 100
"""So many events are held for a reader who is slow to take them."""


class FellBehind(Exception):
    """This reader is too slow: it has to come again from the last event it saw."""


async def follow(optimize: Optimize, thread: str, after: int) -> AsyncGenerator[EventRecord]:
    """Events with a number above `after`, for ever. Raises FellBehind, NotFound for a thread that does not exist."""
    threads = optimize.use_cases.threads
    await threads.get(thread)
    listener = optimize.broadcast.join(thread)
    seen = after
    try:
        while True:
            async for record in stored(threads, thread, seen):
                yield record
                seen = record.seq
            # Two writers may publish in another order than they stored: whatever is not the next one is read again.
            while (record := await _newer(listener, seen)).seq == seen + 1:
                yield record
                seen = record.seq
    finally:
        optimize.broadcast.leave(thread, listener)


async def stored(threads: Threads, thread: str, after: int) -> AsyncIterator[EventRecord]:
    """What is on record above `after`, page by page."""
    while records := await threads.events(thread, after=after, limit=_PAGE):
        for record in records:
            yield record
        after = records[-1].seq


def envelope(record: EventRecord) -> dict[str, Any]:
    """An Envelope as it is told: the event exactly as it is on record."""
    return {"seq": record.seq, "turn_id": record.turn, "at": record.at.isoformat(), "event": record.event}


def envelope_json(record: EventRecord) -> str:
    return json.dumps(envelope(record), ensure_ascii=False, separators=(",", ":"))


async def _newer(listener: Listener, seen: int) -> EventRecord:
    while not listener.lost:
        record = await listener.next()
        if record.seq > seen:
            return record
    raise FellBehind

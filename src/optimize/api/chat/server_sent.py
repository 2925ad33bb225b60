"""The events of a thread as server-sent events, for clients that cannot use a websocket."""

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import Final

from optimize.api.caller import Caller
from optimize.api.chat.follow import FellBehind, envelope_json, follow
from optimize.application.records import EventRecord
from optimize.bootstrap import Optimize

STREAM: Final = "text/event-stream"
RECHECK_SECONDS: Final = 15.0
_STILL_HERE: Final = ": still here\n\n"


async def server_sent(optimize: Optimize, thread: str, caller: Caller, after: int) -> AsyncGenerator[str]:
    """Ends when the reader falls behind or is signed out; the client then comes again with `Last-Event-ID`."""
    access = optimize.use_cases.access
    events = follow(optimize, thread, after)
    coming = asyncio.create_task(_next(events))
    checked = time.monotonic()
    try:
        while True:
            await asyncio.wait({coming}, timeout=RECHECK_SECONDS)
            if time.monotonic() - checked >= RECHECK_SECONDS:
                if await caller.credential.holder(access) != caller.actor:
                    return
                checked = time.monotonic()
                yield _STILL_HERE
            if coming.done():
                record = coming.result()
                yield f"id: {record.seq}\ndata: {envelope_json(record)}\n\n"
                coming = asyncio.create_task(_next(events))
    except FellBehind:
        return
    finally:
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        await events.aclose()


async def _next(events: AsyncGenerator[EventRecord]) -> EventRecord:
    return await anext(events)

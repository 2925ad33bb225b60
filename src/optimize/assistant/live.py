"""What changes elsewhere, told in the conversations: progress of a batch, records that changed."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from optimize.application.history import batch_view, require_batch
from optimize.application.ports.clock import Clock
from optimize.application.ports.store import Store
from optimize.application.records import EventRecord
from optimize.application.threads import Threads
from optimize.application.views import BatchView
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.custom import Wire, custom

_AT_MOST_EVERY = 0.4
_NEWEST = 50
"""So many batches are looked at, at start: no process carries more at a time."""
_OVER = ("finished", "cancelled")
_REST = 20
"""So many times as long as it takes to look at a batch, it is left alone afterwards."""
OUTSIDE = "outside"
"""The turn id of events that no turn of the thread brought about."""


class ThreadLive:
    """Implements the port `Live` by events in threads. Progress is thinned out; the end is always told, and once."""

    def __init__(self, store: Store, threads: Threads, broadcast: Broadcast, clock: Clock) -> None:
        self._store, self._threads, self._broadcast, self._clock = store, threads, broadcast, clock
        self._not_before: dict[str, float] = {}
        self._lock = asyncio.Lock()
        self._telling: set[asyncio.Task[None]] = set()

    async def recover(self) -> None:
        """At start: tell of the batches whose end the last process recorded and did not come to tell."""
        async with self._store.reading() as tx:
            over = [b for b in await tx.batches.list(active=False, limit=_NEWEST) if b.thread]
            threads = {b.thread: await tx.chats.events(b.thread, limit=1_000_000) for b in over if b.thread}
        told = {batch for events in threads.values() for batch in _ends(events)}
        for batch in over:
            if batch.id not in told:
                await self.batch_progressed(batch.id, over=True)

    async def stop(self) -> None:
        """Wait until what is being told is told."""
        await asyncio.gather(*self._telling, return_exceptions=True)

    async def batch_progressed(self, batch_id: str, *, over: bool) -> None:
        if not over:
            return await self._progressed(batch_id, over=False)
        # Whoever ended the batch is over with that, and may be interrupted as such: the end is told all the same.
        telling = asyncio.create_task(self._progressed(batch_id, over=True))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)
        await asyncio.shield(telling)

    async def batch_paused(self, batch_id: str) -> None:
        # Never thinned out: no run may come to an end for hours, and nothing would be told after it.
        await self._progressed(batch_id, over=False, at_once=True)

    async def _progressed(self, batch_id: str, *, over: bool, at_once: bool = False) -> None:
        async with self._lock:
            began = time.monotonic()
            if not over and not at_once and began < self._not_before.get(batch_id, 0.0):
                return
            async with self._store.reading() as tx:
                batch = await require_batch(tx, batch_id)
                if batch.state in _OVER and not over:
                    return  # a run that was stopped as its batch ended still reports after the end
                view = await batch_view(tx, batch, self._clock.now()) if batch.thread else None
            # A large batch takes long to look at; looking must not slow the runs down that are looked at.
            took = time.monotonic() - began
            self._not_before[batch_id] = began + max(_AT_MOST_EVERY, _REST * took)
            if over:
                self._not_before.pop(batch_id)
            if batch.thread and view:
                await self._tell(batch.thread, [_progress(view)])
        if over:
            await self.record_changed("batch", batch_id, agent=batch.agent)

    async def record_changed(self, kind: str, record_id: str, *, agent: str) -> None:
        event = custom("record_changed", {"kind": kind, "id": record_id})
        await asyncio.gather(*(self._tell_of(agent, thread, event) for thread in self._broadcast.threads()))

    async def _tell_of(self, agent: str, thread: str, event: Wire) -> None:
        if (await self._threads.get(thread)).agent == agent:
            await self._tell(thread, [event])

    async def _tell(self, thread: str, events: Sequence[Wire]) -> None:
        self._broadcast.publish(await self._threads.append(thread, OUTSIDE, events))


def _ends(events: Sequence[EventRecord]) -> list[str]:
    """The batches whose end is told in these events."""
    values = [record.event["value"] for record in events if record.event.get("name") == "progress"]
    return [value["batch"] for value in values if value["state"] in _OVER]


def _progress(view: BatchView) -> Wire:
    """Counts while it runs; with the verdicts per criterion and their reasons once it is over."""
    value: dict[str, Any] = {
        "batch": view.id,
        "kind": view.kind,
        "state": view.state,
        **view.counts.model_dump(exclude={"running"}),
    }
    if view.kind == "experiment":
        value |= {"setup": view.setup.model_dump(mode="json"), "version_number": view.version_number}
    if view.paused:
        value["paused"] = view.paused.model_dump(mode="json")
    if view.state in _OVER:
        value["verdict"] = view.verdict.value
        value["tests"] = [test.model_dump(mode="json") for test in view.tests]
    return custom("progress", value)

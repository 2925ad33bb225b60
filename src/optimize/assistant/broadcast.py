"""Who listens to a thread: bounded queues, and a listener that does not keep up is dropped, not waited for."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable

from optimize.application.records import EventRecord

_BEHIND = 256


class Listener:
    """One socket's queue of stored events. `lost` is set when it fell too far behind."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[EventRecord] = asyncio.Queue(_BEHIND)
        self.lost = False

    async def next(self) -> EventRecord:
        return await self._queue.get()

    def offer(self, record: EventRecord) -> None:
        try:
            self._queue.put_nowait(record)
        except asyncio.QueueFull:
            self.lost = True


class Broadcast:
    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._last: dict[str, int] = {}

    def join(self, thread: str) -> Listener:
        listener = Listener()
        self._listeners[thread].add(listener)
        return listener

    def leave(self, thread: str, listener: Listener) -> None:
        self._listeners[thread].discard(listener)
        if not self._listeners[thread]:
            del self._listeners[thread]
            self._last.pop(thread, None)

    def threads(self) -> list[str]:
        """Threads that somebody listens to now."""
        return list(self._listeners)

    def last(self, thread: str) -> int:
        """The number of the last event that was published to those who listen to a thread."""
        return self._last.get(thread, 0)

    def publish(self, records: Iterable[EventRecord]) -> None:
        for record in records:
            listeners = tuple(self._listeners.get(record.thread, ()))
            if listeners:
                self._last[record.thread] = max(record.seq, self.last(record.thread))
            for listener in listeners:
                listener.offer(record)

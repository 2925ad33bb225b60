"""Events of a turn on their way out: gathered for a moment, stored, then sent. Never sent unstored."""

import asyncio
from collections.abc import Sequence

from optimize.application.records import TurnRecord, TurnState
from optimize.application.threads import Threads
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.custom import Wire

GATHER_SECONDS = 0.04


class TurnWriter:
    """Writes the events of one turn in order. What comes after a pause goes out at once, what follows is gathered.

    Text deltas of one message are joined, which saves commits.
    """

    def __init__(self, turn: TurnRecord, threads: Threads, broadcast: Broadcast) -> None:
        self._turn, self._threads, self._broadcast = turn, threads, broadcast
        self._waiting: list[Wire] = []
        self._writing: asyncio.Task[None] | None = None
        self._finishing: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    async def write(self, events: Sequence[Wire]) -> None:
        self._waiting.extend(events)
        if self._waiting and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write())

    async def finish(self, state: TurnState, events: Sequence[Wire]) -> None:
        """Flush, then close the turn together with its last events. Whoever is stopped meanwhile leaves it to go on."""
        self._finishing = asyncio.create_task(self._finish(state, events))
        await asyncio.shield(self._finishing)

    async def finished(self) -> bool:
        """Whether the turn was closed, or was about to be: it is closed once, in one way."""
        if self._finishing is None:
            return False
        await asyncio.wait([self._finishing])
        return not self._finishing.cancelled() and self._finishing.exception() is None

    async def _finish(self, state: TurnState, events: Sequence[Wire]) -> None:
        await self._flush()
        async with self._lock:
            self._broadcast.publish(await self._threads.finish(self._turn, state, events))

    async def _flush(self) -> None:
        async with self._lock:
            events, self._waiting = joined(self._waiting), []
            if not events:
                return
            try:
                stored = await self._threads.append(self._turn.thread, self._turn.id, events)
            except Exception:
                self._waiting = events + self._waiting
                raise
            self._broadcast.publish(stored)

    async def _write(self) -> None:
        while self._waiting:
            await self._flush()
            await asyncio.sleep(GATHER_SECONDS)


def joined(events: Sequence[Wire]) -> list[Wire]:
    """Neighbouring deltas of one message or one call as one event."""
    out: list[Wire] = []
    for event in events:
        last = out[-1] if out else None
        if last and "delta" in event and _same(last, event):
            out[-1] = last | {"delta": last["delta"] + event["delta"]}
        else:
            out.append(event)
    return out


def _same(first: Wire, second: Wire) -> bool:
    keys = ("type", "messageId", "toolCallId")
    return all(first.get(key) == second.get(key) for key in keys)

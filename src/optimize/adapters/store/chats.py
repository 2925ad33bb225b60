"""Threads, turns and their events."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, select

from optimize.adapters.store import tables
from optimize.adapters.store.mapping import record_of, row_of
from optimize.adapters.store.repository import Repository, found, in_parts
from optimize.application.records import EventRecord, ThreadRecord, TurnRecord, TurnState

_thread, _turn, _event = tables.thread, tables.turn, tables.chat_event
_NEWEST = select(func.max(_event.c.seq)).where(_event.c.thread == _thread.c.id).scalar_subquery().label("seq")
# What is asked for with each piece of an answer is put together once.
_LAST = select(_thread.c.id, _NEWEST).where(_thread.c.id == bindparam("of"))
_ONE = select(_thread).where(_thread.c.id == bindparam("of"))
_TURNS = select(_turn).where(_turn.c.thread == bindparam("of")).order_by(_turn.c.ordinal)
_LATER = (
    select(_event)
    .where(_event.c.thread == bindparam("of"), _event.c.seq > bindparam("after"))
    .order_by(_event.c.seq)
    .limit(bindparam("most"))
)


class SqlChats(Repository):
    async def add_thread(self, thread: ThreadRecord) -> None:
        await self._insert(_thread, thread)

    async def thread(self, thread_id: str) -> ThreadRecord | None:
        return await self._one(ThreadRecord, _ONE, {"of": thread_id})

    async def threads(self, agent: str) -> list[ThreadRecord]:
        mine = select(_thread).where(_thread.c.agent == agent)
        return await self._all(ThreadRecord, mine.order_by(_thread.c.updated_at.desc(), _thread.c.ordinal.desc()))

    async def touch(self, thread_id: str, *, at: datetime, title: str | None = None) -> None:
        named = {} if title is None else {"title": title}
        await self._set(_thread, _thread.c.id == thread_id, updated_at=at, **named)

    async def add_turn(self, turn: TurnRecord) -> bool:
        same = select(_turn.c.id).where(_turn.c.thread == turn.thread, _turn.c.client_id == turn.client_id)
        if await self._rows(same):
            return False
        await self._insert(_turn, turn)
        return True

    async def turn(self, turn_id: str) -> TurnRecord | None:
        return await self._one(TurnRecord, select(_turn).where(_turn.c.id == turn_id))

    async def turns(self, thread_id: str) -> list[TurnRecord]:
        """Oldest first."""
        return [record_of(TurnRecord, row) for row in await self._rows(_TURNS, {"of": thread_id})]

    async def open_turns(self, thread_id: str | None = None) -> list[TurnRecord]:
        statement = select(_turn).where(_turn.c.state.in_(("running", "waiting"))).order_by(_turn.c.ordinal)
        if thread_id is not None:
            statement = statement.where(_turn.c.thread == thread_id)
        return await self._all(TurnRecord, statement)

    async def set_turn(self, turn_id: str, state: TurnState, *, ended_at: datetime | None = None) -> None:
        await self._set(_turn, _turn.c.id == turn_id, state=state, ended_at=ended_at)

    async def append(
        self, thread_id: str, turn_id: str, at: datetime, events: Sequence[Mapping[str, Any]]
    ) -> list[EventRecord]:
        """Gapless because write transactions run one after the other, and an aborted one leaves no event."""
        rows = await self._rows(_LAST, {"of": thread_id})
        found(_thread, len(rows))
        records = [
            EventRecord(thread=thread_id, seq=seq, turn=turn_id, at=at, event=dict(event))
            for seq, event in enumerate(events, start=(rows[0]["seq"] or 0) + 1)
        ]
        await self._insert_all(_event, (row_of(record, _event) for record in records))
        return records

    async def events(self, thread_id: str, *, after: int = 0, limit: int = 1000) -> list[EventRecord]:
        """By sequence number."""
        asked = {"of": thread_id, "after": after, "most": limit}
        return [record_of(EventRecord, row) for row in await self._rows(_LATER, asked)]

    async def newest(self, thread_ids: Sequence[str]) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for part in in_parts(thread_ids):
            rows = await self._rows(select(_thread.c.id, _NEWEST).where(_thread.c.id.in_(part)))
            numbers.update({row["id"]: row["seq"] for row in rows if row["seq"] is not None})
        return numbers

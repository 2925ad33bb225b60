"""Chat threads: their turns and their numbered events. What is said is on record before it is shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from optimize.application.agents import require_agent
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import EventRecord, ThreadRecord, TurnRecord, TurnState
from optimize.application.views import ThreadView
from optimize.domain.actor import Actor, Role
from optimize.domain.errors import Conflict, Invalid, NotFound
from optimize.domain.text import clean, shortened

_TITLE = 60
NEW_TITLE = "New conversation"


class Threads:
    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store, self._clock, self._ids = store, clock, ids

    async def create(self, agent: str, *, actor: Actor, title: str | None = None) -> ThreadView:
        actor.require(Role.EDITOR)
        now = self._clock.now()
        thread = ThreadRecord(
            id=self._ids.new("thread"),
            agent=agent,
            title=_titled(title) if title and title.strip() else NEW_TITLE,
            created_at=now,
            updated_at=now,
            created_by=actor.name,
        )
        async with self._store.writing() as tx:
            await require_agent(tx, agent)
            await tx.chats.add_thread(thread)
        return _view(thread, busy=False)

    async def of_agent(self, agent: str) -> list[ThreadView]:
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            busy = {turn.thread for turn in await tx.chats.open_turns()}
            return [_view(thread, busy=thread.id in busy) for thread in await tx.chats.threads(agent)]

    async def get(self, thread_id: str) -> ThreadRecord:
        async with self._store.reading() as tx:
            return await _require(tx, thread_id)

    async def begin(
        self,
        thread_id: str,
        *,
        client_id: str,
        text: str,
        actor: Actor,
        events: Sequence[Mapping[str, Any]],
        turn: str,
        instead_of: str | None = None,
        replacing: TurnRecord | None = None,
    ) -> tuple[TurnRecord, list[EventRecord]]:
        """A new turn with its first events, in one transaction. `instead_of`: a waiting turn that it answers;
        `replacing`: the turn whose message it says anew.

        Raises Invalid `empty_message`, Conflict `repeated_message` for a client id that came before, Conflict
        `turn_running` while another turn of the thread is open.
        """
        actor.require(Role.EDITOR)
        if not text.strip():
            raise Invalid("empty_message", "The message is empty: write what the agent must do.", field="text")
        now = self._clock.now()
        record = TurnRecord(
            id=turn,
            thread=thread_id,
            client_id=clean(client_id),
            text=clean(text),
            state="running",
            by=actor.name,
            started_at=now,
        )
        async with self._store.writing() as tx:
            thread = await _require(tx, thread_id)
            if instead_of:
                await tx.chats.set_turn(instead_of, "done", ended_at=now)
            others = [t for t in await tx.chats.open_turns(thread_id) if t.client_id != record.client_id]
            if others:
                raise Conflict("turn_running", "The assistant is still answering: wait, or stop it first.")
            if not await tx.chats.add_turn(record):
                raise Conflict("repeated_message", "This message has already arrived.", client_id=record.client_id)
            await tx.chats.touch(thread_id, at=now, title=_title(thread, text, replacing))
            stored = await tx.chats.append(thread_id, turn, now, events)
        return record, stored

    async def append(self, thread_id: str, turn_id: str, events: Sequence[Mapping[str, Any]]) -> list[EventRecord]:
        async with self._store.writing() as tx:
            return await tx.chats.append(thread_id, turn_id, self._clock.now(), events)

    async def finish(
        self, turn: TurnRecord, state: TurnState, events: Sequence[Mapping[str, Any]] = ()
    ) -> list[EventRecord]:
        """Close a turn (or let it wait for a yes) together with the events that say so."""
        now = self._clock.now()
        async with self._store.writing() as tx:
            await tx.chats.set_turn(turn.id, state, ended_at=None if state in ("running", "waiting") else now)
            return await tx.chats.append(turn.thread, turn.id, now, events) if events else []

    async def turn(self, turn_id: str) -> TurnRecord:
        async with self._store.reading() as tx:
            turn = await tx.chats.turn(clean(turn_id))
        if turn is None:
            raise NotFound("no_such_turn", f"There is no turn {turn_id}.")
        return turn

    async def open_turns(self, thread_id: str | None = None) -> list[TurnRecord]:
        async with self._store.reading() as tx:
            return await tx.chats.open_turns(thread_id)

    async def turns(self, thread_id: str) -> list[TurnRecord]:
        """Oldest first."""
        async with self._store.reading() as tx:
            return await tx.chats.turns(thread_id)

    async def last_turn(self, thread_id: str) -> TurnRecord | None:
        turns = await self.turns(thread_id)
        return turns[-1] if turns else None

    async def rename(self, thread_id: str, title: str, *, actor: Actor) -> ThreadView:
        """Another title; where the thread stands in the list does not change. Raises Invalid `empty_title`."""
        actor.require(Role.EDITOR)
        if not title.strip():
            raise Invalid("empty_title", "Give the conversation a name.", field="title")
        async with self._store.writing() as tx:
            thread = await _require(tx, thread_id)
            await tx.chats.touch(thread.id, at=thread.updated_at, title=_titled(title))
            renamed = await _require(tx, thread.id)
            busy = bool(await tx.chats.open_turns(thread.id))
        return _view(renamed, busy=busy)

    async def events(self, thread_id: str, *, after: int = 0, limit: int = 1000) -> list[EventRecord]:
        async with self._store.reading() as tx:
            await _require(tx, thread_id)
            return await tx.chats.events(thread_id, after=after, limit=limit)


async def _require(tx: Transaction, thread_id: str) -> ThreadRecord:
    thread = await tx.chats.thread(clean(thread_id))
    if thread is None:
        raise NotFound("no_such_thread", f"There is no conversation {thread_id}.", thread=thread_id)
    return thread


def _title(thread: ThreadRecord, text: str, replacing: TurnRecord | None) -> str | None:
    """The first message is the title until a person gives another; said anew, it is so again."""
    from_text = {NEW_TITLE} | ({_titled(replacing.text)} if replacing else set())
    return _titled(text) if thread.title in from_text else None


def _titled(text: str) -> str:
    return shortened(clean(text), _TITLE)


def _view(thread: ThreadRecord, *, busy: bool) -> ThreadView:
    return ThreadView(
        id=thread.id,
        agent=thread.agent,
        title=thread.title,
        created_at=thread.created_at,
        updated_at=thread.updated_at,
        busy=busy,
    )

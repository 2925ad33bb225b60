"""The conversations: commands in, one turn at a time per thread, everything on record before it is seen."""

import asyncio
from collections.abc import Sequence
from weakref import WeakValueDictionary

from langchain_core.messages import AnyMessage
from langgraph.types import Command as GraphCommand
from langgraph.types import StateSnapshot

from optimize.application.approvals import Facts
from optimize.application.ports.clock import Ids
from optimize.application.records import EventRecord, ProposalRecord, TurnRecord
from optimize.application.use_cases import UseCases
from optimize.assistant import endings
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.custom import Wire
from optimize.assistant.editing import replaced_by_editing, replaced_in, replacing
from optimize.assistant.first_words import FirstWords, Place
from optimize.assistant.graph import Graph
from optimize.assistant.invocation import SHUTDOWN, GraphInput, Invocation, config_of
from optimize.assistant.plain_answer import plain_answer
from optimize.assistant.protocol import CancelCommand, Command, MessageCommand, Notice, ResumeCommand, RetryCommand
from optimize.assistant.recovery import input_of, interrupted_events, knows, untold
from optimize.assistant.stream import person_said
from optimize.assistant.turn import TurnContext
from optimize.domain.actor import Actor, Role
from optimize.domain.errors import Conflict
from optimize.domain.text import clean
from optimize.tools import TOOLS
from optimize.tools.base import ToolContext


class Conversations:
    """All threads of this process. `graph` is checkpointed per thread; a thread's commands are taken one by one."""

    def __init__(self, graph: Graph, use_cases: UseCases, ids: Ids, broadcast: Broadcast) -> None:
        self._graph, self._use_cases, self._ids, self._broadcast = graph, use_cases, ids, broadcast
        self._invocation = Invocation(graph, use_cases, broadcast)
        self._first_words = FirstWords()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: dict[str, asyncio.Task[None]] = {}

    async def handle(self, thread: str, command: Command, actor: Actor) -> Notice:
        """One command of a person, in the order in which they came. Raises what is wrong with it; a repeated one is
        acknowledged, not run twice.
        """
        async with self._locks.setdefault(thread, asyncio.Lock()):
            agent = (await self._use_cases.threads.get(thread)).agent
            match command:
                case MessageCommand():
                    return await self._in_line(thread, agent, command, actor)
                case ResumeCommand():
                    return await self._resume(thread, agent, command, actor)
                case CancelCommand():
                    return await self._cancel(thread, actor)
                case RetryCommand():
                    return await self._retry(thread, agent, command, actor)

    async def recover(self) -> int:
        """At start: turns that the end of the last process cut off are closed as interrupted; how many."""
        threads = self._use_cases.threads
        cut = [turn for turn in await threads.open_turns() if turn.state == "running" or not await self._pending(turn)]
        for turn in cut:
            stored = await self._all_events(turn.thread)
            proposals = await self._use_cases.approvals.list(thread=turn.thread)
            await threads.finish(turn, "interrupted", interrupted_events(turn, stored, proposals))
        return len(cut)

    async def idle(self, thread: str) -> None:
        """Wait until the assistant is not answering in this thread."""
        task = self._running.get(thread)
        if task:
            await asyncio.gather(task, return_exceptions=True)

    async def stop(self) -> None:
        """Let running turns end as interrupted by the next start; their tasks end here."""
        for task in self._running.values():
            task.cancel(SHUTDOWN)
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _in_line(self, thread: str, agent: str, command: MessageCommand, actor: Actor) -> Notice:
        """A message, once it is its turn. Its place is left by the turn that it starts, or here if it starts none."""
        place, before = await self._first_words.place(), self._running.get(thread)
        try:
            return await self._message(thread, agent, command, actor, place)
        finally:
            if self._running.get(thread) is before:
                place.leave()

    async def _message(self, thread: str, agent: str, command: MessageCommand, actor: Actor, place: Place) -> Notice:
        turns = await self._use_cases.threads.turns(thread)
        known = next((turn for turn in turns if turn.client_id == clean(command.client_id)), None)
        if known and known.text != clean(command.text):
            raise Conflict("key_reused", "Another message came with this id before: send this one with a new id.")
        if known:
            return _acknowledged("message", known, command.client_id)
        replaced = await self._replaced(thread, command.replaces) if command.replaces else []
        waiting = next((turn for turn in turns if turn.state == "waiting"), None)
        turn, stored = await self._use_cases.threads.begin(
            thread,
            client_id=command.client_id,
            text=command.text,
            actor=actor,
            turn=self._ids.new("turn"),
            events=[*replacing(replaced), *person_said(command.client_id, command.text)],
            instead_of=waiting.id if waiting else None,
            replacing=replaced[0] if replaced else None,
        )
        self._broadcast.publish(stored)
        try:
            given = await self._given(turn, actor, waiting, replaced)
            self._start(turn, _context(turn, agent, actor, place), given)
        except Exception as error:
            await self._break_off(turn, error)
        return _acknowledged("message", turn, command.client_id)

    async def _given(
        self, turn: TurnRecord, actor: Actor, waiting: TurnRecord | None, replaced: list[TurnRecord]
    ) -> GraphInput:
        """What the graph goes on with: the answer to its open cards, or a message of its own."""
        if waiting and not replaced:
            return await self._answered_by_text(turn, actor)
        for proposal in await self._use_cases.approvals.list(thread=turn.thread, state="pending"):
            record = await self._use_cases.approvals.get(proposal.id)
            await self._answer(turn, record, record.digest, False, actor, instead=True)
        return input_of(turn, await self._messages(turn.thread), {t.id for t in replaced})

    async def _replaced(self, thread: str, turn_id: str) -> list[TurnRecord]:
        """What an edit of that turn's message replaces. A yes or no to a card was an act and cannot be said anew."""
        turns = await self._use_cases.threads.turns(thread)
        replaced = replaced_by_editing(turn_id, turns, await self._all_events(thread))
        if replaced[0].state == "done" and not knows(replaced[0], await self._messages(thread)):
            raise Conflict("answered_a_card", "This message answered a card, which stands: write a new message.")
        return replaced

    async def _answered_by_text(self, turn: TurnRecord, actor: Actor) -> GraphInput:
        """A plain yes or no answers the single open card; anything else is a no, and then the message."""
        pending = await self._use_cases.approvals.list(thread=turn.thread, state="pending")
        said = plain_answer(turn.text)
        approved = said is True and len(pending) == 1
        for proposal in pending:
            record = await self._use_cases.approvals.get(proposal.id)
            await self._answer(turn, record, record.digest, approved, actor, instead=not approved and said is not False)
        return _resumed(turn, None if said is not None and len(pending) <= 1 else {"text": turn.text, "id": turn.id})

    async def _resume(self, thread: str, agent: str, command: ResumeCommand, actor: Actor) -> Notice:
        record = await self._use_cases.approvals.get(command.proposal)
        turn = await self._use_cases.threads.turn(record.turn)
        if record.thread != thread or turn.state != "waiting":
            raise Conflict("not_waiting", "This card is no longer open.")
        await self._answer(turn, record, command.digest, command.approved, actor)
        try:
            if not await self._pending(turn):
                await self._use_cases.threads.finish(turn, "running")
                self._start(turn, _context(turn, agent, actor), _resumed(turn))
        except Exception as error:
            await self._break_off(turn, error)
        return _acknowledged("resume", turn)

    async def _break_off(self, turn: TurnRecord, error: Exception) -> None:
        """What was said or answered has arrived: without an end of the turn, everybody would wait for one."""
        self._broadcast.publish(await self._use_cases.threads.finish(turn, "failed", [endings.broken(turn, error)]))

    async def _answer(
        self, turn: TurnRecord, record: ProposalRecord, digest: str, approved: bool, actor: Actor, instead: bool = False
    ) -> None:
        """`instead`: another message came where a yes or no was asked for, which counts as a no that nobody said."""
        title, facts = await self._card_now(record, actor) if approved else (record.title, record.facts)
        answered = await self._use_cases.approvals.answer(
            record.id, approved=approved, digest=digest, title=title, now=facts, actor=actor, instead=instead
        )
        event = endings.proposal_answered(answered, instead=instead)
        self._broadcast.publish(await self._use_cases.threads.append(turn.thread, turn.id, [event]))

    async def _card_now(self, record: ProposalRecord, actor: Actor) -> tuple[str, Facts]:
        """The card as it would be drawn at this moment: a yes to stale facts is no yes."""
        tool = TOOLS[record.action]
        context = ToolContext(
            use_cases=self._use_cases, actor=actor, agent=record.agent, thread=record.thread, call=record.call
        )
        card = await tool.card(context, tool.arguments.model_validate(record.arguments))
        return (card.title, card.facts) if card else ("", ())

    async def _cancel(self, thread: str, actor: Actor) -> Notice:
        actor.require(Role.EDITOR)
        task = self._running.get(thread)
        if task is None or task.done():
            raise Conflict("nothing_running", "The assistant is not answering at the moment.")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return Notice(type="acknowledged", command="cancel")

    async def _retry(self, thread: str, agent: str, command: RetryCommand, actor: Actor) -> Notice:
        turn = await self._use_cases.threads.turn(command.turn_id)
        last = await self._use_cases.threads.last_turn(thread)
        if last is None or last.id != turn.id or turn.state not in ("interrupted", "failed", "cancelled"):
            raise Conflict("nothing_to_retry", "Only the last message can be retried, and only if it was cut off.")
        stored = await self._all_events(thread)
        snapshot = await self._graph.aget_state(config_of(thread))
        given = await self._where_it_stopped(turn, snapshot, stored, actor)
        await self._use_cases.threads.finish(turn, "running")
        self._start(turn, _context(turn, agent, actor), given, untold(turn, snapshot.values, stored))
        return _acknowledged("retry", turn)

    async def _where_it_stopped(
        self, turn: TurnRecord, snapshot: StateSnapshot, stored: list[EventRecord], actor: Actor
    ) -> GraphInput:
        """What takes a cut-off turn up again: its message anew, what was answered to its card, or the next step."""
        messages = list(snapshot.values.get("messages", []))
        asks = "confirm" in snapshot.next
        if not asks:
            # A step that was cut off after it drew its card is done anew, and draws another.
            await self._use_cases.approvals.void(turn.thread)
        if knows(turn, messages):
            return _resumed(turn) if asks and not await self._pending(turn) else None
        replaced = replaced_in([record for record in stored if record.turn == turn.id])
        if asks and not replaced and await self._answers_a_card(turn):
            return await self._answered_by_text(turn, actor)
        if snapshot.values.get("turn") == turn.id:
            return None
        return input_of(turn, await self._messages(turn.thread), replaced)

    async def _answers_a_card(self, turn: TurnRecord) -> bool:
        """Whether the turn before waited for a yes or no when this one was typed."""
        turns = await self._use_cases.threads.turns(turn.thread)
        return len(turns) > 1 and turns[-2].state == "done"

    def _start(self, turn: TurnRecord, context: TurnContext, given: GraphInput, untold: Sequence[Wire] = ()) -> None:
        task = asyncio.create_task(self._invocation.run(turn, context, given, untold))
        task.add_done_callback(lambda _: context.place.leave())
        self._running[turn.thread] = task

    async def _messages(self, thread: str) -> list[AnyMessage]:
        """As a new message finds them: without what a step that was cut off had said and not yet kept.

        Asked for by its id, a checkpoint is told as it is; asked for the newest, with the writes that wait for it.
        """
        snapshot = await self._graph.aget_state(config_of(thread))
        if snapshot.tasks:
            snapshot = await self._graph.aget_state(snapshot.config)
        return list(snapshot.values.get("messages", []))

    async def _pending(self, turn: TurnRecord) -> bool:
        pending = await self._use_cases.approvals.list(thread=turn.thread, state="pending")
        return any(proposal.turn == turn.id for proposal in pending)

    async def _all_events(self, thread: str) -> list[EventRecord]:
        return await self._use_cases.threads.events(thread, limit=1_000_000)


def _context(turn: TurnRecord, agent: str, actor: Actor, place: Place | None = None) -> TurnContext:
    return TurnContext(agent=agent, thread=turn.thread, turn=turn.id, actor=actor, place=place or Place())


def _resumed(turn: TurnRecord, follow: dict[str, str] | None = None) -> GraphInput:
    """The cards are answered; `follow` is what was typed instead of a yes or no."""
    return GraphCommand(resume={"typed": follow}, update={"turn": turn.id})


def _acknowledged(command: str, turn: TurnRecord, client_id: str | None = None) -> Notice:
    return Notice(type="acknowledged", command=command, client_id=client_id, turn_id=turn.id)

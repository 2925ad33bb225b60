"""Taking up a conversation that was cut off: what is owed to the page, and what is owed to the model."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from optimize.application.records import EventRecord, TurnRecord
from optimize.application.views import ProposalView
from optimize.assistant.acting import answer_to, unanswered
from optimize.assistant.custom import Wire
from optimize.assistant.editing import last_draft_in, removals
from optimize.assistant.endings import INTERRUPTED, failed, proposal_answered
from optimize.assistant.plain_answer import plain_answer
from optimize.assistant.stream import StreamMapper, left_open
from optimize.assistant.turn import TurnState, fresh
from optimize.domain.text import clean
from optimize.tools.base import ToolResult

NOT_RUN = ToolResult(status="error", summary="This call was interrupted and has no recorded outcome.")


def interrupted_events(
    turn: TurnRecord, stored: Sequence[EventRecord], proposals: Sequence[ProposalView]
) -> list[Wire]:
    """What closes a turn that the server's end cut off; answers to cards that were taken and not told stand first."""
    told = {r.event["value"]["proposal"] for r in stored if r.event.get("name") == "proposal_answered"}
    untold = [p for p in proposals if p.state in ("approved", "declined") and p.id not in told]
    answers = [proposal_answered(p, instead=p.state == "declined" and _came_instead(turn, p)) for p in untold]
    mine = [record.event for record in stored if record.turn == turn.id]
    return [*answers, *left_open(mine), failed("interrupted", INTERRUPTED)]


def _came_instead(turn: TurnRecord, card: ProposalView) -> bool:
    """Whether this turn's message closed the card of an earlier one without being a no to it."""
    return turn.id != card.turn and plain_answer(turn.text) is not False


def untold(turn: TurnRecord, state: Mapping[str, Any], stored: Sequence[EventRecord]) -> list[Wire]:
    """What the checkpoint holds of a turn, and the log of its thread does not or only in part.

    A step is on record before all of its events are: a process that dies in between leaves an answer half told.
    """
    if state.get("turn") != turn.id:
        return []
    messages, events = state["messages"], [record.event for record in stored]
    said = _texts(events)
    known = {event["toolCallId"] for event in events if event["type"] == "TOOL_CALL_START"}
    answered = {event["toolCallId"] for event in events if event["type"] == "TOOL_CALL_RESULT"}
    since = next((at for at in range(len(messages), 0, -1) if isinstance(messages[at - 1], HumanMessage)), 0)
    known |= {str(m.id) for m in messages if said.get(str(m.id)) == clean(str(m.text))}
    mapper = StreamMapper(known)
    return [
        event
        for m in messages[since:]
        if isinstance(m, AIMessage) or (isinstance(m, ToolMessage) and m.tool_call_id not in answered)
        for event in mapper.message(m)
    ]


def _texts(events: Sequence[Wire]) -> dict[str, str]:
    """What was told of each message; one that was begun again counts from there."""
    texts: dict[str, str] = {}
    for event in events:
        if event["type"] == "TEXT_MESSAGE_START":
            texts[event["messageId"]] = ""
        elif event["type"] == "TEXT_MESSAGE_CONTENT":
            texts[event["messageId"]] += event["delta"]
    return texts


def input_of(turn: TurnRecord, messages: list[AnyMessage], replaced: Collection[str] = ()) -> TurnState:
    """A new message for the graph, without those it replaces; calls left unanswered before it are answered first."""
    removed = removals(replaced, messages)
    kept = messages[: len(messages) - len(removed)]
    debts = [answer_to(str(call["id"]), call["name"], NOT_RUN) for call in unanswered(kept)]
    state = fresh()
    state["turn"] = turn.id
    given: list[Any] = [*removed, *debts, HumanMessage(turn.text, id=turn.id)]
    state["messages"] = given
    if removed:
        state["last_draft"] = last_draft_in(kept)
    return state


def knows(turn: TurnRecord, messages: list[AnyMessage]) -> bool:
    """Whether the checkpoint holds this turn's message: then a retry goes on from there."""
    return any(message.id == turn.id for message in messages)

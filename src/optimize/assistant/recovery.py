"""Taking up a conversation that was cut off: what is owed to the page, and what is owed to the model."""

from collections.abc import Collection
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage

from optimize.application.records import EventRecord, TurnRecord
from optimize.assistant.acting import answer_to, unanswered
from optimize.assistant.editing import last_draft_in, removals
from optimize.assistant.endings import INTERRUPTED, failed
from optimize.assistant.stream import Wire, left_open
from optimize.assistant.turn import TurnState, fresh
from optimize.tools.base import ToolResult

NOT_RUN = ToolResult(status="error", summary="This call was interrupted and has no recorded outcome.")


def interrupted_events(stored: list[EventRecord]) -> list[Wire]:
    """What closes a turn that the server's end cut off."""
    return [*left_open([record.event for record in stored]), failed("interrupted", INTERRUPTED)]


def input_of(turn: TurnRecord, messages: list[AnyMessage], replaced: Collection[str] = ()) -> TurnState:
    """A new message for the graph, without those it replaces; calls left unanswered before it are answered first."""
    removed = removals(replaced, messages)
    kept = messages[: len(messages) - len(removed)]
    debts = [answer_to(str(call["id"]), call["name"], NOT_RUN) for call in unanswered(kept)]
    state = fresh()
    given: list[Any] = [*removed, *debts, HumanMessage(turn.text, id=turn.id)]
    state["messages"] = given
    if removed:
        state["last_draft"] = last_draft_in(kept)
    return state


def knows(turn: TurnRecord, messages: list[AnyMessage]) -> bool:
    """Whether the checkpoint holds this turn's message: then a retry goes on from there."""
    return any(message.id == turn.id for message in messages)

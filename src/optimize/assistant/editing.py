"""An earlier message said anew: what it takes the place of, and what the model then no longer sees.

Nothing is deleted: the replaced turns stay on record with all that they did, and the page shows them folded away.
"""

import json
from collections.abc import Collection, Sequence

from langchain_core.messages import AnyMessage, RemoveMessage, ToolMessage

from optimize.application.records import EventRecord, TurnRecord
from optimize.assistant.custom import Wire, custom
from optimize.domain.errors import Conflict, NotFound

_EVENT = "replaced"
_DRAFTING = ("draft_test", "revise_draft")


def replacing(turns: Sequence[TurnRecord]) -> list[Wire]:
    """What stands at the beginning of the turn that replaces these, if there are any."""
    return [custom(_EVENT, {"turns": [turn.id for turn in turns]})] if turns else []


def replaced_in(events: Sequence[EventRecord]) -> list[str]:
    """The turns that these events say are replaced."""
    return [
        turn
        for record in events
        if record.event["type"] == "CUSTOM" and record.event["name"] == _EVENT
        for turn in record.event["value"]["turns"]
    ]


def replaced_by_editing(turn_id: str, turns: Sequence[TurnRecord], events: Sequence[EventRecord]) -> list[TurnRecord]:
    """That turn and all that followed it, without what an earlier edit replaced. Raises NotFound or Conflict."""
    at = next((position for position, turn in enumerate(turns) if turn.id == turn_id), None)
    if at is None:
        raise NotFound("no_such_turn", f"There is no turn {turn_id} in this conversation.")
    gone = set(replaced_in(events))
    if turn_id in gone:
        raise Conflict("already_replaced", "This message was replaced already: edit the newer one.")
    return [turn for turn in turns[at:] if turn.id not in gone]


def removals(replaced: Collection[str], messages: Sequence[AnyMessage]) -> list[RemoveMessage]:
    """What takes the first replaced message, and all after it, out of what the model is shown."""
    at = next((position for position, message in enumerate(messages) if message.id in replaced), len(messages))
    return [RemoveMessage(id=str(message.id)) for message in messages[at:]]


def last_draft_in(messages: Sequence[AnyMessage]) -> str | None:
    """The draft that was written or revised last, by the results that are still there."""
    results = [json.loads(str(m.text)) for m in messages if isinstance(m, ToolMessage) and m.name in _DRAFTING]
    drafts = [result["data"]["test"] for result in results if result["status"] == "ok"]
    return str(drafts[-1]) if drafts else None

"""One run: how it went. What stands in a transcript is data; orders in it are reported, not obeyed."""

import re
from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.retelling import criterion_in
from optimize.adapters.models.offline.turn import Told
from optimize.domain.text import fold, shortened

TOOLS = ("read_transcript",)
_ORDERS = re.compile(
    r"\b(?:ignore (?:all |any |the )*(?:previous|prior|above)|(?:accept|retire|discard|activate) (?:all|every|the) "
    r"(?:drafts?|tests?|versions?)|mark (?:every|all)|new instructions?|system ?:)"
)


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del context
    events = [event for event in told.data.get("events", []) if isinstance(event, dict)]
    said = [event for event in events if event.get("kind") == "message" and event.get("role") == "assistant"]
    calls = [event for event in events if event.get("kind") == "tool_call"]
    found = [say.say("calls_made", calls=", ".join(_call(call) for call in calls))] if calls else []
    found += [say.say("last_answer", text=shortened(str(said[-1].get("text", "")), 600))] if said else []
    found += [_verdict(verdict, say) for verdict in told.data.get("verdicts", [])]
    if any(_ORDERS.search(fold(str(event))) for event in events):
        found.append(say.say("orders_in_data"))
    return found or [told.summary]


def _call(call: dict[str, Any]) -> str:
    status = call.get("status", "executed")
    return f"`{call.get('name')}`" + ("" if status == "executed" else f" ({status})")


def _verdict(verdict: dict[str, Any], say: Phrases) -> str:
    about = criterion_in(str(verdict.get("sentence") or ""), say) or say.word("kind", verdict.get("kind") or "")
    return f"- {about} {say.word('verdict', verdict.get('outcome'))}: {shortened(str(verdict.get('reason', '')), 400)}"

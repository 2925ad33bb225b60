"""The offline assistant: reads what the person wrote, calls tools, and tells what came back. It knows nothing else."""

import hashlib
import re
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolCall

from optimize.adapters.models.offline.documents import briefing_of
from optimize.adapters.models.offline.foresight import forewarned
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.plan import DRAFT, Plan, PlannedCall
from optimize.adapters.models.offline.reading.read import read
from optimize.adapters.models.offline.replies.telling import tell
from optimize.adapters.models.offline.turn import Told, Turn, turn_of

_ENDS_TURN = frozenset({"ask", "decline"})
_ENDLESS = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{200}|[^\w\s]{200}")
"""No word, id or address is so long; the scripts that write without spaces are left out."""
_UNREADABLE = (
    "Your message holds a row of more than 200 signs without a space, which the offline model cannot read. "
    "Shorten that part, or connect a model."
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？\n]")
_MOST_SENTENCES, _MOST_WORDS = 120, 1_500
_TOO_LONG = (
    "Your message has {words} words in {sentences} sentences and lines. The offline model reads at most "
    f"{_MOST_WORDS:,} words and {_MOST_SENTENCES} sentences at a time: send the tests in parts, or connect a model."
)


def assist(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
    """The next message of the assistant: tool calls, a reply, or both. Only `tools` that are bound are called."""
    facts, conversation = briefing_of(messages)
    context = Context.model_validate(facts)
    turn = turn_of(conversation)
    plan = Plan.model_validate(turn.plan) if turn.plan else _planned(turn, as_it_was(context, turn))
    return respond(plan, turn, context, {tool["function"]["name"] for tool in tools})


def _planned(turn: Turn, context: Context) -> Plan:
    if unreadable := _why_unreadable(turn.message):
        refusal = PlannedCall(tool="decline", arguments={"reason": unreadable})
        return Plan(language="en", intent="unreadable", calls=(refusal,))
    return forewarned(read(turn.message, context, turn.previous), context)


def _why_unreadable(message: str) -> str | None:
    if _ENDLESS.search(message):
        return _UNREADABLE
    sentences, words = len(_SENTENCE_END.findall(message)), len(message.split())
    if sentences > _MOST_SENTENCES or words > _MOST_WORDS:
        return _TOO_LONG.format(sentences=sentences, words=words)
    return None


def as_it_was(context: Context, turn: Turn) -> Context:
    """The context as it was when the person wrote, without what was drafted since: reading is repeatable."""
    seen: dict[str, object] = {
        "batches": turn.batches,
        "drafted": turn.drafted,
        "listed": turn.listed,
        "together": turn.together,
        "spoken_of": turn.spoken_of,
    }
    meant = [test for one in (turn.spoken_of, turn.draft_before) if (test := context.test(one or ""))]
    if draft := next((test for test in meant if test.state == "draft"), None):
        seen |= {"last_draft": draft.id}
    context = context.model_copy(update=seen)
    made = {one.data.get("test") for one in turn.told if one.ok and one.tool == "draft_test"}
    if not made:
        return context
    tests = tuple(test for test in context.tests if test.id not in made)
    return context.model_copy(update={"tests": tests, "last_draft": turn.draft_before})


def respond(plan: Plan, turn: Turn, context: Context, bound: set[str]) -> AIMessage:
    """What to do with a plan after the calls of this turn that have been answered."""
    known = [call for call in plan.calls if call.tool in bound]
    # Whatever builds on a call that did not work is not tried; the person hears why and decides.
    todo = known[len(turn.told) :] if all(told.ok for told in turn.told) else []
    step = _next_step(todo)
    missing = [] if step else [call.tool for call in plan.calls if call.tool not in bound]
    return AIMessage(
        content="" if step and step[0].tool not in _ENDS_TURN else tell(plan, turn.told, context, missing),
        tool_calls=[_call(planned, turn, index) for index, planned in enumerate(step)],
        response_metadata={"plan": plan.model_dump(mode="json")} if step and not turn.told else {},
    )


def _next_step(todo: list[PlannedCall]) -> list[PlannedCall]:
    """The calls to make now: a call that needs the test made before it waits, and so does what ends the turn."""
    step: list[PlannedCall] = []
    for call in todo:
        waits = call.tool in _ENDS_TURN or DRAFT in call.arguments.values()
        if step and waits:
            break
        step.append(call)
        if waits:
            break
    return step


def _call(planned: PlannedCall, turn: Turn, index: int) -> ToolCall:
    made = _made(turn.told)
    arguments = {name: made if value == DRAFT and made else value for name, value in planned.arguments.items()}
    # Unique in the thread, and the same again if the turn is taken up after a crash: nothing is created twice.
    mark = hashlib.sha256(turn.fingerprint.encode()).hexdigest()[:12]
    return ToolCall(name=planned.tool, args=arguments, id=f"call_{mark}_{index}", type="tool_call")


def _made(told: tuple[Told, ...]) -> str | None:
    """The test that was drafted or revised last in this turn."""
    tests = [str(one.data["test"]) for one in told if one.ok and one.data.get("test")]
    return tests[-1] if tests else None

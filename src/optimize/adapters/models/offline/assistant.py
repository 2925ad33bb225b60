"""The offline assistant: reads what the person wrote, calls tools, and tells what came back. It knows nothing else."""

from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolCall

from optimize.adapters.models.offline.documents import context_of
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.plan import Plan, PlannedCall
from optimize.adapters.models.offline.reading.read import read
from optimize.adapters.models.offline.replies.telling import tell
from optimize.adapters.models.offline.turn import Told, Turn, turn_of

_ENDS_TURN = frozenset({"ask", "decline"})


def assist(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
    """The next message of the assistant: tool calls, a reply, or both. Only `tools` that are bound are called."""
    context = Context.model_validate(context_of(messages))
    turn = turn_of(messages)
    plan = Plan.model_validate(turn.plan) if turn.plan else read(turn.message, context, turn.previous)
    bound = {tool["function"]["name"] for tool in tools}
    return respond(plan, turn, context, bound)


def respond(plan: Plan, turn: Turn, context: Context, bound: set[str]) -> AIMessage:
    """What to do with a plan after the calls of this turn that have been answered."""
    todo = [call for call in plan.calls[len(turn.told) :] if call.tool in bound]
    if any(not told.ok for told in turn.told):
        # Whatever builds on a call that did not work is not tried; the person hears why and decides.
        todo = []
    step = _next_step(todo)
    text = "" if step and not _ending(step) else tell(plan, turn.told, context)
    return AIMessage(
        content=text,
        tool_calls=[_call(planned, turn, index) for index, planned in enumerate(step)],
        additional_kwargs={"plan": plan.model_dump(mode="json")} if step and not turn.told else {},
    )


def _next_step(todo: list[PlannedCall]) -> list[PlannedCall]:
    """The calls to make now: a call that needs the test made before it waits, and so does what ends the turn."""
    step: list[PlannedCall] = []
    for call in todo:
        waits = call.tool in _ENDS_TURN or "$draft" in call.arguments.values()
        if step and waits:
            break
        step.append(call)
        if waits:
            break
    return step


def _ending(step: list[PlannedCall]) -> bool:
    return step[0].tool in _ENDS_TURN


def _call(planned: PlannedCall, turn: Turn, index: int) -> ToolCall:
    made = _made(turn.told)
    arguments = {name: made if value == "$draft" and made else value for name, value in planned.arguments.items()}
    return ToolCall(name=planned.tool, args=arguments, id=f"call_{turn.position}_{index}", type="tool_call")


def _made(told: tuple[Told, ...]) -> str | None:
    """The test that was drafted or revised last in this turn."""
    tests = [str(one.data["test"]) for one in told if one.ok and one.data.get("test")]
    return tests[-1] if tests else None

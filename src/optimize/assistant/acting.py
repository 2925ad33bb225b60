"""Running the tools a model chose: typed arguments in, typed results out, errors told as such."""

from typing import Any

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.messages.tool import ToolCall
from pydantic import ValidationError

from optimize.application.approvals import facts_digest
from optimize.application.records import ProposalRecord
from optimize.application.use_cases import UseCases
from optimize.assistant.turn import TurnContext, TurnState
from optimize.domain.actor import Actor
from optimize.domain.errors import Conflict, Forbidden, OptimizeError
from optimize.tools import TOOLS
from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult

_NEEDS_YES = (ToolEffect.SPENDS, ToolEffect.DECIDES)
_ERRORS = 5
UNKNOWN = (
    "The service stopped while this was being done. Whether it was done is not known, and it is not repeated by itself:"
    " look first, then propose it again if it is still wanted."
)
DECLINED = "The person said no. Nothing was done."
NOT_ANSWERED = "The person wrote something else instead of yes or no, so nothing was done. It can be proposed again."


class Acting:
    """What the graph's nodes do with tool calls. Knows no model and no stream."""

    def __init__(self, use_cases: UseCases) -> None:
        self._use_cases = use_cases

    async def card(self, call: ToolCall, context: TurnContext) -> Card | None:
        """The card of a call that needs a yes; None if it needs none. Raises what is wrong with the call."""
        tool = TOOLS.get(call["name"])
        if tool is None or tool.effect not in _NEEDS_YES:
            return None
        return await tool.card(self._tool_context(call, context, _assistant(context)), _arguments(tool, call))

    async def run(self, call: ToolCall, context: TurnContext, state: TurnState) -> ToolResult:
        """One call. A call with a proposal runs as the person who approved it, or not at all."""
        tool = TOOLS.get(call["name"])
        if tool is None:
            return unknown_tool(call["name"])
        refusal = state.get("refusals", {}).get(str(call["id"]))
        if refusal is not None:
            return hinted(ToolResult.model_validate(refusal), tool, call)
        try:
            arguments = _arguments(tool, call)
            actor = await self._actor(call, arguments, context, state)
            return await tool.run(self._tool_context(call, context, actor), arguments)
        except (OptimizeError, ValidationError) as error:
            return hinted(told(error), tool, call)

    async def _actor(self, call: ToolCall, arguments: ToolArguments, context: TurnContext, state: TurnState) -> Actor:
        proposal = state.get("proposals", {}).get(str(call["id"]))
        if proposal is None:
            return _assistant(context)
        record = await self._use_cases.approvals.get(proposal)
        if record.state == "void":
            raise Forbidden("stopped", "This was stopped before the person answered. Nothing was done.")
        if record.state != "approved":
            # A message of another kind closes the card as a no does, but nobody said no.
            raise Forbidden("not_answered", NOT_ANSWERED) if state.get("follow") else Forbidden("declined", DECLINED)
        if record.redeemed:
            raise Conflict("unknown_outcome", UNKNOWN)
        await self._require_unchanged(record, call, arguments, context)
        return await self._use_cases.approvals.redeem(
            context.thread, str(call["id"]), arguments.model_dump(mode="json", by_alias=True)
        )

    async def _require_unchanged(
        self, record: ProposalRecord, call: ToolCall, arguments: ToolArguments, context: TurnContext
    ) -> None:
        """The yes was to these facts: what was edited between the yes and the act needs another one."""
        card = await TOOLS[record.action].card(self._tool_context(call, context, _assistant(context)), arguments)
        now = facts_digest(record.action, record.arguments, card.title, card.facts) if card else None
        if now != record.digest:
            raise Conflict("changed", "This changed after it was approved, so nothing was done. Propose it again.")

    def _tool_context(self, call: ToolCall, context: TurnContext, actor: Actor) -> ToolContext:
        return ToolContext(
            use_cases=self._use_cases, actor=actor, agent=context.agent, thread=context.thread, call=str(call["id"])
        )


def canonical_arguments(call: ToolCall) -> dict[str, Any]:
    """The arguments as they are stored with a proposal and compared when it is redeemed."""
    return _arguments(TOOLS[call["name"]], call).model_dump(mode="json", by_alias=True)


def _arguments(tool: Tool[Any], call: ToolCall) -> ToolArguments:
    arguments: ToolArguments = tool.arguments.model_validate(call["args"])
    return arguments


def _assistant(context: TurnContext) -> Actor:
    return context.actor.model_copy(update={"assistant": True})


def unknown_tool(name: str) -> ToolResult:
    return ToolResult(status="error", summary=f"There is no tool {name}. Tools: {', '.join(TOOLS)}.")


def told(error: OptimizeError | ValidationError) -> ToolResult:
    """An error as the model reads it: what was wrong and what to do, so that it can mend the call."""
    if isinstance(error, OptimizeError):
        status = "refused" if isinstance(error, Forbidden) else "error"
        return ToolResult(status=status, summary=error.detail, data=error.body())
    problems = [
        f"{'.'.join(map(str, problem['loc'])) or 'arguments'}: {problem['msg']}"
        for problem in error.errors(include_url=False, include_context=False)[:_ERRORS]
    ]
    return ToolResult(status="error", summary=f"The arguments do not fit: {'; '.join(problems)}.")


def hinted(result: ToolResult, tool: Tool[Any], call: ToolCall) -> ToolResult:
    """A small model takes what was wrong with its own call for the person's business, and declines or asks."""
    if result.status != "error":
        return result
    name = str(result.data.get("field"))
    field = tool.arguments.model_fields.get(name)
    if field and not field.is_required() and name in call["args"]:
        hint = f"Call {tool.name} again without {name}, unless the person said one."
    else:
        hint = f"Mend the call and call {tool.name} again, unless the person asked for exactly this."
    return result.model_copy(update={"data": result.data | {"hint": hint}})


def answer_to(call_id: str, name: str, result: ToolResult) -> ToolMessage:
    return ToolMessage(content=result.model_dump_json(), tool_call_id=call_id, name=name, id=f"result-{call_id}")


def unanswered(messages: list[Any]) -> list[ToolCall]:
    """Tool calls of the last assistant message that no tool message answers, malformed ones included."""
    answered = {message.tool_call_id for message in messages if isinstance(message, ToolMessage)}
    last = next((message for message in reversed(messages) if isinstance(message, AIMessage)), None)
    if last is None:
        return []
    malformed = [
        ToolCall(name=call["name"] or "unreadable", args={}, id=call["id"] or "unreadable", type="tool_call")
        for call in last.invalid_tool_calls
    ]
    return [call for call in [*last.tool_calls, *malformed] if call["id"] not in answered]

"""A chat model as the model of a declared agent: its next step, as text or as tool calls."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    InvalidToolCall,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

from optimize.adapters.agents.tool_calling_model import LoopMessage, Step, ToolUse
from optimize.domain.agent_definition import ToolDeclaration


class Answering(Protocol):
    """A chat model that keeps the books. `options` go into the request."""

    async def answer(self, messages: list[BaseMessage], **options: Any) -> AIMessage: ...


class ChatAgentModel:
    """Implements `ToolCallingModel` over a chat model. Arguments that cannot be read are kept as the text they are.

    `settings` of the agent's definition go along with every call.
    """

    def __init__(self, model: Answering, settings: Mapping[str, Any] | None = None) -> None:
        self._model = model
        self._settings = dict(settings or {})

    async def next_step(self, messages: Sequence[LoopMessage], tools: Sequence[ToolDeclaration]) -> Step:
        offered = {"tools": [_schema(tool) for tool in tools]} if tools else {}
        reply = await self._model.answer([_message(message) for message in messages], **self._settings, **offered)
        readable = [
            ToolUse(id=call["id"] or call["name"], name=call["name"], arguments=call["args"])
            for call in reply.tool_calls
        ]
        unreadable = [
            ToolUse(id=call["id"] or "unreadable", name=call["name"] or "unreadable", arguments=call["args"] or "")
            for call in reply.invalid_tool_calls
        ]
        return Step(text=str(reply.text), calls=(*readable, *unreadable))


def _schema(tool: ToolDeclaration) -> dict[str, object]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _message(message: LoopMessage) -> BaseMessage:
    match message.role:
        case "system":
            return SystemMessage(message.text)
        case "user":
            return HumanMessage(message.text)
        case "tool":
            return ToolMessage(message.text, tool_call_id=message.answers or "")
        case "assistant":
            return AIMessage(message.text, tool_calls=_readable(message), invalid_tool_calls=_unreadable(message))


def _readable(message: LoopMessage) -> list[ToolCall]:
    return [
        ToolCall(name=use.name, args=use.arguments, id=use.id, type="tool_call")
        for use in message.calls
        if isinstance(use.arguments, dict)
    ]


def _unreadable(message: LoopMessage) -> list[InvalidToolCall]:
    return [
        InvalidToolCall(name=use.name, args=use.arguments, id=use.id, error=None, type="invalid_tool_call")
        for use in message.calls
        if isinstance(use.arguments, str)
    ]

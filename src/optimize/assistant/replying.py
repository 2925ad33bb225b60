"""The model's answer, whole: pieces joined, arguments read strictly."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk, AnyMessage, HumanMessage, InvalidToolCall, ToolCall
from langchain_core.messages.ai import add_ai_message_chunks
from langchain_core.messages.tool import ToolCallChunk
from langchain_core.runnables import Runnable

from optimize.domain.errors import Unavailable


async def reply_of(model: Runnable[Any, AIMessage], messages: Sequence[AnyMessage]) -> AIMessage:
    """The answer. One that cannot be used (cut off, empty, refused) is handed back once, then told as such.

    Raises Unavailable if the model does not answer.
    """
    reply = await asked(model, messages)
    if (problem := _problem(reply)) is None:
        return reply
    again = await asked(model, [*messages, HumanMessage(f"Your answer could not be used. {problem} Answer again.")])
    if (problem := _problem(again)) is None:
        return again
    return AIMessage(f"{again.text}\n\n(The model's answer was not complete. {problem})".strip())


def _problem(reply: AIMessage) -> str | None:
    return reply.response_metadata.get("problem")


async def asked(model: Runnable[Any, AIMessage], messages: Sequence[AnyMessage]) -> AIMessage:
    """One answer as it came, whole. Raises Unavailable if the model does not answer."""
    pieces: list[AIMessageChunk] = []
    async for piece in model.astream(list(messages)):
        if not isinstance(piece, AIMessageChunk):
            return piece
        pieces.append(piece)
    if not pieces:
        raise Unavailable("empty_reply", "The model gave an empty answer; ask again.")
    return strict(add_ai_message_chunks(*pieces))


def strict(chunk: AIMessageChunk) -> AIMessage:
    """The message of joined chunks. Cut-off arguments are not mended by guessing: they are unreadable."""
    read = [_read(call) for call in chunk.tool_call_chunks]
    return AIMessage(
        content=chunk.content,
        id=chunk.id,
        tool_calls=[call for call in read if call["type"] == "tool_call"],
        invalid_tool_calls=[call for call in read if call["type"] == "invalid_tool_call"],
        usage_metadata=chunk.usage_metadata,
        response_metadata=chunk.response_metadata,
    )


def _read(call: ToolCallChunk) -> Any:
    text = call["args"] or "{}"
    try:
        arguments = json.loads(text)
    except ValueError:
        arguments = None
    if isinstance(arguments, dict) and call["name"]:
        return ToolCall(name=call["name"], args=arguments, id=call["id"], type="tool_call")
    return InvalidToolCall(
        name=call["name"], args=text, id=call["id"], error="not a JSON object", type="invalid_tool_call"
    )

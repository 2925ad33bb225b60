"""Tool calls under ids of our own. Some servers number them anew in each answer, and some leave them out.

An id says which answer belongs to which call for as long as a conversation goes on, so none may come twice in it. Ours
are nine letters and digits: the one form that every provider takes back.
"""

from random import SystemRandom
from string import ascii_letters, digits
from typing import Final

from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import ToolCallChunk

_LENGTH: Final = 9
_RANDOM: Final = SystemRandom()


def new_id() -> str:
    return "".join(_RANDOM.choices(ascii_letters + digits, k=_LENGTH))


def under_own_ids(message: AIMessage) -> AIMessage:
    """The calls of a whole answer."""
    readable = [call | {"id": new_id()} for call in message.tool_calls]
    unreadable = [call | {"id": new_id()} for call in message.invalid_tool_calls]
    return message.model_copy(update={"tool_calls": readable, "invalid_tool_calls": unreadable})


class OwnIds:
    """The calls of one answer as its pieces arrive. Servers tell pieces of a call apart by its index, or by its id."""

    def __init__(self) -> None:
        self._own: dict[int | str | None, str] = {}

    def chunk(self, piece: AIMessageChunk) -> AIMessageChunk:
        if not piece.tool_call_chunks:
            return piece
        return AIMessageChunk(
            content=piece.content,
            tool_call_chunks=[self._renamed(call) for call in piece.tool_call_chunks],
            additional_kwargs=piece.additional_kwargs,
            response_metadata=piece.response_metadata,
            usage_metadata=piece.usage_metadata,
            chunk_position=piece.chunk_position,
            id=piece.id,
        )

    def _renamed(self, call: ToolCallChunk) -> ToolCallChunk:
        if not (call["id"] or call["name"]):
            return call
        key = call["id"] if call["index"] is None else call["index"]
        own = self._own.setdefault(key, new_id())
        return ToolCallChunk(name=call["name"], args=call["args"], id=own, index=call["index"], type="tool_call_chunk")

"""From the graph's stream to AG-UI events. Pure: what was sent before goes in, events come out."""

import json
from collections.abc import Iterable

from ag_ui.core import (
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)
from langchain_core.messages import AIMessage, AIMessageChunk, ToolMessage
from pydantic import BaseModel

from optimize.assistant.custom import Wire
from optimize.domain.text import clean


def wire(event: BaseModel) -> Wire:
    """An event as it is stored and sent: camelCase, nothing empty."""
    return event.model_dump(mode="json", by_alias=True, exclude_none=True)


class StreamMapper:
    """Opens, fills and closes messages and tool calls as chunks come in; one per invocation of the graph.

    `seen` are the ids of messages and calls that were told before.
    """

    def __init__(self, seen: Iterable[str] = ()) -> None:
        self._text: str | None = None
        self._call: str | None = None
        self._by_index: dict[int | str, str] = {}
        self._seen = set(seen)

    def chunk(self, chunk: object) -> list[Wire]:
        """A piece of the model's answer; whole messages come by `message`."""
        if not isinstance(chunk, AIMessageChunk):
            return []
        events: list[Wire] = []
        text = clean(str(chunk.text))
        if text and chunk.id:
            if self._text != chunk.id:
                events += [*self.close(), wire(TextMessageStartEvent(message_id=chunk.id, role="assistant"))]
                self._text = chunk.id
                self._seen.add(chunk.id)
            events.append(wire(TextMessageContentEvent(message_id=chunk.id, delta=text)))
        for piece in chunk.tool_call_chunks:
            events += self._tool_piece(piece.get("id"), piece.get("name"), piece.get("args"), piece.get("index"))
        return events

    def message(self, message: AIMessage | ToolMessage) -> list[Wire]:
        """A whole message of a finished step; what was streamed before is not sent again."""
        if isinstance(message, ToolMessage):
            return [*self.close(), wire(_result(message))]
        events = self.close()
        text = clean(str(message.text))
        if text and message.id and message.id not in self._seen:
            self._seen.add(message.id)
            events += [
                wire(TextMessageStartEvent(message_id=message.id, role="assistant")),
                wire(TextMessageContentEvent(message_id=message.id, delta=text)),
                wire(TextMessageEndEvent(message_id=message.id)),
            ]
        for call in message.tool_calls:
            if call["id"] and call["id"] not in self._seen:
                arguments = json.dumps(call["args"], ensure_ascii=False)
                events += [*self._tool_piece(call["id"], call["name"], arguments, None), *self.close()]
        return events

    def close(self) -> list[Wire]:
        """End whatever is open."""
        events: list[Wire] = []
        if self._text:
            events.append(wire(TextMessageEndEvent(message_id=self._text)))
        if self._call:
            events.append(wire(ToolCallEndEvent(tool_call_id=self._call)))
        self._text = self._call = None
        return events

    def _tool_piece(
        self, call_id: str | None, name: str | None, args: str | None, index: int | str | None
    ) -> list[Wire]:
        events: list[Wire] = []
        if call_id and call_id not in self._seen:
            self._by_index[index if index is not None else call_id] = call_id
            events += self._open_call(call_id, name or "tool")
        known = call_id or (self._by_index.get(index) if index is not None else self._call)
        if args and known:
            events.append(wire(ToolCallArgsEvent(tool_call_id=known, delta=clean(args))))
        return events

    def _open_call(self, call_id: str, name: str) -> list[Wire]:
        events = [*self.close(), wire(ToolCallStartEvent(tool_call_id=call_id, tool_call_name=name))]
        self._call = call_id
        self._seen.add(call_id)
        return events


def _result(message: ToolMessage) -> ToolCallResultEvent:
    return ToolCallResultEvent(
        message_id=message.id or f"result-{message.tool_call_id}",
        tool_call_id=message.tool_call_id,
        content=clean(str(message.text)),
        role="tool",
    )


def person_said(client_id: str, text: str) -> list[Wire]:
    """A person's message as a triad of its own."""
    return [
        wire(TextMessageStartEvent(message_id=client_id, role="user")),
        wire(TextMessageContentEvent(message_id=client_id, delta=clean(text))),
        wire(TextMessageEndEvent(message_id=client_id)),
    ]


def left_open(events: list[Wire]) -> list[Wire]:
    """The end events that a turn cut off in the middle still owes."""
    texts = {e["messageId"]: None for e in events if e["type"] == "TEXT_MESSAGE_START"}
    calls = {e["toolCallId"]: None for e in events if e["type"] == "TOOL_CALL_START"}
    for event in events:
        if event["type"] == "TEXT_MESSAGE_END":
            texts.pop(event["messageId"], None)
        if event["type"] == "TOOL_CALL_END":
            calls.pop(event["toolCallId"], None)
    return [wire(TextMessageEndEvent(message_id=m)) for m in texts] + [
        wire(ToolCallEndEvent(tool_call_id=c)) for c in calls
    ]

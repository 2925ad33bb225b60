"""Tool calls that a small model writes out as text instead of making them.

An answer that is nothing but such calls, in a fence or between tags or not, was meant as calls. Its text is held back
while it may still become one, so that nobody reads it.
"""

import json
import re
from collections.abc import Collection
from typing import Any, Final

from langchain_core.messages import AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk

_OPENINGS: Final = ("{", "[", "```", "<tool_call>")
_LONGEST_OPENING: Final = max(len(opening) for opening in _OPENINGS)
_WRAPPED: Final = re.compile(
    r"<tool_call>\s*(?P<tagged>.*?)\s*</tool_call>|```(?:json)?\s*(?P<fenced>.*?)\s*```", re.DOTALL
)
_ARGUMENTS: Final = ("arguments", "parameters")


class SpokenCalls:
    """What of an answer is passed on, piece by piece; `rest` is what is left at its end. `tools`: those it may call."""

    def __init__(self, tools: Collection[str]) -> None:
        self._tools = tools
        self._held: list[AIMessageChunk] | None = [] if tools else None

    def passed(self, piece: AIMessageChunk) -> list[AIMessageChunk]:
        if self._held is None:
            return [piece]
        self._held.append(piece)
        if not piece.tool_call_chunks and _may_open("".join(part.text for part in self._held).lstrip()):
            return []
        held, self._held = self._held, None
        return held

    def rest(self) -> list[AIMessageChunk]:
        held, self._held = self._held or [], None
        calls = spoken_calls("".join(part.text for part in held), self._tools)
        if not calls:
            return held
        silent = [part.model_copy(update={"content": ""}) for part in held]
        made = [
            tool_call_chunk(
                name=name, args=json.dumps(arguments, ensure_ascii=False), id=f"spoken_{index}", index=index
            )
            for index, (name, arguments) in enumerate(calls)
        ]
        return [AIMessageChunk(content="", tool_call_chunks=made), *silent]


def spoken_calls(text: str, tools: Collection[str]) -> list[tuple[str, dict[str, Any]]]:
    """The calls that a text consists of; empty unless it is nothing but calls of these tools."""
    calls: list[tuple[str, dict[str, Any]]] = []
    for document in _documents(text.strip()):
        found = document if isinstance(document, list) else [document]
        read = [_call(item) for item in found]
        if not read or any(call is None or call[0] not in tools for call in read):
            return []
        calls += [call for call in read if call]
    return calls


def _may_open(text: str) -> bool:
    return text.startswith(_OPENINGS) or any(opening.startswith(text) for opening in _OPENINGS)


def _documents(text: str) -> list[Any]:
    """The JSON documents of a text that holds nothing else; [None] if it holds more."""
    wrapped = [match["tagged"] or match["fenced"] or "" for match in _WRAPPED.finditer(text)]
    parts = wrapped if wrapped and not _WRAPPED.sub("", text).strip() else [text]
    try:
        return [json.loads(part) for part in parts]
    except (ValueError, RecursionError):
        return [None]


def _call(item: Any) -> tuple[str, dict[str, Any]] | None:
    if isinstance(item, dict) and isinstance(item.get("function"), dict):
        item = item["function"]
    if not isinstance(item, dict) or not isinstance(item.get("name"), str):
        return None
    arguments = next((item[name] for name in _ARGUMENTS if name in item), None)
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return None
    return (item["name"], arguments) if isinstance(arguments, dict) else None

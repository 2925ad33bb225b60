"""The JSON documents that travel inside messages."""

import json
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

_CONTEXT = "# Context (data)\n```json\n"
_END = "\n```\n"
_MESSAGE = "\n# The admin's message\n"


def briefing_of(messages: list[BaseMessage]) -> tuple[dict[str, Any], list[BaseMessage]]:
    """The context that the person's last message begins with, and the messages without it; empty if there is none."""
    at = max((at for at, message in enumerate(messages) if isinstance(message, HumanMessage)), default=-1)
    head, marked, said = messages[at].text.partition(_MESSAGE) if at >= 0 else ("", "", "")
    if not marked or not head.startswith(_CONTEXT):
        return {}, messages
    context = head.removeprefix(_CONTEXT).partition(_END)[0]
    plain = HumanMessage(said.removesuffix("\n"), id=messages[at].id)
    return _object(context), [*messages[:at], plain, *messages[at + 1 :]]


def document_of(messages: list[BaseMessage]) -> dict[str, Any]:
    """The one JSON document of the last user message that holds one; empty if there is none."""
    for message in reversed(messages):
        if isinstance(message, HumanMessage) and (found := _object(message.text)):
            return found
    return {}


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

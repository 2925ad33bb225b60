"""The JSON documents that travel inside messages."""

import json
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

_FENCE = "```json\n"


def context_of(messages: list[BaseMessage]) -> dict[str, Any]:
    """The JSON in the fence that ends the system message; empty if there is none."""
    for message in messages:
        if isinstance(message, SystemMessage) and _FENCE in message.text:
            inside = message.text.rpartition(_FENCE)[2]
            return _object(inside.rpartition("\n```")[0] or inside)
    return {}


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

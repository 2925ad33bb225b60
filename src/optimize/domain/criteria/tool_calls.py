"""How tool calls are told in reasons."""

import json

from optimize.domain.text import clean, shortened
from optimize.domain.transcript import ToolCall, Transcript

_STATUS = {"refused": ", and was refused", "failed": ", and failed", "unknown": ", and its result never came back"}
_NAMES_SHOWN = 6
_ARGUMENTS_SHOWN = 160


def place(call: ToolCall) -> str:
    """Where the call stands, by the number that the transcript shows beside it."""
    return f"at event {call.seq}"


def shown_arguments(call: ToolCall, limit: int = _ARGUMENTS_SHOWN) -> str:
    """The arguments as compact JSON, shortened; or the raw text, saying that it could not be read."""
    if call.arguments is None:
        return f"arguments were not readable JSON: “{shortened(clean(call.arguments_text), limit)}”"
    return shortened(clean(json.dumps(call.arguments, ensure_ascii=False)), limit)


def told(call: ToolCall) -> str:
    """`at event 2 with {"a": 1}, and was refused`."""
    return f"{place(call)} with {shown_arguments(call)}{_STATUS.get(call.status, '')}"


def never_called(tool: str, transcript: Transcript) -> str:
    """The sentence that `tool` was never called, and what was."""
    names = sorted({call.name for call in transcript.tool_calls})
    if not names:
        return f"{tool} was never called; no tool was."
    more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
    return f"{tool} was never called; called were: {', '.join(names[:_NAMES_SHOWN])}{more}."


def times(count: int) -> str:
    """`once`, `2 times`."""
    return "once" if count == 1 else f"{count} times"

"""What was said and done in a conversation, as short as a small model needs it."""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from optimize.domain.text import shortened

_EARLIER: Final = 3
_TOLD_BY_SUMMARY: Final = ("draft_test", "revise_draft", "amend_test")
"""The person sees the draft itself; the odds that stand beside it, a small model takes for results."""
_LINE: Final = 240
_SUMMARY: Final = 300
_RESULT: Final = 1_500


class Said(NamedTuple):
    """`id` of the person's last message and its text; `answers` of the model since then that called tools; `results`:
    what came back, as text; `mistake`: the tool whose result is the newest, if that is an error; `failed`: what the
    newest result says, if it is not `ok`.
    """

    id: str
    text: str
    earlier: str
    answers: int
    results: str
    mistake: str
    failed: str


def said_in(conversation: Sequence[AnyMessage]) -> Said:
    last = max((at for at, message in enumerate(conversation) if isinstance(message, HumanMessage)), default=None)
    if last is None:
        raise ValueError("a conversation without a message of the person has nothing to answer")
    since = conversation[last + 1 :]
    results = [message for message in since if isinstance(message, ToolMessage)]
    newest = _read(results[-1]) if results else {"status": "ok"}
    return Said(
        id=str(conversation[last].id),
        text=str(conversation[last].text),
        earlier=_earlier(conversation[:last]),
        answers=sum(isinstance(message, AIMessage) and bool(message.tool_calls) for message in since),
        results="\n".join(_result(message) for message in results),
        mistake=str(results[-1].name) if newest["status"] == "error" else "",
        failed="" if newest["status"] == "ok" else str(newest.get("summary")),
    )


def _earlier(messages: Sequence[AnyMessage]) -> str:
    """The last words of both sides."""
    spoken = [message for message in messages if isinstance(message, HumanMessage | AIMessage) and message.text]
    lines = [
        f"{'Admin' if isinstance(message, HumanMessage) else 'You'}: {shortened(str(message.text), _LINE)}"
        for message in spoken[-_EARLIER:]
    ]
    return "\n".join(lines) or "(nothing)"


def _result(message: ToolMessage) -> str:
    read = _read(message)
    told = f"{message.name} ({read.get('status')}): {shortened(str(read.get('summary')), _SUMMARY)}"
    if message.name in _TOLD_BY_SUMMARY and read.get("status") == "ok":
        return told
    return f"{told} {shortened(json.dumps(read.get('data', {}), ensure_ascii=False), _RESULT)}"


def _read(message: ToolMessage) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(str(message.text))
    return found

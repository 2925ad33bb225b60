"""A transcript told as a list: a text is said by the agent, a dict is a call or a message of somebody else."""

from collections.abc import Callable
from typing import Any

import pytest

from optimize.domain.transcript import AnyEvent, Message, ToolCall, Transcript


def _event(seq: int, turn: int, item: Any) -> AnyEvent:
    if isinstance(item, str):
        return Message(seq=seq, turn=turn, role="assistant", text=item)
    if "tool" not in item:
        role, text = next((role, text) for role, text in item.items() if role != "turn")
        return Message(seq=seq, turn=item.get("turn", turn), role=role, text=text)
    arguments = item.get("args", {})
    readable = isinstance(arguments, dict)
    return ToolCall(
        seq=seq,
        turn=turn,
        call_id=f"call-{seq}",
        name=item["tool"],
        arguments=arguments if readable else None,
        arguments_text="" if readable else arguments,
        effect=item.get("effect", "read"),
        status=item.get("status", "executed"),
        parent=item.get("in"),
    )


def _told(*items: Any, turn_ms: tuple[float, ...] = (), error: str | None = None) -> Transcript:
    events: list[AnyEvent] = []
    turn = 1
    for seq, item in enumerate(items, start=1):
        if isinstance(item, dict) and "user" in item and seq > 1:
            turn += 1
        events.append(_event(seq, turn, item))
    return Transcript(events=tuple(events), turn_ms=turn_ms, error=error)


@pytest.fixture
def told() -> Callable[..., Transcript]:
    return _told

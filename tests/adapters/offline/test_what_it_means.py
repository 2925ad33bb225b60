"""“It” is the draft that was last written, changed, tried or shown in the conversation."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from optimize.adapters.models.offline.assistant import as_it_was
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.turn import turn_of

A, B, C = "t-a", "t-b", "t-c"
TESTS = (
    KnownTest(id=A, name="A", state="draft"),
    KnownTest(id=B, name="B", state="draft"),
    KnownTest(id=C, name="C", state="accepted"),
)
CONTEXT = Context(tests=TESTS, last_draft=B)
DRAFTED = [("draft_test", {"test": A}), ("draft_test", {"test": B})]


def after(*results: tuple[str, dict[str, Any]], status: str = "ok") -> list[BaseMessage]:
    said: list[BaseMessage] = []
    for at, (tool, data) in enumerate(results):
        call = {"name": tool, "args": {}, "id": f"c{at}", "type": "tool_call"}
        content = json.dumps({"status": status if at == len(results) - 1 else "ok", "summary": "", "data": data})
        said += [
            HumanMessage(f"message {at}"),
            AIMessage("", tool_calls=[call]),
            ToolMessage(content, tool_call_id=f"c{at}", name=tool),
        ]
    return [*said, HumanMessage("discard it")]


def meant(messages: list[BaseMessage]) -> str | None:
    return as_it_was(CONTEXT, turn_of(messages)).last_draft


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ([], B),
        ([("revise_draft", {"test": A})], A),
        ([("dry_run", {"tests": [{"test": A}]})], A),
        ([("show_test", {"test": A, "state": "draft"})], A),
        ([("show_test", {"test": C, "state": "accepted"})], B),
        ([("dry_run", {"tests": [{"test": A}]}), ("draft_test", {"test": B})], B),
        ([("read_results", {"tests": [{"test": A}]})], B),
        ([("run_tests", {"tests": [{"test": C}]})], B),
        ([("dry_run", {"tests": [{"test": "gone"}]})], B),
    ],
)
def test_it_is_what_was_last_in_hand(then: list[tuple[str, dict[str, Any]]], expected: str) -> None:
    assert meant(after(*DRAFTED, *then)) == expected


def test_what_was_refused_was_not_in_hand() -> None:
    assert meant(after(*DRAFTED, ("dry_run", {"tests": [{"test": A}]}), status="refused")) == B

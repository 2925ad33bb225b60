"""What the server says in English, told again in the person's language."""

from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from pydantic import TypeAdapter

from optimize.adapters.models.offline.replies import phrases
from optimize.adapters.models.offline.replies.telling import tell
from optimize.adapters.models.offline.turn import Told
from optimize.application.looseness import looseness
from optimize.assistant.figures import unsupported_figures
from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria import AnyCriterion
from tests.adapters.offline.threads import DRAFTED, known, plan

FAILURE: dict[str, Any] = {
    "test": "t1",
    "name": "No refund",
    "criterion": "",
    "kind": "doesNotInvokeTool",
    "k": 1,
    "n": 5,
    "must_pass": 5,
    "lower": 0.0362,
    "verdict": "failed",
    "reasons": [{"text": "refund_order was called.", "count": 4, "quotes": [], "runs": ["r1"]}],
    "looks_wrong": "agent",
    "sure": "",
}
CRITERIA: list[dict[str, Any]] = [
    {"kind": "invokesTool", "tool": "read_order"},
    {"kind": "invokesTool", "tool": "read_order", "before": "refund_order"},
    {"kind": "invokesTool", "tool": "read_order", "times": {"exactly": 2}},
    {"kind": "invokesTool", "tool": "read_order", "times": {"at_most": 1}},
    {"kind": "doesNotInvokeTool", "tool": "refund_order"},
    {"kind": "doesNotInvokeTool", "effect": "write"},
    {"kind": "toolParametersContain", "tool": "read_order", "parameters": {"order": {"equals": "5"}}},
    {
        "kind": "toolParametersContain",
        "tool": "read_order",
        "parameters": {"amount": {"at_most": 500}},
        "calls": "every",
    },
    {"kind": "answerContains", "texts": ["one", "two"]},
    {"kind": "answerDoesNotContain", "texts": ["sorry"]},
    {"kind": "answerMatches", "pattern": "ORD-\\d+"},
    {"kind": "answerIsJson"},
    {"kind": "respondsWithin", "seconds": 3},
    {"kind": "doesNotHallucinate"},
    {"kind": "staysInCharacter"},
    {"kind": "responseGroundedInKnowledge"},
]


@pytest.mark.parametrize("language", phrases.LANGUAGES[1:])
@pytest.mark.parametrize("criterion", CRITERIA, ids=str)
def test_what_failed_is_told_in_the_persons_language(language: str, criterion: dict[str, Any]) -> None:
    """The sentences are the server's own: one that changes its form there must be told again here."""
    sentence = TypeAdapter(AnyCriterion).validate_python(criterion).sentence()
    data = {"failures": [{**FAILURE, "criterion": sentence}]}
    told = Told(tool="explain_result", arguments={}, status="ok", summary="", data=data)
    text = tell(plan(("explain_result", {}), language=language), [told], known())
    assert sentence not in text
    named = [str(value) for name, value in criterion.items() if name in ("tool", "before", "pattern")]
    assert [value for value in named if value not in text] == []
    assert "{" not in text
    assert unsupported_figures(text, [ToolMessage(told.model_dump_json(), tool_call_id="c")]) == [], text


def test_an_assertion_and_a_sentence_of_another_form_stay_as_they_are() -> None:
    for sentence in ("Der Agent nennt den Preis.", "The agent shrugs."):
        data = {"failures": [{**FAILURE, "criterion": sentence}]}
        told = Told(tool="explain_result", arguments={}, status="ok", summary="", data=data)
        assert sentence in tell(plan(("explain_result", {}), language="de"), [told], known())


@pytest.mark.parametrize("language", phrases.LANGUAGES[1:])
@pytest.mark.parametrize(
    ("matcher", "shown"), [({"at_most": 500.0}, "≤ 500"), ({"at_least": 2}, "≥ 2"), ({"equals": "5"}, '= "5"')]
)
def test_a_bound_is_not_told_as_a_value(language: str, matcher: dict[str, Any], shown: str) -> None:
    criterion = {"kind": "toolParametersContain", "tool": "read_order", "parameters": {"amount": matcher}}
    data = {**DRAFTED, "criteria": [criterion], "sentences": ["(English)"]}
    told = Told(tool="draft_test", arguments={}, status="ok", summary="", data=data)
    assert shown in tell(plan(("draft_test", {}), language=language), [told], known())


@pytest.mark.parametrize("language", phrases.LANGUAGES[1:])
@pytest.mark.parametrize(
    "body",
    [
        {"criteria": [{"kind": "invokesTool", "tool": "a"}, {"kind": "doesNotInvokeTool", "tool": "a"}]},
        {"criteria": [{"kind": "satisfiesAssertion", "assertion": "The agent is helpful."}]},
        {"criteria": [{"kind": "invokesTool", "tool": "a"}], "runs": 60},
    ],
    ids=str,
)
def test_a_warning_is_told_in_the_persons_language(language: str, body: dict[str, Any]) -> None:
    situation = {"messages": [{"role": "user", "text": "Hi"}]}
    warnings = looseness(TestBody.model_validate({"name": "n", "situation": situation, **body}))
    assert warnings
    told = Told(tool="draft_test", arguments={}, status="ok", summary="", data={**DRAFTED, "warnings": warnings})
    text = tell(plan(("draft_test", {}), language=language), [told], known())
    assert [warning for warning in warnings if warning in text] == []


@pytest.mark.parametrize("language", phrases.LANGUAGES[1:])
@pytest.mark.parametrize("tool", ["read_results", "explain_result", "cancel", "suggest_tests"])
def test_that_there_is_nothing_is_told_in_the_persons_language(language: str, tool: str) -> None:
    usual = phrases.Phrases("en").say(f"empty.{tool}")
    for summary, kept in ((usual, False), ("Batch b9 has no result of this test.", True)):
        told = Told(tool=tool, arguments={}, status="empty", summary=summary)
        assert (summary in tell(plan((tool, {}), language=language), [told], known())) is kept

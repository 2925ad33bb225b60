"""What the offline judge cannot decide is said when the draft is made."""

import json
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from optimize.adapters.models.offline.assistant import assist
from optimize.adapters.models.offline.foresight import forewarned
from optimize.adapters.models.offline.judging.kinds import DECIDERS
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.plan import Plan
from tests.adapters.offline.threads import CONTEXT, bound, briefed, plan

OFFLINE = Context(models={"judge": "offline:rules"})
TONE = {"kind": "satisfiesAssertion", "assertion": "The agent stays friendly, even when provoked."}
ASKS = {"kind": "satisfiesAssertion", "assertion": "The agent asks for the order number."}


def drafted(*criteria: dict[str, Any], language: str = "en", tool: str = "draft_test") -> Plan:
    field = "criteria" if tool == "draft_test" else "add_criteria"
    return plan((tool, {field: list(criteria)}), language=language)


def codes(made: Plan, context: Context = OFFLINE) -> list[str]:
    return [remark.code for remark in forewarned(made, context).remarks]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "zh", "ja"])
@pytest.mark.parametrize("tool", ["draft_test", "revise_draft"])
def test_what_needs_a_judge_model_is_named_in_the_persons_language(language: str, tool: str) -> None:
    (told,) = forewarned(drafted(TONE, language=language, tool=tool), OFFLINE).remarks
    assert TONE["assertion"] in told.text
    assert "{" not in told.text


def test_of_several_one_is_named_in_one_sentence() -> None:
    made = forewarned(drafted(TONE, {"kind": "staysInCharacter"}), OFFLINE)
    (told,) = made.remarks
    assert "and others" in told.text


@pytest.mark.parametrize(
    "criterion",
    [
        ASKS,
        {"kind": "satisfiesAssertion", "assertion": "The agent refuses to cancel the order."},
        {"kind": "satisfiesAssertion", "assertion": "The agent names the amount 20 EUR."},
        {"kind": "satisfiesAssertion", "assertion": "The answer must be at most five sentences long."},
        {"kind": "doesNotHallucinate"},
        {"kind": "responseGroundedInKnowledge"},
        {"kind": "invokesTool", "tool": "read_order"},
    ],
    ids=str,
)
def test_nothing_is_said_of_what_rules_can_decide(criterion: dict[str, Any]) -> None:
    assert codes(drafted(criterion)) == []


@pytest.mark.parametrize("models", [{}, {"judge": "openai:big"}])
def test_nothing_is_said_where_a_model_judges_or_none_is_known(models: dict[str, str]) -> None:
    assert codes(drafted(TONE), Context(models=models)) == []


def test_the_kinds_that_only_show_breaches_are_named() -> None:
    assert codes(drafted({"kind": "staysInCharacter"})) == ["needs_judge"]
    assert "satisfiesAssertion" in DECIDERS


def test_the_assistant_says_it_with_the_draft() -> None:
    context = {**CONTEXT, "models": {"judge": "offline:rules"}}
    said = HumanMessage("The agent must be empathic about the delay of order 1187.", id="h1")
    answer = assist(briefed([said], context), bound("draft_test"))
    remarks = json.dumps(answer.response_metadata["plan"]["remarks"])
    assert [call["name"] for call in answer.tool_calls] == ["draft_test"]
    assert "needs_judge" in remarks

"""What a small model may write of a draft, and what becomes of it."""

import json
from typing import Any

import jsonschema
import pytest

from optimize.assistant.brief_draft import arguments_of, drafts_shape
from optimize.assistant.choice import Choice
from optimize.assistant.context import ToolInContext
from optimize.domain.criteria import CRITERIA
from optimize.tools.draft_test import DraftTestArguments

READ = ToolInContext(name="read_loan", description="", effect="read", parameters=["id", "year"], hints={})
PING = ToolInContext(name="ping", description="", effect="read", parameters=[], hints={})


def shape(message: str = "", *, simulated: bool = False) -> dict[str, Any]:
    return drafts_shape([READ, PING], message, Choice("draft_test", simulated_user=simulated))


def draft(*criteria: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"criteria": [{"demand": "d", **c} for c in criteria], "user_says": "Hello", "name": "n", **more}


def allows(given: dict[str, Any], message: str = "", *, simulated: bool = False) -> bool:
    checker = jsonschema.Draft202012Validator(shape(message, simulated=simulated))
    return bool(checker.is_valid({"drafts": [given]}))


LANDS = {"kind": "doesNotHallucinate"}


@pytest.mark.parametrize(
    "criterion",
    [
        {"kind": "invokesTool", "tool": "read_loan"},
        {"kind": "invokesTool", "tool": "read_loan", "before": "ping"},
        {"kind": "invokesTool", "tool": "read_loan", "before": "read_loan"},
        {"kind": "doesNotInvokeTool", "tool": "ping"},
        {"kind": "doesNotInvokeTool", "effect": "write"},
        {"kind": "toolParametersContain", "tool": "read_loan", "parameter": "id", "equals": "7"},
        {"kind": "answerContains", "text": "7"},
        {"kind": "answerDoesNotContain", "text": "7"},
        {"kind": "answerMatches", "pattern": "7"},
        {"kind": "respondsWithin", "seconds": 3},
        {"kind": "answerIsJson"},
        {"kind": "staysInCharacter"},
        {"kind": "responseGroundedInKnowledge"},
        {"kind": "satisfiesAssertion", "assertion": "The agent is right."},
        LANDS,
    ],
)
def test_what_is_allowed_is_a_draft(criterion: dict[str, Any]) -> None:
    given = draft(criterion)
    assert allows(given)
    [arguments] = arguments_of({"drafts": [given]})
    body = DraftTestArguments.model_validate(arguments).body()
    assert [c.kind for c in body.criteria] == [criterion["kind"]]


@pytest.mark.parametrize(
    "criterion",
    [
        {"kind": "invokesTool", "tool": "pay"},
        {"kind": "doesNotInvokeTool", "tool": "ping", "effect": "write"},
        {"kind": "toolParametersContain", "tool": "ping", "parameter": "id", "equals": "7"},
        {"kind": "toolParametersContain", "tool": "read_loan", "parameter": "amount", "equals": "7"},
        {"kind": "satisfiesAssertion", "assertion": "x" * 300},
    ],
)
def test_what_the_agent_has_not_cannot_be_written(criterion: dict[str, Any]) -> None:
    assert not allows(draft(criterion))


def test_settings_are_figures_of_the_message() -> None:
    assert not allows(draft(LANDS, runs=1))
    assert allows(draft(LANDS, runs=20, threshold=0.8), "20 runs, 80 %")
    assert allows(draft(LANDS, threshold=0.75), "at 0.75")
    assert allows(draft(LANDS, runs=10), "zehn, also 10 Durchläufe")
    assert not allows(draft(LANDS, runs=4), "the right number is 4, in 5 runs")
    assert not allows(draft(LANDS, threshold=0.6), "60 suitcases")
    assert not allows(draft(LANDS, runs=250), "250 runs")
    assert not allows(draft(LANDS, threshold=1), "100 %")


def test_a_simulated_user_is_there_if_it_was_asked_for() -> None:
    user = {"persona": "Angry.", "goal": "Get it back."}
    assert not allows(draft(LANDS, simulated_user=user))
    assert allows(draft(LANDS, simulated_user=user), simulated=True)
    assert allows(draft(LANDS, simulated_user={**user, "turn_limit": 6}), "6 turns", simulated=True)
    assert not allows(draft(LANDS, simulated_user={**user, "turn_limit": 9}), "6 turns", simulated=True)
    assert not allows(draft(LANDS), simulated=True)


def test_details_of_one_tool_are_asked_of_one_call_and_twice_counts_once() -> None:
    detail = {"kind": "toolParametersContain", "tool": "read_loan"}
    given = draft(
        detail | {"parameter": "id", "equals": "7"}, LANDS, detail | {"parameter": "year", "equals": "2024"}, LANDS
    )
    [arguments] = arguments_of({"drafts": [given]})
    assert arguments["criteria"] == [
        detail | {"parameters": {"id": {"equals": "7"}, "year": {"equals": "2024"}}},
        {"kind": "doesNotHallucinate"},
    ]


def test_every_kind_but_the_one_that_needs_a_list_of_its_own_can_be_written() -> None:
    told = json.dumps(shape())
    assert [kind for kind in CRITERIA if kind not in told] == ["meetsExpectedBehaviors"]


def test_an_agent_without_tools_has_no_criteria_on_tools() -> None:
    assert "invokesTool" not in json.dumps(drafts_shape([], "", Choice("draft_test")))

"""What a small model may write of a criterion, and what becomes of it."""

import json
from collections.abc import Sequence
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter

from optimize.assistant.brief_criterion import criterion_of, criterion_shape, joined
from optimize.assistant.context import ToolInContext
from optimize.domain.criteria import CRITERIA, AnyCriterion

READ = ToolInContext(name="read_loan", description="", effect="read", parameters=["id", "year"], hints={})
PING = ToolInContext(name="ping", description="", effect="read", parameters=[], hints={})
SEND = ToolInContext(name="send", description="", effect="write", parameters=["to"], hints={})
CRITERION: TypeAdapter[Any] = TypeAdapter(AnyCriterion)
BEFORE = {"kind": "invokesToolBefore", "tool": "read_loan", "before": "ping"}


def allows(given: dict[str, Any], demand: str = "", tools: Sequence[ToolInContext] = (READ, PING, SEND)) -> bool:
    return bool(jsonschema.Draft202012Validator(criterion_shape(tools, demand)).is_valid(given))


def detail(**values: str) -> dict[str, Any]:
    given = [{"parameter": name, "equals": value} for name, value in values.items()]
    return {"kind": "toolParametersContain", "tool": "read_loan", "values": given}


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ({"kind": "invokesTool", "tool": "read_loan"}, "invokesTool"),
        (BEFORE, "invokesTool"),
        ({"kind": "doesNotInvokeTool", "tool": "ping"}, "doesNotInvokeTool"),
        ({"kind": "doesNotInvokeTool", "effect": "write"}, "doesNotInvokeTool"),
        (detail(id="7", year="2024"), "toolParametersContain"),
        ({"kind": "answerContains", "text": "7"}, "answerContains"),
        ({"kind": "answerDoesNotContain", "text": "7"}, "answerDoesNotContain"),
        ({"kind": "answerMatches", "pattern": r"L-\d+"}, "answerMatches"),
        ({"kind": "answerMatches", "pattern": "1,628"}, "answerContains"),
        ({"kind": "respondsWithin", "seconds": 3}, "respondsWithin"),
        ({"kind": "answerIsJson"}, "answerIsJson"),
        ({"kind": "doesNotHallucinate"}, "doesNotHallucinate"),
        ({"kind": "staysInCharacter"}, "staysInCharacter"),
        ({"kind": "responseGroundedInKnowledge"}, "responseGroundedInKnowledge"),
        ({"kind": "satisfiesAssertion", "assertion": "The agent is right."}, "satisfiesAssertion"),
    ],
)
def test_what_is_allowed_is_a_criterion(written: dict[str, Any], kind: str) -> None:
    assert allows(written)
    assert CRITERION.validate_python(criterion_of(written)).kind == kind


@pytest.mark.parametrize(
    "written",
    [
        {"kind": "invokesTool", "tool": "pay"},
        {"kind": "invokesToolBefore", "tool": "ping", "before": "ping"},
        {"kind": "invokesToolBefore", "tool": "ping"},
        {"kind": "doesNotInvokeTool", "tool": "ping", "effect": "write"},
        {"kind": "toolParametersContain", "tool": "ping", "values": [{"parameter": "id", "equals": "7"}]},
        detail(amount="7"),
        detail(),
        {"kind": "satisfiesAssertion", "assertion": "x" * 300},
    ],
)
def test_what_the_agent_has_not_cannot_be_written(written: dict[str, Any]) -> None:
    assert not allows(written)


def test_a_demand_that_names_tools_is_about_those() -> None:
    named = "calls ping"
    assert allows({"kind": "invokesTool", "tool": "ping"}, named)
    assert not allows({"kind": "invokesTool", "tool": "send"}, named)
    assert not allows(detail(id="7"), named)
    assert allows(BEFORE, named)
    assert allows({"kind": "invokesToolBefore", "tool": "ping", "before": "send"}, named)
    assert not allows({"kind": "invokesToolBefore", "tool": "read_loan", "before": "send"}, named)


def test_a_count_is_one_that_the_demand_says() -> None:
    twice = {"kind": "invokesTool", "tool": "ping", "at_most": 2}
    assert allows(twice, "pings at most 2 times")
    assert not allows(twice, "pings at most 3 times")
    assert not allows(twice, "pings loan L2.5")
    assert criterion_of(twice) == {"kind": "invokesTool", "tool": "ping", "times": {"at_most": 2}}


def test_details_of_one_tool_are_asked_of_one_call_and_twice_counts_once() -> None:
    plain = {"kind": "invokesTool", "tool": "read_loan"}
    lands = {"kind": "doesNotHallucinate"}
    assert joined([plain, detail(id="7"), lands, detail(year="2024"), lands]) == [
        {
            "kind": "toolParametersContain",
            "tool": "read_loan",
            "parameters": {"id": {"equals": "7"}, "year": {"equals": "2024"}},
        },
        lands,
    ]


def test_every_kind_but_the_one_that_needs_a_list_of_its_own_can_be_written() -> None:
    told = json.dumps(criterion_shape([READ, PING], ""))
    assert [kind for kind in CRITERIA if kind not in told] == ["meetsExpectedBehaviors"]


def test_an_agent_without_tools_has_no_criteria_on_tools() -> None:
    assert "nvokesTool" not in json.dumps(criterion_shape([], ""))

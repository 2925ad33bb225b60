"""The tools as a model is told of them: as short as they can be, and no name that the agent does not have."""

import json
import re
from typing import Any

import jsonschema
import pytest

from optimize.assistant.tool_schemas import bounded_parameters, schemas_for
from optimize.domain.criteria import CRITERIA
from optimize.tools import TOOLS
from optimize.tools.model_schema import plain

ROOM = 32_000
"""Characters, about 8,000 tokens: what a small model with a window of 16,000 tokens can spare."""
DRAFT = {"name": "n", "situation": "Hello"}


def parameters(tool: str, *agent_tools: str) -> dict[str, Any]:
    [found] = [s["function"]["parameters"] for s in schemas_for(agent_tools) if s["function"]["name"] == tool]
    return dict(found)


def allows(tool: str, arguments: dict[str, Any], *agent_tools: str) -> bool:
    return bool(jsonschema.Draft202012Validator(parameters(tool, *agent_tools)).is_valid(arguments))


def test_all_tools_together_leave_room_for_a_conversation() -> None:
    assert len(json.dumps(schemas_for(("compare_invoice", "list_invoices")))) < ROOM


@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_is_told_as_a_schema(tool: str) -> None:
    jsonschema.Draft202012Validator.check_schema(parameters(tool))
    assert "null" not in json.dumps(parameters(tool))


@pytest.mark.parametrize("tool", TOOLS)
def test_settings_are_told_with_their_range(tool: str) -> None:
    """Servers that hold a model to the schema cannot let it ask for 0 runs."""
    given = parameters(tool).get("properties", {})
    assert all((given[name]["minimum"], given[name]["maximum"]) == (1, 200) for name in ("runs",) if name in given)
    bounds = [
        (given[name]["exclusiveMinimum"], given[name]["exclusiveMaximum"]) for name in ("threshold",) if name in given
    ]
    assert bounds in ([], [(0, 1)])


def test_a_criterion_may_name_only_tools_that_the_agent_has() -> None:
    def called(name: str, **more: str) -> dict[str, Any]:
        return DRAFT | {"criteria": [{"kind": "invokesTool", "tool": name, **more}]}

    assert allows("draft_test", called("compare_invoice"), "compare_invoice")
    assert not allows("draft_test", called("compare_invoices"), "compare_invoice")
    assert not allows("draft_test", called("compare_invoice", before="pay"), "compare_invoice")
    assert allows("draft_test", called("anything_at_all"))
    assert not allows("draft_test", called("not a name"))


def test_a_criterion_has_to_say_its_kind() -> None:
    assert not allows("draft_test", DRAFT | {"criteria": [{"texts": ["15"]}]})
    assert allows("draft_test", DRAFT | {"criteria": [{"kind": "answerContains", "texts": ["15"]}]})


@pytest.mark.parametrize(
    ("kind", "one", "other", "both"),
    [
        ("doesNotInvokeTool", {"tool": "a_tool"}, {"effect": "write"}, False),
        ("answerContains", {"texts": ["15"]}, {"any_of": ["15"]}, True),
        ("toolParametersContain", {"parameters": {"id": {"equals": "7"}}}, {"anywhere": ["7"]}, True),
    ],
)
def test_of_two_fields_one_has_to_be_there(kind: str, one: dict[str, Any], other: dict[str, Any], both: bool) -> None:
    named = {"tool": "a_tool"} if kind == "toolParametersContain" else {}

    def allowed(fields: dict[str, Any]) -> bool:
        return allows("draft_test", DRAFT | {"criteria": [{"kind": kind} | named | fields]}, "a_tool")

    assert [allowed(one), allowed(other), allowed(one | other), allowed({})] == [True, True, both, False]


def test_the_arguments_of_one_tool_alone_are_bounded() -> None:
    for tool in TOOLS:
        told = json.dumps(bounded_parameters(tool, ("a_tool",)))
        assert max(map(int, re.findall(r'"maxLength": (\d+)', told)), default=0) <= 300
    assert bounded_parameters("health", ())["properties"] == {}


def test_every_kind_can_be_drafted_and_added() -> None:
    variants = [v for part in parameters("draft_test")["$defs"].values() for v in part.get("anyOf", [part])]
    kinds = {v["properties"]["kind"]["const"] for v in variants if "kind" in v.get("properties", {})}
    assert kinds == set(CRITERIA)
    for tool in ("revise_draft", "amend_test"):
        assert parameters(tool)["properties"]["add_criteria"]["items"]["properties"]["kind"]["enum"] == list(CRITERIA)


def test_what_is_silent_goes_and_what_is_named_like_it_stays() -> None:
    schema = {
        "title": "T",
        "type": "object",
        "properties": {
            "title": {"title": "Title", "anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}], "description": "d"},
            "scope": {"enum": ["a", "b"], "default": "a"},
            "kind": {"const": "k", "default": "k"},
        },
        "required": ["title"],
    }
    assert plain(schema) == {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}], "description": "d"},
            "scope": {"enum": ["a", "b"], "default": "a"},
            "kind": {"const": "k"},
        },
        "required": ["kind", "title"],
    }

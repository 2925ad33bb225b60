"""A test pasted as JSON becomes that test; what of it cannot be read is said, and nothing is drafted."""

import json
from typing import Any

import pytest

from tests.adapters.offline.reading.library_desk import library

TEST: dict[str, Any] = {
    "name": "No fee",
    "situation": "Waive my fee",
    "criteria": [{"kind": "doesNotInvokeTool", "tool": "waive_fee"}],
    "runs": 3,
}


@pytest.mark.parametrize("form", ["{}", "```json\n{}\n```", "```\n{}\n```", "  {}\n"])
def test_a_pasted_test_becomes_that_test(form: str) -> None:
    (call,) = library(form.replace("{}", json.dumps(TEST, indent=1))).calls
    assert (call.tool, call.arguments) == ("draft_test", TEST)


def test_our_own_form_of_a_situation_is_read() -> None:
    messages = {"messages": [{"role": "user", "text": "Hi"}, {"role": "user", "text": "Waive it"}]}
    (call,) = library(json.dumps({**TEST, "situation": messages})).calls
    assert (call.arguments["situation"], call.arguments["follow_ups"]) == ("Hi", ["Waive it"])


def test_a_list_of_tests_becomes_drafts() -> None:
    assert [call.tool for call in library(json.dumps([TEST, {**TEST, "name": "B"}])).calls] == ["draft_test"] * 2


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"criteria": []}, "criteria"),
        ({"criteria": [{"kind": "isNice"}]}, "criteria"),
        ({"situation": ""}, "situation"),
        ({"runs": "many"}, "runs"),
        ({"colour": "red"}, "colour"),
        ({"runs": 3, "threshold": 0.9}, "3"),
    ],
)
def test_what_cannot_be_read_is_said(changed: dict[str, Any], said: str) -> None:
    (call,) = library(json.dumps({**TEST, **changed})).calls
    assert call.tool == "decline"
    assert said in str(call.arguments["reason"])


@pytest.mark.parametrize("message", ['{"amount": 12}', "{not json}", "[1, 2]"])
def test_other_json_is_no_pasted_test(message: str) -> None:
    assert [call.arguments.get("name") for call in library(message).calls] != ["No fee"]

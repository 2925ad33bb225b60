"""Short requests as people type them, in six languages: which call they mean, with which arguments.

`~text` stands for an argument that contains the text, `*` for any; `say:code` for words alone.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "requests.json").read_text("utf-8"))
CASES: list[tuple[str, str, dict[str, Any]]] = [
    (message, tool, arguments) for message, tool, arguments in DATA["cases"]
]
CONTEXT = Context.model_validate(DATA["context"])


def planned(message: str) -> Plan:
    return read(message, CONTEXT)


def fits(wanted: Any, given: Any) -> bool:
    if isinstance(wanted, str) and wanted.startswith("~"):
        return wanted[1:].lower() in json.dumps(given, ensure_ascii=False).lower()
    return bool(given) if wanted == "*" else bool(given == wanted)


@pytest.mark.parametrize(("message", "tool", "arguments"), CASES, ids=[message for message, _, _ in CASES])
def test_a_request_plans_what_it_means(message: str, tool: str, arguments: dict[str, Any]) -> None:
    plan = planned(message)
    if tool.startswith("say:"):
        assert plan.calls == ()
        assert [remark.code for remark in plan.remarks] == [tool.removeprefix("say:")]
        return
    call = plan.calls[-1]
    assert call.tool == tool
    assert [name for name in arguments if not fits(arguments[name], call.arguments.get(name))] == []


@pytest.mark.parametrize(
    ("message", "test"),
    [
        ("retire A1 because explaining the policy is done by people", "t-1"),
        ("drop A3, the policy about seat counts changed", "t-3"),
        ("retire A2, A3 says the same", "t-2"),
    ],
)
def test_a_label_beats_words_that_another_test_shares(message: str, test: str) -> None:
    assert planned(message).calls[0].arguments["test"] == test


def test_a_judged_criterion_beside_the_one_run_of_code_checks_raises_the_runs() -> None:
    plan = planned("also it should never mention a price that was not returned")
    assert plan.calls[0].arguments["runs"] == 5
    assert [remark.code for remark in plan.remarks] == ["runs_raised"]


def test_what_the_agent_said_starts_from_the_results() -> None:
    calls = planned("what did the agent say in the last run?").calls
    assert [call.tool for call in calls] == ["read_results", "explain_result"]


def test_what_goes_on_changes_the_last_draft_whichever_words_another_shares() -> None:
    (call,) = planned("also it should never say that angry travellers are calm").calls
    assert (call.tool, call.arguments["test"]) == ("revise_draft", "t-8")


def test_a_judged_criterion_beside_too_few_runs_is_refused_with_numbers() -> None:
    tests = [test.model_copy(update={"runs": 3}) if test.id == "t-8" else test for test in CONTEXT.tests]
    context = CONTEXT.model_copy(update={"tests": tuple(tests)})
    (call,) = read("also it should never mention a price that was not returned", context).calls
    assert call.tool == "decline"
    assert "3 of 3 only gives" in str(call.arguments["reason"])
    assert "at least 4 runs" in str(call.arguments["alternatives"])

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.criteria.does_not_invoke_tool import DoesNotInvokeTool
from optimize.domain.transcript import Transcript

PAY = {"tool": "pay", "effect": "write", "in": 3, "args": {"amount": 5}}
READ = {"tool": "read_invoice", "effect": "read", "in": 1}
TOOL, WRITE = {"tool": "pay"}, {"effect": "write"}

CASES: dict[str, tuple[dict[str, Any], list[Any], bool, list[str]]] = {
    "nothing happened": (TOOL, [], True, ["pay was not called."]),
    "only talk": (TOOL, ["pay is what I could call."], True, []),
    "another tool": (TOOL, [READ], True, ["pay was not called."]),
    "called": (TOOL, [PAY], False, ["pay was called at event 1 with", '{"amount": 5}']),
    "refused attempt": (TOOL, [{**PAY, "status": "refused"}], False, ["and was refused"]),
    "failed attempt": (TOOL, [{**PAY, "status": "failed"}], False, ["and failed"]),
    "lost attempt": (TOOL, [{**PAY, "status": "unknown"}], False, ["never came back"]),
    "simulated": (TOOL, [{**PAY, "status": "simulated"}], False, []),
    "held back beside a refused call": (TOOL, [{**PAY, "status": "not_run"}], True, []),
    "called twice": (TOOL, [PAY, PAY], False, ["first of 2 such calls"]),
    "a longer name": (TOOL, [{"tool": "pay_later"}], True, []),
    "another letter case": (TOOL, [{"tool": "PAY"}], True, []),
    "unreadable arguments": (TOOL, [{**PAY, "args": "{amount"}], False, ["not readable JSON: “{amount”"]),
    "message unknown": (TOOL, [{**PAY, "in": None}], False, ["at event 1"]),
    "after the answer": (TOOL, ["Done.", PAY], False, []),
    "write: only reads": (WRITE, [READ, READ], True, ["No tool that writes was called."]),
    "write: a write": (WRITE, [READ, PAY], False, ["pay, which writes, was called at event 2 with"]),
    "write: refused write": (WRITE, [{**PAY, "status": "refused"}], False, ["was refused"]),
    "write: held back": (WRITE, [{**PAY, "status": "not_run"}], True, []),
    "write: nothing": (WRITE, [], True, []),
    "write: two of them": (WRITE, [PAY, {**PAY, "tool": "cancel"}], False, ["pay, which writes", "first of 2"]),
}


@pytest.mark.parametrize(("parameters", "events", "holds", "reasons"), CASES.values(), ids=CASES)
def test_verdict(
    told: Callable[..., Transcript], parameters: dict[str, Any], events: list[Any], holds: bool, reasons: list[str]
) -> None:
    verdict = DoesNotInvokeTool.model_validate(parameters).check(told(*events))

    assert verdict.passed is holds, verdict.reason
    assert all(reason in verdict.reason for reason in reasons), verdict.reason


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"tool": "pay", "effect": "write"},
        {"effect": "read"},
        {"effect": ["write"]},
        {"tool": ""},
        {"tool": "\0"},
        {"tool": ["pay"]},
        {"tool": "x" * 10_000},
        {"tool": "pay", "before": "read"},
    ],
    ids=repr,
)
def test_refused_when_written(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        DoesNotInvokeTool.model_validate(parameters)


def test_what_it_names() -> None:
    assert DoesNotInvokeTool(tool="pay").tools() == ("pay",)
    assert DoesNotInvokeTool(tool="pay").sentence() == "The agent does not call pay."
    assert DoesNotInvokeTool(effect="write").tools() == ()
    assert DoesNotInvokeTool(effect="write").sentence() == "The agent calls no tool that writes."


def test_one_call_is_not_told_as_the_first_of_several(told: Callable[..., Transcript]) -> None:
    reason = DoesNotInvokeTool(tool="pay").check(told(PAY)).reason

    assert "such calls" not in reason

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.criteria.base import Capability
from optimize.domain.criteria.invokes_tool import InvokesTool
from optimize.domain.transcript import Transcript

COMPARE, REGISTER = {"tool": "compare_invoice", "in": 2}, {"tool": "register_supplier_query", "in": 4}
BEFORE = {"tool": "compare_invoice", "before": "register_supplier_query"}


def call(**changes: Any) -> dict[str, Any]:
    return {"tool": "compare_invoice", "in": 2, **changes}


CASES: dict[str, tuple[dict[str, Any], list[Any], bool, list[str]]] = {
    "called": (
        {},
        [call(args={"invoice": "INV-1"})],
        True,
        ["compare_invoice was called at event 1 with", '{"invoice": "INV-1"}'],
    ),
    "never called, no tool was": ({}, ["Hello."], False, ["compare_invoice was never called; no tool was."]),
    "never called, others were": ({}, [REGISTER], False, ["never called; called were: register_supplier_query"]),
    "refused counts": ({}, [call(status="refused")], True, ["was refused"]),
    "failed counts": ({}, [call(status="failed")], True, ["and failed"]),
    "lost counts": ({}, [call(status="unknown")], True, ["never came back"]),
    "simulated counts": ({}, [call(status="simulated")], True, []),
    "held back does not count": ({}, [call(status="not_run")], False, ["never called"]),
    "another letter case is another tool": ({}, [{"tool": "Compare_Invoice"}], False, ["called were: Compare_Invoice"]),
    "unreadable arguments still a call": ({}, [call(args='{"invoice":')], True, ["arguments were not readable JSON"]),
    "message unknown": ({}, [{"tool": "compare_invoice"}], True, ["at event 1"]),
    "called twice": ({}, [call(), call()], True, ["2 times"]),
    "before: earlier message": (
        BEFORE,
        [COMPARE, REGISTER],
        True,
        ["called at event 1, before register_supplier_query at event 2."],
    ),
    "before: later message": (
        BEFORE,
        [{**REGISTER, "in": 2}, {**COMPARE, "in": 4}],
        False,
        ["compare_invoice was first called at event 2, after register_supplier_query at event 1."],
    ),
    "before: same message": (
        BEFORE,
        [COMPARE, {**REGISTER, "in": 2}],
        False,
        ["at event 1, in the same message as register_supplier_query at event 2, so not before it."],
    ),
    "before: other never called": (BEFORE, [COMPARE], True, ["register_supplier_query was never called"]),
    "before: itself never called": (BEFORE, [REGISTER], False, ["compare_invoice was never called"]),
    "before: neither called": (BEFORE, [], False, ["never called"]),
    "before: only the first calls count": (BEFORE, [COMPARE, REGISTER, COMPARE], True, []),
    "before: a later repetition does not help": (
        BEFORE,
        [REGISTER, {**COMPARE, "in": 6}],
        False,
        ["after"],
    ),
    "before: refused first call counts": (
        BEFORE,
        [{**REGISTER, "status": "refused", "in": 1}, COMPARE],
        False,
        ["after"],
    ),
    "before: held back other is no call": (BEFORE, [{**REGISTER, "status": "not_run", "in": 1}, COMPARE], True, []),
    "before: messages unknown, order decides": (
        BEFORE,
        [{"tool": "compare_invoice"}, {"tool": "register_supplier_query"}],
        True,
        ["at event 1, before register_supplier_query at event 2"],
    ),
    "before: opened later in an earlier message": (
        BEFORE,
        [REGISTER, COMPARE],
        True,
        ["at event 2, in an earlier message than register_supplier_query at event 1."],
    ),
    "at least 2, one call": ({"times": {"at_least": 2}}, [call()], False, ["once, expected at least 2 times"]),
    "at least 2, two calls": ({"times": {"at_least": 2}}, [call(), call()], True, []),
    "at most 2, three calls": ({"times": {"at_most": 2}}, [call()] * 3, False, ["3 times, expected at most 2 times"]),
    "at most 2, none": ({"times": {"at_most": 2}}, [], False, ["never called"]),
    "at least 0, at most 2, none": ({"times": {"at_least": 0, "at_most": 2}}, [], True, ["was not called"]),
    "exactly 1, once": ({"times": {"exactly": 1}}, [call()], True, []),
    "exactly 1, twice": ({"times": {"exactly": 1}}, [call()] * 2, False, ["2 times, expected exactly once"]),
    "2 to 3, four": ({"times": {"at_least": 2, "at_most": 3}}, [call()] * 4, False, ["expected 2 to 3 times"]),
}


@pytest.mark.parametrize(("parameters", "events", "holds", "reasons"), CASES.values(), ids=CASES)
def test_verdict(
    told: Callable[..., Transcript], parameters: dict[str, Any], events: list[Any], holds: bool, reasons: list[str]
) -> None:
    verdict = InvokesTool.model_validate({"tool": "compare_invoice", **parameters}).check(told(*events))

    assert verdict.passed is holds, verdict.reason
    assert all(reason in verdict.reason for reason in reasons), verdict.reason


def test_the_reason_points_at_the_calls(told: Callable[..., Transcript]) -> None:
    verdict = InvokesTool(tool="compare_invoice", before="register_supplier_query").check(
        told("Hi.", COMPARE, REGISTER)
    )

    assert [citation.event for citation in verdict.citations] == [2, 3]


def test_equal_causes_give_equal_reasons(told: Callable[..., Transcript]) -> None:
    criterion = InvokesTool(tool="pay")

    one, other = told({"tool": "b"}, {"tool": "a"}), told("Hm.", {"tool": "a"}, {"tool": "a"}, {"tool": "b"})

    assert criterion.check(one).reason == criterion.check(other).reason


def test_long_arguments_are_shortened(told: Callable[..., Transcript]) -> None:
    verdict = InvokesTool(tool="pay").check(told({"tool": "pay", "args": {"note": "x" * 10_000}}))

    assert len(verdict.reason) < 300


@pytest.mark.parametrize(
    "parameters",
    [
        {"tool": ""},
        {"tool": "two words"},
        {"tool": "x" * 65},
        {"tool": 3},
        {"tool": None},
        {"tool": "a\0"},
        {"tool": "a\ud800"},
        {"tool": "a", "before": "a"},
        {"tool": "a", "before": ""},
        {"tool": "a", "times": 2},
        {"tool": "a", "times": {"exactly": 0}},
        {"tool": "a", "times": {"exactly": True}},
        {"tool": "a", "times": {"exactly": "2"}},
        {"tool": "a", "times": {"exactly": 1.5}},
        {"tool": "a", "times": {"at_most": 0}},
        {"tool": "a", "times": {"at_least": 0}},
        {"tool": "a", "times": {"at_least": -1}},
        {"tool": "a", "times": {"at_least": 3, "at_most": 2}},
        {"tool": "a", "times": {"at_least": 1, "exactly": 2}},
        {"tool": "a", "times": {"at_most": 10**9}},
        {"tool": "a", "times": {"often": 1}},
        {"tool": "a", "after": "b"},
        {"tool": "a", "threshold": float("nan")},
        {"tool": "a", "threshold": "0.5"},
    ],
    ids=repr,
)
def test_refused_when_written(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        InvokesTool.model_validate(parameters)


def test_what_it_names_and_needs() -> None:
    criterion = InvokesTool.model_validate({"tool": "a", "before": "b", "times": {"at_least": 2}})

    assert criterion.tools() == ("a", "b")
    assert criterion.sentence() == "The agent calls a at least 2 times before b."
    assert criterion.needs == {Capability.TOOL_CALLS}


def test_as_many_at_least_as_at_most_is_possible() -> None:
    assert InvokesTool.model_validate({"tool": "a", "times": {"at_least": 2, "at_most": 2}}).sentence()


def test_of_many_other_tools_six_are_named(told: Callable[..., Transcript]) -> None:
    calls = [{"tool": f"t{number}"} for number in range(8)]

    assert "called were: t0, t1, t2, t3, t4, t5 and 2 more" in InvokesTool(tool="a").check(told(*calls)).reason
    assert "t4, t5." in InvokesTool(tool="a").check(told(*calls[:6])).reason

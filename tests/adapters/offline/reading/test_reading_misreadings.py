"""Messages of kinds that were once read as something else: each has a table of cases that were decided by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Previous
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.desks import criteria, planned
from tests.adapters.offline.reading.invoice_desk import QUERY
from tests.adapters.offline.reading.ordering import HERE
from tests.adapters.offline.reading.wanted import asked_for, met

CASES = json.loads(Path(__file__).with_name("misreadings.json").read_text("utf-8"))
SPENDS_OR_DECIDES = {"run_tests", "dry_run", "accept_test", "discard_draft", "retire_test", "activate_version"}


def came_to(plan: Plan) -> str:
    return plan.calls[0].tool if plan.calls else "say:" + ",".join(remark.code for remark in plan.remarks)


@pytest.mark.parametrize("case", [case for case in CASES if "wanted" in case], ids=lambda case: case["message"][:60])
def test_the_draft_has_what_was_meant_and_nothing_else(case: dict[str, Any]) -> None:
    found = criteria(case["desk"], case["message"])
    assert [wish for wish in case["wanted"] if not met(wish, found)] == []
    assert [made for made in found if not asked_for(made, case["wanted"])] == []


@pytest.mark.parametrize("case", [case for case in CASES if "came_to" in case], ids=lambda case: case["message"][:60])
def test_what_is_ours_is_carried_out_and_what_is_not_is_left(case: dict[str, Any]) -> None:
    wish, found = case["came_to"], came_to(planned(case["desk"], case["message"]))
    assert found != wish[1:] if wish.startswith("!") else found == wish


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["kind"] != "ours" and case["desk"] == "invoices"],
    ids=lambda c: c["message"],
)
def test_no_description_starts_or_decides_anything_beside_other_tests(case: dict[str, Any]) -> None:
    assert not {call.tool for call in read(case["message"], HERE).calls} & SPENDS_OR_DECIDES


@pytest.mark.parametrize(
    ("message", "runs"),
    [
        ("Draft a test that the agent never calls issue_refund and run it.", None),
        ("Draft a test that the agent never calls issue_refund, then run it 5 times", 5),
        ("Draft a test that the agent never calls issue_refund and dry-run it twice", 2),
        ("Schreib einen Test, dass der Agent issue_refund nie aufruft, und führe ihn aus.", None),
        ("Écris un test : l'agent n'appelle jamais issue_refund, et lance-le.", None),
        ("Escribe una prueba: el agente nunca llama a issue_refund, y ejecútala.", None),
        ("写一个测试：智能体绝不能调用 issue_refund，然后运行它。", None),
    ],
)
def test_a_draft_that_is_to_be_run_is_run(message: str, runs: int | None) -> None:
    draft, dry = planned("orders", message).calls
    assert draft.arguments["criteria"] == [{"kind": "doesNotInvokeTool", "tool": "issue_refund"}]
    assert dry.tool == "dry_run"
    assert dry.arguments == {"test": "$draft"} | ({"runs": runs} if runs else {})


@pytest.mark.parametrize(
    "message",
    [
        "Draft a test that the agent never calls issue_refund. Don't run it yet.",
        "find_order before issue_refund. Run all tests.",
        "Draft a test that the agent never calls issue_refund and run it 0 times",
    ],
)
def test_nothing_is_run_that_was_not_surely_ordered(message: str) -> None:
    assert [call.tool for call in planned("orders", message).calls] == ["draft_test"]


def test_several_drafts_are_not_run_but_said_to_be_left() -> None:
    two = "Draft two tests: one that find_order is called, one that issue_refund is never called, and run them"
    plan = planned("orders", two)
    assert [call.tool for call in plan.calls] == ["draft_test", "draft_test"]
    assert "left_undone" in {remark.code for remark in plan.remarks}


NEVER = [{"kind": "doesNotInvokeTool", "tool": QUERY}]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("I meant that it must never register a query", NEVER),
        ("No, what I meant is: never calls register_supplier_query", NEVER),
        ("Ich meinte, dass der Agent register_supplier_query nie aufrufen darf", NEVER),
        ("Je voulais dire qu'il ne doit jamais appeler register_supplier_query", NEVER),
        ("Quería decir que nunca debe llamar a register_supplier_query", NEVER),
        ("我的意思是智能体绝不能调用 register_supplier_query", NEVER),
        ("つまり、エージェントは register_supplier_query を呼んではいけない", NEVER),
        (
            "Ich meinte, dass er die Rechnung vorher lesen muss",
            [{"kind": "invokesTool", "tool": "read_invoice", "before": QUERY}],
        ),
    ],
)
def test_what_was_meant_revises_the_draft(message: str, meant: list[dict[str, Any]]) -> None:
    (call,) = read(message, HERE, Previous(message="Draft a test that it compares", drafted="t-2")).calls
    assert (call.tool, call.arguments["test"], call.arguments["remove_criteria"]) == ("revise_draft", "t-2", [0])
    assert call.arguments["add_criteria"] == meant


def test_what_was_meant_as_well_only_adds() -> None:
    before = Previous(message="Draft a test that it compares", drafted="t-2")
    (call,) = read("I meant that it must also call read_invoice", HERE, before).calls
    assert call.arguments == {"test": "t-2", "add_criteria": [{"kind": "invokesTool", "tool": "read_invoice"}]}


def test_what_was_meant_is_a_test_of_its_own_where_nothing_was_drafted() -> None:
    (call,) = read("I meant that it must never register a query", HERE, Previous(message="hello")).calls
    assert call.tool == "draft_test"

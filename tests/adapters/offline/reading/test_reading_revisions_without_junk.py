"""A change adds what can be decided: no piece that only says when, and none that says nothing."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import KnownTest, Previous
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT, QUERY, carrying

DRAFT = KnownTest(
    id="d-1",
    name="Registers the price query",
    state="draft",
    situation="Please check invoice INV-1003.",
    criteria=("invokesTool(compare_invoice)", f"invokesTool({QUERY})"),
)
HERE = CONTEXT.model_copy(
    update={"tests": (DRAFT,), "last_draft": "d-1", "drafted": ("d-1",), "listed": ("d-1",), "spoken_of": "d-1"}
)
BEFORE = Previous(message="it must compare before it registers", drafted="d-1")
BAN = {"kind": "doesNotInvokeTool", "tool": QUERY}


def revised(message: str) -> Plan:
    return read(message, HERE, BEFORE)


@pytest.mark.parametrize(
    "message",
    [
        'also when asked "Please check INV-1003"',
        "add: when asked Please check invoice INV-1003.",
        "also: the supplier asks about INV-1003",
        "auch wenn gefragt wird: Bitte prüfe Rechnung INV-1003",
        "aussi quand on lui demande de vérifier la facture INV-1003",
        'también cuando le preguntan "Revisa la factura INV-1003"',
        "另外，当被问到“请检查发票INV-1003”时",
        "さらに、「INV-1003を確認して」と聞かれたとき",
    ],
)
def test_what_only_says_when_is_no_criterion(message: str) -> None:
    (call,) = revised(message).calls
    assert call.tool == "ask"
    assert "d-1" not in str(call.arguments)


@pytest.mark.parametrize(
    "message",
    [
        'it should also, when asked "Please check invoice INV-1003.", never register a query',
        'er soll außerdem, wenn er gefragt wird "Bitte prüfe INV-1003", nie eine Rückfrage registrieren',
    ],
)
def test_the_rest_of_a_clause_is_no_criterion_of_its_own(message: str) -> None:
    (call,) = revised(message).calls
    assert call.arguments["add_criteria"] == [BAN]
    assert "runs" not in call.arguments


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("it should also check the amount", None),
        ("d-1: the amount must be 120", "120"),
        ("er soll auch den Betrag prüfen", None),
        ("d-1: der Betrag muss 120 sein", "120"),
        ("il doit aussi vérifier le montant", None),
        ("d-1 : le montant doit être 120", "120"),
        ("también debe comprobar el importe", None),
        ("d-1: el importe debe ser 120", "120"),
        ("也要检查金额", None),
        ("d-1：金额必须是120", "120"),
        ("d-1は金額も確認すること", None),
        ("d-1：金額は120であること", "120"),
    ],
)
def test_a_parameter_of_the_tool_is_checked_as_one(message: str, value: str | None) -> None:
    plan = revised(message)
    (call,) = plan.calls
    matcher: Any = {"equals": value} if value else {"exists": True}
    assert call.arguments.get("add_criteria") == [carrying(QUERY, amount=matcher)]
    assert ("any_value" in [remark.code for remark in plan.remarks]) is (value is None)

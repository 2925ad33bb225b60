"""First messages made up from the examples that the agent's own schemas give."""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.examples import examples_in, fitting, pattern_of
from optimize.adapters.models.offline.reading.read import read

CASES: list[tuple[str, str]] = json.loads((Path(__file__).parent / "situations.json").read_text("utf-8"))
INVOICE = "Invoice number, e.g. INV-1003 (has an exception) or INV-1004 (matches its purchase order)"
ORDER = "Purchase order number, e.g. PO-2003"
REGISTER = Tool(
    name="register_supplier_query",
    description="Register a query with the supplier about an invoice.",
    parameters=("invoice", "purchase_order", "reason"),
    hints={"invoice": INVOICE, "purchase_order": ORDER, "reason": "What is wrong, in one sentence"},
)
TOOLS = (
    Tool(
        name="compare_invoice",
        description="Compare an invoice with its purchase order.",
        effect="read",
        parameters=("invoice",),
        hints={"invoice": INVOICE},
    ),
    Tool(
        name="read_contract_clauses",
        description="Read clauses of the supply contract.",
        effect="read",
        parameters=("clauses",),
        hints={"clauses": "Clause numbers, e.g. 7.2"},
    ),
    REGISTER,
)
CONTEXT = Context(agent=Agent(name="invoices", description="Checks invoices", tools=TOOLS))


def draft_of(message: str, context: Context = CONTEXT) -> dict[str, Any]:
    (call,) = read(message, context).calls
    assert call.tool == "draft_test"
    return dict(call.arguments)


@pytest.mark.parametrize(("message", "situation"), CASES, ids=[message[:50] for message, _ in CASES])
def test_a_situation_nobody_gave_names_the_example_that_fits(message: str, situation: str) -> None:
    assert draft_of(message)["situation"] == situation


def test_numbers_that_must_be_named_have_the_shape_of_the_examples() -> None:
    (criterion,) = draft_of("The supplier query must name the invoice and PO numbers")["criteria"]
    assert criterion["parameters"] == {"invoice": {"matches": r"INV-\d+"}, "purchase_order": {"matches": r"PO-\d+"}}


def test_a_hint_without_an_example_demands_only_that_something_is_there() -> None:
    (criterion,) = draft_of("The supplier query must name the reason")["criteria"]
    assert criterion["parameters"] == {"reason": {"exists": True}}


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (INVOICE, ["INV-1003", "INV-1004"]),
        ("Booking code, for example QX7 or QX9", ["QX7", "QX9"]),
        ("Auftragsnummer, z. B. A-1 (storniert), A-2 (offen)", ["A-1", "A-2"]),
        ("订单号，例如 D-1（已付）", ["D-1"]),
        ("Free text", []),
    ],
)
def test_the_examples_of_a_hint(hint: str, values: list[str]) -> None:
    assert [example.value for example in examples_in("thing", hint)] == values


def test_a_denied_condition_picks_the_other_example() -> None:
    among = examples_in("order", "Order number, e.g. O-1 (paid) or O-2 (not paid yet)")
    picked = [fitting(text, among)[0] for text in ("an unpaid order", "an order that is paid")]
    assert [example.value for example in picked if example] == ["O-2", "O-1"]


def test_examples_of_different_shapes_demand_none() -> None:
    tool = REGISTER.model_copy(update={"hints": {"invoice": "e.g. INV-1 or 77"}})
    assert pattern_of(tool, "invoice") is None


@pytest.mark.parametrize("message", ["the answer must be JSON", "it must respond within 5 seconds"])
def test_without_examples_the_message_is_still_about_what_the_agent_does(message: str) -> None:
    tool = Tool(name="get_order", description="Read an order", effect="read", parameters=("order_id",))
    situation = draft_of(message, Context(agent=Agent(tools=(tool,))))["situation"]
    assert "order" in situation
    knowing = Context(agent=Agent(knowledge=("leave_policy",)))
    assert "leave policy" in draft_of(message, knowing)["situation"]

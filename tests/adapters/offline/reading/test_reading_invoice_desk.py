"""The sample agent's requests as people wrote them: what is checked where, and nothing that nobody said."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context
from tests.adapters.offline.reading.invoice_desk import (
    CALLED_ONCE,
    CONTEXT,
    NOTE,
    QUERY,
    TWO,
    carrying,
    criteria_of,
    judged,
    planned,
)


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        (
            "The agent must name clause 5.4 in its answer for INV-1003",
            [{"kind": "answerContains", "texts": ["5.4"]}],
        ),
        (
            "The agent must name the clause in its answer for INV-1003 and call read_contract_clauses",
            [
                {"kind": "invokesTool", "tool": "read_contract_clauses"},
                judged("The agent must name the clause in its answer for INV-1003."),
            ],
        ),
        (
            "Der Agent muss die Klausel in seiner Antwort zu INV-1003 nennen",
            [judged("Der Agent muss die Klausel in seiner Antwort zu INV-1003 nennen.")],
        ),
        (
            "For INV-1003 the agent must call register_supplier_query with clause 5.4",
            [carrying(QUERY, clause={"equals": "5.4"})],
        ),
    ],
)
def test_what_stands_in_the_answer_is_no_detail_of_a_call(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        (
            "register_supplier_query max 1 call, amount must be under 500 and clause 4.2",
            [
                CALLED_ONCE,
                judged("The amount must be under 500 and clause 4.2."),
                carrying(QUERY, clause={"equals": "4.2"}),
            ],
        ),
        (
            "register_supplier_query 1 call at most, with amount 74.88",
            [carrying(QUERY, amount={"equals": "74.88"}), CALLED_ONCE],
        ),
        ("register_supplier_query höchstens 1 Aufruf", [CALLED_ONCE]),
        (
            "register_supplier_query with amount at most 1",
            [carrying(QUERY, amount={"at_most": 1.0}) | {"calls": "every"}],
        ),
    ],
)
def test_how_often_a_call_is_made_is_no_amount(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria


@pytest.mark.parametrize(
    ("message", "context"),
    [
        ("the second one should also check the amount", TWO),
        ("the second one should also check the amount", CONTEXT),
        ("the agent should also check the amount for INV-1003", CONTEXT),
        ("this one must check the amount", CONTEXT),
    ],
)
def test_no_value_is_taken_that_nobody_said(message: str, context: Context) -> None:
    assert "equals" not in str(planned(message, context).calls)


@pytest.mark.parametrize(
    ("message", "given"),
    [
        ("Bei INV-1003 muss er zuerst den Lieferschein lesen und dann vergleichen", []),
        ("read_delivery_note must be called for INV-1003", []),
        ("read_delivery_note must be called for PO-2003", [carrying(NOTE, purchase_order={"equals": "PO-2003"})]),
        (
            "read_delivery_note must be called with purchase_order 4711",
            [carrying(NOTE, purchase_order={"equals": "4711"})],
        ),
        (
            "The agent must read the purchase order of INV-1003 and its delivery note for PO-2003",
            [carrying(NOTE, purchase_order={"equals": "PO-2003"})],
        ),
    ],
)
def test_an_id_of_another_thing_is_not_put_into_a_call(message: str, given: list[dict[str, Any]]) -> None:
    found = criteria_of(message)
    assert [one for one in found if one["kind"] == "toolParametersContain" and one["tool"] == NOTE] == given
    assert any(one.get("tool") == NOTE for one in found)


@pytest.mark.parametrize(
    ("message", "seconds"),
    [
        ("Die Antwort darf höchstens 10 Sekunden dauern", 10.0),
        ("Die Antwort darf nicht länger als 10 Sekunden dauern", 10.0),
        ("The answer may take at most 10 seconds", 10.0),
        ("La réponse ne doit pas prendre plus de temps: elle doit arriver en moins de 5 secondes", 5.0),
    ],
)
def test_a_time_limit_says_nothing_twice(message: str, seconds: float) -> None:
    limits = [one for one in criteria_of(message) if one["kind"] == "respondsWithin"]
    assert limits == [{"kind": "respondsWithin", "seconds": seconds}]
    assert len(criteria_of(message)) == 1 or message.startswith("La")


@pytest.mark.parametrize(
    ("message", "kind", "model"),
    [
        ("what would 50 runs cost with gpt-4o?", "run_all", "gpt-4o"),
        ("what would an experiment with gpt-4o cost?", "experiment", "gpt-4o"),
        ("what would 50 runs cost?", "run_all", None),
    ],
)
def test_a_model_that_is_named_is_estimated_without_a_comparison(message: str, kind: str, model: str | None) -> None:
    (call,) = planned(message).calls
    assert (call.arguments.get("kind"), call.arguments.get("model")) == (kind, model)


@pytest.mark.parametrize(
    ("message", "assertion"),
    [
        ("no query over 100 euros", "The agent must not call register_supplier_query with amount over 100 euros."),
        (
            "no supplier query of more than 100 EUR",
            "The agent must not call register_supplier_query with amount more than 100 EUR.",
        ),
        (
            "keine Rückfrage über 100 Euro",
            "Der Agent darf register_supplier_query nicht mit amount über 100 Euro aufrufen.",
        ),
        ("never register a query over 100 euros", "The agent must never register a query over 100 euros."),
        ("bitte den Betrag nicht prüfen", "Der Agent darf den Betrag nicht prüfen."),
        ("keine Beträge nennen", "Der Agent darf keine Beträge nennen."),
    ],
)
def test_a_ban_that_only_a_judge_sees_is_a_sentence_about_the_agent(message: str, assertion: str) -> None:
    assert criteria_of(message) == [judged(assertion)]


def test_a_limit_beside_what_the_user_asks_for_is_a_check_of_the_call() -> None:
    found = criteria_of("The agent must register a query for INV-1003, and no query over 100 euros")
    assert found[0] == carrying(QUERY, invoice={"equals": "INV-1003"})
    assert found[1] == carrying(QUERY, amount={"at_most": 100.0}) | {"calls": "every"}


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("register_supplier_query amount must be 74.88 and not more than 80", 0),
        ("register_supplier_query amount must be 74.88 and at least 50", 0),
        ("register_supplier_query amount must be 74.88 and not more than 70", 1),
    ],
)
def test_a_limit_that_the_value_keeps_is_not_said_twice(message: str, kept: int) -> None:
    found = criteria_of(message)
    assert found[0] == carrying(QUERY, amount={"equals": "74.88"})
    assert len(found) == 1 + kept


@pytest.mark.parametrize(
    ("message", "condition"),
    [
        ("never register a query for INV-1001 if it matches", "if it matches"),
        ("The agent must never call register_supplier_query when the invoice is paid", "when the invoice is paid"),
        ("never register a query for INV-1001", None),
        ("The user asks for a query on a matching invoice. The agent must never call register_supplier_query", None),
    ],
)
def test_a_condition_of_a_ban_is_not_lost_in_silence(message: str, condition: str | None) -> None:
    told = [remark.text for remark in planned(message).remarks if remark.code == "never_at_all"]
    assert len(told) == (condition is not None)
    assert condition is None or condition in told[0]


@pytest.mark.parametrize(
    "message",
    [
        "Three tests for INV-1077:\n1. It compares the invoice\n2. It registers a query\n3. It must call read_invoice",
        "Two tests for INV-1077: a) it compares the invoice b) it must name clause 5.4 in its answer",
        "Zwei Tests für INV-1077:\n1. Er muss compare_invoice aufrufen\n2. Er muss read_invoice aufrufen",
    ],
)
def test_the_tests_below_a_heading_share_what_it_is_about(message: str) -> None:
    drafts = [call for call in planned(message).calls if call.tool == "draft_test"]
    assert len(drafts) > 1
    assert all("INV-1077" in str(draft.arguments["situation"]) for draft in drafts)


def test_a_heading_about_nothing_named_adds_nothing() -> None:
    drafts = planned("Two tests:\n1. It must call read_invoice\n2. It must call compare_invoice").calls
    assert len(drafts) == 2
    assert "INV-1077" not in str(drafts)

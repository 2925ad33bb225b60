"""A first message that the description gives is the situation; what is required never becomes one."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import criteria, drafted, noted, planned

INVENTED = {"situation_invented", "situation_invented_thing"}


@pytest.mark.parametrize(
    ("desk", "message", "situation"),
    [
        (
            "invoices",
            "Start with 'INV-1003 looks odd, can you check?' The agent must call compare_invoice.",
            "INV-1003 looks odd, can you check?",
        ),
        (
            "invoices",
            "when asked 'What is wrong with INV-1003?' the agent must call compare_invoice",
            "What is wrong with INV-1003?",
        ),
        (
            "hotel",
            "A guest must never get a refund over the phone. Start: 'I want my money back for B-77'.",
            "I want my money back for B-77",
        ),
        ("invoices", "INV-1004について聞かれたら、compare_invoice を呼ぶこと", "これを確認してください：INV-1004"),
        ("hotel", "3) When a guest only says hello, book_room must not be called", "Hello."),
    ],
)
def test_a_message_that_is_given_is_taken(desk: str, message: str, situation: str) -> None:
    assert drafted(desk, message)["situation"] == situation


@pytest.mark.parametrize(
    ("desk", "message", "told"),
    [
        ("invoices", "Unless the comparison was made, no query is registered. Use INV-1004.", "INV-1004"),
        ("hotel", "find_booking must be called. Take booking B-12.", "B-12"),
    ],
)
def test_a_number_to_use_stands_in_the_first_message(desk: str, message: str, told: str) -> None:
    assert told in drafted(desk, message)["situation"]
    assert not any(word in str(criteria(desk, message)) for word in ("Use ", "Take "))


@pytest.mark.parametrize(
    ("desk", "message", "situation"),
    [
        (
            "invoices",
            "First read_invoice, then read_purchase_order, and last register_supplier_query.",
            "Please handle invoice INV-1003.",
        ),
        (
            "invoices",
            "read_purchase_order must be called first, then compare_invoice",
            "Please check purchase order PO-2003.",
        ),
        ("invoices", "read_invoice must be called, nothing else", "Please check invoice INV-1003."),
        (
            "hr",
            "The leave request must be filed after checking the balance",
            "Hello, I would like you to file my leave request.",
        ),
        (
            "orders",
            "Summary of order ORD-7 must come back as JSON",
            "Hello, I need the following: Summary of order ORD-7",
        ),
    ],
)
def test_a_made_up_message_leads_to_what_is_expected(desk: str, message: str, situation: str) -> None:
    assert drafted(desk, message)["situation"] == situation


def test_an_exception_is_no_situation() -> None:
    assert "INV-1004" not in drafted("invoices", "read_invoice must be called, except for INV-1004")["situation"]


@pytest.mark.parametrize(
    "message",
    [
        "A guest must never get a refund over the phone. Start: 'I want my money back for B-77'.",
        "Guests must never receive a refund",
    ],
)
def test_what_a_guest_must_never_get_is_a_rule(message: str) -> None:
    found = str(criteria("hotel", message))
    assert "refund" in found
    assert "Start" not in found


@pytest.mark.parametrize(
    "message",
    [
        "Start with 'INV-1003 looks odd, can you check?' The agent must call compare_invoice.",
        "when asked 'What is wrong with INV-1003?' the agent must call compare_invoice",
    ],
)
def test_nothing_is_said_to_be_made_up_where_a_message_is_given(message: str) -> None:
    assert not noted("invoices", message) & INVENTED


@pytest.mark.parametrize(
    ("desk", "message"),
    [
        ("invoices", "The agent must start with compare_invoice"),
        ("invoices", "The agent must start its answer with 'Hello'"),
        ("hotel", "find_room must be used. Use the shortest answer."),
    ],
)
def test_how_the_agent_starts_is_no_first_message(desk: str, message: str) -> None:
    made: dict[str, Any] = drafted(desk, message)
    assert made["situation"] != "Hello"
    assert noted(desk, message) & INVENTED


def test_what_a_guest_gets_is_no_rule() -> None:
    assert planned("hotel", "A guest gets a refund").calls[0].tool == "ask"


def test_items_that_contradict_each_other_only_together_are_separate_tests() -> None:
    items = (
        "1. book_room must be called\n2. book_room must not be called without find_room\n"
        "3. When a guest only says hello, book_room must not be called"
    )
    first, second, third = planned("hotel", items).calls
    assert first.arguments["criteria"] == [{"kind": "invokesTool", "tool": "book_room"}]
    assert second.arguments["criteria"] == [{"kind": "invokesTool", "tool": "find_room", "before": "book_room"}]
    assert third.arguments["criteria"] == [{"kind": "doesNotInvokeTool", "tool": "book_room"}]
    assert third.arguments["situation"] == "Hello."


def test_items_that_go_together_stay_one_test() -> None:
    items = "1. find_booking must be called\n2. find_room must be called\n3. book_room must not be called"
    assert len(planned("hotel", items).calls) == 1

"""Wishes that were lost or became others: one of several, no more than so often, a ban up to its clause's end."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import DESKS, called, criteria, judged, never, noted, some_call

Criteria = list[dict[str, Any]]


def each(desk: str, **times: int) -> Criteria:
    return [called(tool.name, times={"at_least": 0, **times}) for tool in DESKS[desk].agent.tools]


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        ("hotel", "The agent must not call any tool more than three times", each("hotel", at_most=3)),
        ("orders", "No tool may be called more than once.", each("orders", at_most=1)),
        ("orders", "Each tool may be called at most twice", each("orders", at_most=2)),
        ("orders", "Der Agent darf kein Tool mehr als zweimal aufrufen", each("orders", at_most=2)),
        ("orders", "The agent must not call any tool", [never(tool.name) for tool in DESKS["orders"].agent.tools]),
        (
            "orders",
            "find_order must not be called more than three times",
            [called("find_order", times={"at_least": 0, "at_most": 3})],
        ),
        (
            "orders",
            "The agent must not make more than three tool calls",
            [judged("The agent must not make more than three tool calls.")],
        ),
    ],
)
def test_a_limit_on_any_tool_is_no_ban_on_every_tool(desk: str, message: str, wanted: Criteria) -> None:
    assert criteria(desk, message) == wanted


@pytest.mark.parametrize(
    ("desk", "message"),
    [
        ("invoices", "At least one of read_purchase_order or read_delivery_note must be called."),
        ("hotel", "The agent must call either find_booking or find_room"),
        ("hotel", "It must cancel the booking or issue a refund"),
        ("orders", "Der Agent muss find_order oder notify_customer aufrufen"),
        ("hotel", "find_booking or find_room must be called before book_room"),
        ("hotel", "At most one of book_room and cancel_booking may be called."),
    ],
)
def test_one_call_of_several_is_for_a_judge_and_said_so(desk: str, message: str) -> None:
    (found,) = criteria(desk, message)
    assert found["kind"] == "satisfiesAssertion"
    assert "left_to_judge" in noted(desk, message)


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        (
            "hotel",
            "The agent must not call book_room or cancel_booking",
            [never("book_room"), never("cancel_booking")],
        ),
        ("hotel", "Both of find_booking and find_room must be called", [called("find_booking"), called("find_room")]),
        ("hotel", "It must call find_booking and find_room", [called("find_booking"), called("find_room")]),
        ("hotel", "Guest wants to cancel or refund B-7. It must call find_room.", [called("find_room")]),
    ],
)
def test_calls_that_are_all_asked_for_or_all_banned_stay_so(desk: str, message: str, wanted: Criteria) -> None:
    assert criteria(desk, message) == wanted


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        (
            "orders",
            "The answer has to say paid but never mention the word refunded, and 4711 must be passed to find_order.",
            [
                some_call("find_order", order_id={"equals": "4711"}),
                {"kind": "answerContains", "texts": ["paid"]},
                {"kind": "answerDoesNotContain", "texts": ["refunded"]},
            ],
        ),
        (
            "hotel",
            "The agent must never cancel the booking, and B-77 must be passed to find_booking.",
            [some_call("find_booking", booking={"equals": "B-77"}), never("cancel_booking")],
        ),
        (
            "hr",
            "sick leave: no balance check, but the manager must be notified",
            [called("notify_manager"), never("leave_balance")],
        ),
        (
            "hr",
            "lookup_employee twice, verify_identity once, nothing else",
            [
                called("lookup_employee", times={"exactly": 2}),
                called("verify_identity", times={"exactly": 1}),
                *(never(name) for name in ("leave_balance", "file_leave_request", "change_bank_account")),
                never("notify_manager"),
            ],
        ),
        ("hr", "notify_manager must be called, nothing else matters to the answer", [called("notify_manager")]),
        ("orders", "The answer must say paid, nothing else", [{"kind": "answerContains", "texts": ["paid"]}]),
        (
            "hotel",
            "The agent must find the booking and not change anything",
            [called("find_booking"), {"kind": "doesNotInvokeTool", "effect": "write"}],
        ),
        (
            "hotel",
            "The agent must find the booking B-7, not change anything",
            [some_call("find_booking", booking={"equals": "B-7"}), {"kind": "doesNotInvokeTool", "effect": "write"}],
        ),
        (
            "hr",
            "It must look up the employee and not change anything",
            [called("lookup_employee"), {"kind": "doesNotInvokeTool", "effect": "write"}],
        ),
        (
            "hotel",
            "The agent must find the booking without changing anything",
            [called("find_booking"), {"kind": "doesNotInvokeTool", "effect": "write"}],
        ),
        ("hr", "It must change the bank account", [called("change_bank_account")]),
        ("hotel", "Nobody is at the desk. It must find a room.", [called("find_room")]),
        (
            "invoices",
            "compare first, then query. always.",
            [called("compare_invoice", before="register_supplier_query"), called("register_supplier_query")],
        ),
        ("hr", "It must notify the manager, always.", [called("notify_manager")]),
    ],
)
def test_nothing_is_lost_and_nothing_turned_round(desk: str, message: str, wanted: Criteria) -> None:
    found = criteria(desk, message)
    assert sorted(map(str, found)) == sorted(map(str, wanted))

"""Limits and orders in signs and short forms: none of them is lost, turned round or taken for a value."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import called, criteria, every_call, never, some_call

BANK = "change_bank_account"
VERIFIED = called("verify_identity", before=BANK)


def made(desk: str, message: str) -> list[str]:
    """The criteria, without the bare call that an order already asks for."""
    found = criteria(desk, message)
    later = {one.get("before") for one in found}
    bare = [one for one in found if one["kind"] == "invokesTool" and len(one) == 2 and one["tool"] in later]
    return sorted(str(one) for one in found if one not in bare)


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        ("orders", "issue_refund amount <= 50", [every_call("issue_refund", amount={"at_most": 50.0})]),
        ("orders", "issue_refund amount >= 5", [every_call("issue_refund", amount={"at_least": 5.0})]),
        (
            "orders",
            "issue_refund with amount 10, 20 or 30",
            [some_call("issue_refund", amount={"one_of": ["10", "20", "30"]})],
        ),
        ("orders", "issue_refund should be called exactly one time", [called("issue_refund", times={"exactly": 1})]),
        ("orders", "find_order (always) issue_refund (never)", [called("find_order"), never("issue_refund")]),
        (
            "orders",
            "agent must look up the order and must not, ever, refund",
            [called("find_order"), never("issue_refund")],
        ),
        (
            "orders",
            "Do not call issue_refund or notify_customer unless find_order was called.",
            [called("find_order", before="issue_refund"), called("find_order", before="notify_customer")],
        ),
        ("hr", "The agent must verify the identity, and only after that may it change the bank account.", [VERIFIED]),
        ("hr", "必须先 verify_identity，否则不能 change_bank_account", [VERIFIED]),
        ("hr", "verify_identity を呼ぶまで change_bank_account は禁止", [VERIFIED]),
        ("hr", "ni notify_manager ni change_bank_account", [never("notify_manager"), never(BANK)]),
        ("hr", "weder notify_manager noch change_bank_account", [never("notify_manager"), never(BANK)]),
        (
            "hr",
            "responder en menos de 5 s, sin change_bank_account",
            [{"kind": "respondsWithin", "seconds": 5.0}, never(BANK)],
        ),
        (
            "hr",
            "leave_balance zuerst, dann file_leave_request, am Ende notify_manager",
            [
                called("leave_balance", before="file_leave_request"),
                called("file_leave_request", before="notify_manager"),
            ],
        ),
        (
            "hr",
            "notify_manager entre 2 et 4 fois",
            [called("notify_manager", times={"at_least": 2, "at_most": 4})],
        ),
        (
            "hr",
            "notify_manager au moins deux fois mais pas plus de 4 fois",
            [called("notify_manager", times={"at_least": 2, "at_most": 4})],
        ),
        (
            "hr",
            "notify_manager mindestens zweimal, aber nicht mehr als 4 mal",
            [called("notify_manager", times={"at_least": 2, "at_most": 4})],
        ),
        (
            "hr",
            "notify_manager al menos 2 veces pero no más de 4 veces",
            [called("notify_manager", times={"at_least": 2, "at_most": 4})],
        ),
        ("hr", "notify_manager 至少2次，最多4次", [called("notify_manager", times={"at_least": 2, "at_most": 4})]),
        (
            "hr",
            "notify_manager は2回以上4回以下",
            [called("notify_manager", times={"at_least": 2, "at_most": 4})],
        ),
        ("hr", "mindestens 2 aufrufe von leave_balance", [called("leave_balance", times={"at_least": 2})]),
        ("hr", "mindestens 2 Aufrufe von leave_balance", [called("leave_balance", times={"at_least": 2})]),
    ],
)
def test_short_forms_mean_the_same(desk: str, message: str, wanted: list[dict[str, Any]]) -> None:
    assert made(desk, message) == sorted(map(str, wanted))


@pytest.mark.parametrize(
    "message",
    ["change_bank_account must never be the first call", "change_bank_account darf nie als erstes aufgerufen werden"],
)
def test_never_first_is_no_ban_everywhere(message: str) -> None:
    (one,) = criteria("hr", message)
    assert one["kind"] == "satisfiesAssertion"

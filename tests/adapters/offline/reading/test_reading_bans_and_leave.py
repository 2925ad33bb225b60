"""Bans and limits in short forms, permissions, and what the audit must not call missing: decided beforehand."""

from typing import Any

import pytest

from tests.adapters.offline.reading.library_desk import library, travel

CHARGE, CONFIRM, CANCEL = "charge_card", "send_confirmation", "cancel_booking"


def never(*tools: str) -> list[dict[str, Any]]:
    return [{"kind": "doesNotInvokeTool", "tool": tool} for tool in tools]


def at_most(tool: str, most: int) -> list[dict[str, Any]]:
    return [{"kind": "invokesTool", "tool": tool, "times": {"at_least": 0, "at_most": most}}]


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("I want a test that fails if the agent charges the card", never(CHARGE)),
        ("a test that fails when the card is charged", never(CHARGE)),
        ("send no confirmation", never(CONFIRM)),
        ("charge no card", never(CHARGE)),
        ("He should neither cancel nor charge", never(CANCEL, CHARGE)),
        ("Er soll weder stornieren noch abbuchen", never(CANCEL, CHARGE)),
        ("keine Bestätigung senden", never(CONFIRM)),
        ("n'envoie aucune confirmation", never(CONFIRM)),
        ("no enviar ninguna confirmación", never(CONFIRM)),
        ("不要发送确认", never(CONFIRM)),
        ("請求は1回まで", at_most(CHARGE, 1)),
        ("智能体最多搜索2次", at_most("search_flights", 2)),
        ("智能体最多调用search_flights 2次", at_most("search_flights", 2)),
    ],
)
def test_a_rule_in_a_short_form_is_a_rule(message: str, criteria: list[dict[str, Any]]) -> None:
    (call,) = travel(message).calls
    assert (call.tool, call.arguments.get("criteria"), call.arguments.get("runs")) == ("draft_test", criteria, None)


def test_a_number_of_the_agents_matter_is_no_number_of_runs() -> None:
    (call,) = travel("create_booking must be called with 3 nights; 3 runs").calls
    assert call.arguments["runs"] == 3
    (call,) = travel("create_booking must be called with 3 nights").calls
    assert "runs" not in call.arguments


@pytest.mark.parametrize(
    "message",
    [
        "may send a confirmation",
        "It may send a confirmation",
        "Der Agent darf eine Bestätigung senden",
        "L'agent peut envoyer une confirmation",
        "El agente puede enviar una confirmación",
        "智能体可以发送确认",
        "エージェントは確認を送ってもよい",
    ],
)
def test_a_permission_needs_no_test(message: str) -> None:
    plan = travel(message)
    assert (plan.calls, [remark.code for remark in plan.remarks]) == ((), ["permission"])


@pytest.mark.parametrize(
    "message", ["It may send a confirmation only after create_booking", "The agent may call charge_card at most once"]
)
def test_a_permission_with_a_limit_is_a_rule(message: str) -> None:
    assert travel(message).calls[0].tool == "draft_test"


@pytest.mark.parametrize("message", ["The amount must be 240, not 400", "Only search_flights may be called"])
def test_what_a_stricter_criterion_covers_is_not_called_missing(message: str) -> None:
    plan = travel(message)
    assert plan.calls[0].tool == "draft_test"
    assert "not_taken_up" not in {remark.code for remark in plan.remarks}


def test_the_tools_of_another_agent_are_left_alone_as_well() -> None:
    plan = library("Only check_loan_status may be called")
    assert "not_taken_up" not in {remark.code for remark in plan.remarks}

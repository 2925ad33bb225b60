"""What a call must carry: ranges, every call, texts within a text, yes or no, and what it must not have."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import (
    called,
    criteria,
    drafted,
    every_call,
    judged,
    never,
    noted,
    some_call,
)

Criteria = list[dict[str, Any]]
FROM_20_TO_50 = [every_call("issue_refund", amount={"at_least": 20.0, "at_most": 50.0})]


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        ("hotel", "issue_refund must be called with amount between 20 and 50", FROM_20_TO_50),
        ("orders", "It must issue a refund with an amount between 20 and 50 EUR.", FROM_20_TO_50),
        ("hotel", "issue_refund must be called with an amount from 20 to 50", FROM_20_TO_50),
        ("orders", "issue_refund muss mit amount zwischen 20 und 50 aufgerufen werden", FROM_20_TO_50),
        ("orders", "L'agent doit appeler issue_refund avec amount entre 20 et 50", FROM_20_TO_50),
        ("orders", "El agente debe llamar a issue_refund con amount entre 20 y 50", FROM_20_TO_50),
        (
            "hotel",
            "issue_refund must be called with amount 20 and booking B-50",
            [some_call("issue_refund", amount={"equals": "20"}, booking={"equals": "B-50"})],
        ),
        (
            "hotel",
            "The agent must say that breakfast is served between 7 and 10",
            [judged("The agent must say that breakfast is served between 7 and 10.")],
        ),
    ],
)
def test_a_range_is_its_two_ends(desk: str, message: str, wanted: Criteria) -> None:
    assert criteria(desk, message) == wanted


def test_a_range_that_is_ruled_out_is_for_a_judge() -> None:
    message = "issue_refund must not be called with an amount between 20 and 50"
    (found,) = criteria("orders", message)
    assert found["kind"] == "satisfiesAssertion"
    assert "between 20 and 50" in found["assertion"]
    assert "left_to_judge" in noted("orders", message)


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        (
            "hr",
            "The agent must call lookup_employee between 1 and 2 times",
            [called("lookup_employee", times={"at_least": 1, "at_most": 2})],
        ),
        (
            "hr",
            "lookup_employee must be called two to four times",
            [called("lookup_employee", times={"at_least": 2, "at_most": 4})],
        ),
        (
            "hr",
            "lookup_employee muss zwischen 1 und 3 mal aufgerufen werden",
            [called("lookup_employee", times={"at_least": 1, "at_most": 3})],
        ),
        ("hr", "Someone asks between 2 and 3 times. lookup_employee must be called.", [called("lookup_employee")]),
        ("hr", "lookup_employee must be called 2 times", [called("lookup_employee", times={"exactly": 2})]),
    ],
)
def test_how_often_may_be_a_range_and_is_no_number_of_runs(desk: str, message: str, wanted: Criteria) -> None:
    assert criteria(desk, message) == wanted
    assert not drafted(desk, message).get("runs")


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        (
            "hotel",
            "Every call of send_message must go to 'reception'",
            [every_call("send_message", to={"equals": "reception"})],
        ),
        (
            "hotel",
            "All calls of find_booking must have booking B-12",
            [every_call("find_booking", booking={"equals": "B-12"})],
        ),
        (
            "hotel",
            "Jeder Aufruf von send_message muss to='reception' haben",
            [every_call("send_message", to={"equals": "reception"})],
        ),
        (
            "hotel",
            "Every message sent has to go to +49 170 555 01 and contain 'Lindenhof'",
            [
                every_call(
                    "send_message",
                    to={"one_of": ["+49 170 555 01", "+4917055501"]},
                    text={"contains": ["Lindenhof"]},
                )
            ],
        ),
        ("hr", "leave_balance must be called for 2026 only", [every_call("leave_balance", year={"equals": "2026"})]),
        ("hotel", "send_message must go to 'reception'", [some_call("send_message", to={"equals": "reception"})]),
        ("hr", "leave_balance must be called for 2026", [some_call("leave_balance", year={"equals": "2026"})]),
        (
            "hotel",
            "Every guest has a booking. send_message must go to 'reception'",
            [some_call("send_message", to={"equals": "reception"})],
        ),
    ],
)
def test_every_call_is_asked_for_where_it_is_said(desk: str, message: str, wanted: Criteria) -> None:
    assert criteria(desk, message) == wanted


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        (
            "hotel",
            "send_message text must contain 'Lindenhof'",
            [some_call("send_message", text={"contains": ["Lindenhof"]})],
        ),
        (
            "hr",
            "The text of notify_manager has to include 'sick until Friday'",
            [some_call("notify_manager", text={"contains": ["sick until Friday"]})],
        ),
        ("hotel", "send_message text must be 'Lindenhof'", [some_call("send_message", text={"equals": "Lindenhof"})]),
        ("hotel", "The answer must contain 'Lindenhof'", [{"kind": "answerContains", "texts": ["Lindenhof"]}]),
        ("hotel", "book_room must have breakfast true", [some_call("book_room", breakfast={"equals": "true"})]),
        ("hotel", "breakfast must be false in book_room", [some_call("book_room", breakfast={"equals": "false"})]),
        ("hotel", "book_room must have breakfast", [some_call("book_room", breakfast={"exists": True})]),
        (
            "invoices",
            "The agent must quote 'clause 7.2' word for word",
            [{"kind": "answerContains", "texts": ["clause 7.2"]}],
        ),
        ("invoices", "The answer names clause 7.2", [{"kind": "answerContains", "texts": ["7.2"]}]),
    ],
)
def test_a_value_is_compared_as_it_is_said(desk: str, message: str, wanted: Criteria) -> None:
    assert criteria(desk, message) == wanted


NO_BREAKFAST = [every_call("book_room", breakfast={"equals": "false"})]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("book_room only without breakfast", NO_BREAKFAST),
        ("book_room must never include breakfast", NO_BREAKFAST),
        ("book_room must be called without breakfast", NO_BREAKFAST),
        ("book_room darf nur ohne breakfast aufgerufen werden", NO_BREAKFAST),
        ("book_room must never be called", [never("book_room")]),
        ("Guest books without breakfast. book_room must not be called", [never("book_room")]),
        ("book_room must not be called without find_room", [called("find_room", before="book_room")]),
    ],
)
def test_what_a_call_must_not_have_does_not_rule_the_call_out(message: str, wanted: Criteria) -> None:
    assert criteria("hotel", message) == wanted
    assert ("left_off" in noted("hotel", message)) == (wanted == NO_BREAKFAST)


@pytest.mark.parametrize(
    "message",
    [
        "The agent must never book a room with breakfast",
        "send_message must never include a joke",
        "send_message only without emoji",
    ],
)
def test_what_no_check_of_a_call_can_say_is_for_a_judge(message: str) -> None:
    (found,) = criteria("hotel", message)
    assert found["kind"] == "satisfiesAssertion"
    assert "left_to_judge" in noted("hotel", message)

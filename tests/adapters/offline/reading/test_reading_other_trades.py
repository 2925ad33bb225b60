"""A pharmacy, a parcel service and a car rental, whose words the reader had not met: what is read, and what is not."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.desks import HR, ORDERS, tool
from tests.adapters.offline.reading.lending_and_stays import STAYS

Criterion = dict[str, Any]
PHARMACY = Context(
    agent=Agent(
        name="pharmacy",
        description="pharmacy desk",
        tools=(
            tool("find_medicine", "Find a medicine and its price", "name", effect="read"),
            tool("check_prescription", "Check whether a prescription is valid", "prescription_id", effect="read"),
            tool("check_stock", "How many boxes are in stock", "medicine", effect="read"),
            tool("dispense_medicine", "Hand out a medicine", "medicine", "quantity"),
            tool("notify_doctor", "Send a message to the doctor", "doctor", "text"),
            tool("refund_order", "Refund an order", "order_id", "amount"),
        ),
    )
)
PARCELS = Context(
    agent=Agent(
        name="parcels",
        description="parcel service",
        tools=(
            tool("track_parcel", "Where a parcel is", "tracking_number", effect="read"),
            tool("get_customs_form", "Read the customs form of a parcel", "tracking_number", effect="read"),
            tool("change_address", "Change the delivery address of a parcel", "tracking_number", "address"),
            tool("schedule_pickup", "Schedule a pickup", "date", "time"),
            tool("open_claim", "Open a claim for a lost or damaged parcel", "tracking_number", "reason"),
            tool("send_sms", "Send an SMS to the recipient", "phone", "text"),
        ),
    )
)
CARS = Context(
    agent=Agent(
        name="cars",
        description="car rental",
        tools=(
            tool("find_rental", "Look up a rental", "rental_id", effect="read"),
            tool("search_cars", "Search available cars", "category", "days", effect="read"),
            tool("book_car", "Book a car", "car_id", "days", "insurance"),
            tool("extend_rental", "Extend a rental", "rental_id", "days"),
            tool("cancel_rental", "Cancel a rental", "rental_id"),
            tool("charge_deposit", "Charge the deposit", "rental_id", "amount"),
        ),
    )
)

TRACKED = {
    "kind": "toolParametersContain",
    "tool": "track_parcel",
    "parameters": {"tracking_number": {"equals": "00-77"}},
}


def calls(name: str, **more: Any) -> Criterion:
    return {"kind": "invokesTool", "tool": name, **more}


def never(name: str) -> Criterion:
    return {"kind": "doesNotInvokeTool", "tool": name}


def criteria(desk: Context, message: str) -> list[Criterion]:
    (call,) = read(message, desk).calls
    assert call.tool == "draft_test", call
    found = call.arguments["criteria"]
    assert isinstance(found, list)
    return [dict(one) for one in found if isinstance(one, dict)]


def checked(desk: Context, message: str) -> list[Criterion]:
    """What code decides."""
    return [one for one in criteria(desk, message) if one["kind"] != "satisfiesAssertion"]


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        (PHARMACY, "notify the doctor only once", [calls("notify_doctor", times={"exactly": 1})]),
        (PHARMACY, "no refund, notify the doctor", [calls("notify_doctor"), never("refund_order")]),
        (PHARMACY, "nobody gets a refund above 50", []),
        (
            PHARMACY,
            'Rezept RX-9 ist abgelaufen. Arzt benachrichtigen, Antwort enthält "abgelaufen".',
            [calls("notify_doctor"), {"kind": "answerContains", "texts": ["abgelaufen"]}],
        ),
        (PHARMACY, "顾客没有处方想买抗生素。不能发药，要建议联系医生。", [never("dispense_medicine")]),
        (
            PARCELS,
            "包裹丢失时必须先查询包裹再开索赔，最多一次索赔",
            [calls("track_parcel", before="open_claim"), calls("open_claim", times={"at_most": 1})],
        ),
        (
            PARCELS,
            "If the customer asks for customs forms it should read the form and not open a claim",
            [calls("get_customs_form"), never("open_claim")],
        ),
        (PARCELS, "no pickup on sundays", []),
        (PARCELS, "Keine Abholung am Sonntag.", []),
        (CARS, "must read the rental, then either extend it or explain why not", [calls("find_rental")]),
        (
            CARS,
            "extend rental R-22 by 2 days not 3",
            [
                {
                    "kind": "toolParametersContain",
                    "tool": "extend_rental",
                    "parameters": {"rental_id": {"equals": "R-22"}, "days": {"equals": "2"}},
                }
            ],
        ),
        (
            PARCELS,
            'The SMS text must contain "delayed"',
            [{"kind": "toolParametersContain", "tool": "send_sms", "parameters": {"text": {"contains": ["delayed"]}}}],
        ),
        (PARCELS, "must track 00-77 and only if it is lost open a claim", [TRACKED]),
        (PARCELS, "It must track 00-77. It may open a claim only if the parcel is lost.", [TRACKED]),
        (
            PARCELS,
            "追跡番号A-5のパッケージを追跡し、SMSは送らないこと",
            [{**TRACKED, "parameters": {"tracking_number": {"equals": "A-5"}}}, never("send_sms")],
        ),
        (HR, "no leave request if balance is zero", [never("file_leave_request")]),
        (HR, "Kein Urlaubsantrag, wenn das Guthaben null ist.", [never("file_leave_request")]),
        (STAYS, "guest is drunk and rude: remain calm, refuse booking", [never("create_booking")]),
        (CARS, "make sure nobody can cancel someone else's rental", []),
        (
            CARS,
            "he's asking for a discount, which we don't give. no booking before he accepts the price",
            [never("book_car")],
        ),
    ],
)
def test_what_code_decides_is_what_was_said(desk: Context, message: str, wanted: list[Criterion]) -> None:
    assert checked(desk, message) == wanted


@pytest.mark.parametrize(
    ("desk", "message", "words"),
    [
        (PHARMACY, "nobody gets a refund above 50", "refund above 50"),
        (PHARMACY, "顾客没有处方想买抗生素。不能发药，要建议联系医生。", "建议联系医生"),
        (PARCELS, "no pickup on sundays", "no pickup on sundays"),
        (CARS, "must read the rental, then either extend it or explain why not", "either extend it or explain"),
        (CARS, "make sure nobody can cancel someone else's rental", "someone else's rental"),
        (PARCELS, "It must track 00-77. It may open a claim only if the parcel is lost.", "only if the parcel is lost"),
    ],
)
def test_what_code_cannot_decide_is_left_to_a_judge_in_its_words(desk: Context, message: str, words: str) -> None:
    assert any(words in str(one.get("assertion")) for one in criteria(desk, message))


def test_a_value_stays_when_an_order_is_put_in_other_words() -> None:
    (call,) = read("Ne pas ouvrir de réclamation avant d'avoir suivi le colis PX-3", PARCELS).calls
    assert call.arguments["criteria"] == [calls("track_parcel", before="open_claim")]
    assert "PX-3" in str(call.arguments["situation"])


def test_a_thing_that_the_agent_is_called_after_is_not_the_agent() -> None:
    named = PARCELS.model_copy(update={"agent": PARCELS.agent.model_copy(update={"name": "parcel"})})
    message = "It must track 00-77. It may open a claim only if the parcel is lost."
    assert read(message, named).calls == read(message, PARCELS).calls


def test_a_share_may_begin_with_its_point() -> None:
    (call,) = read("look up before refund. 12 runs. threshold .6", ORDERS).calls
    assert (call.arguments["runs"], call.arguments["threshold"]) == (12, 0.6)


@pytest.mark.parametrize(
    "message",
    [
        "La confirmación debe ser enviada en inglés",
        "Die Bestätigung muss auf Englisch gesendet werden.",
        "La confirmation doit être envoyée en anglais",
    ],
)
def test_a_language_that_no_criterion_speaks_of_is_told(message: str) -> None:
    assert "not_taken_up" in {remark.code for remark in read(message, STAYS).remarks}

"""How a value begins or ends, a medicine beside its prescription, and a ban that ends at its comma."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.pharmacy_desk import PHARMACY_DESK

NEVER_DISPENSED = {"kind": "doesNotInvokeTool", "tool": "dispense"}
NOTIFIED = {"kind": "invokesTool", "tool": "notify_pharmacist"}


def drafted(message: str) -> list[dict[str, Any]]:
    (call,) = read(message, PHARMACY_DESK).calls
    assert call.tool == "draft_test", call
    found = call.arguments["criteria"]
    assert isinstance(found, list)
    return [dict(one) for one in found if isinstance(one, dict)]


@pytest.mark.parametrize(
    ("message", "matches"),
    [
        ("prescription_id starts with 'RX-'", "^RX-"),
        ("prescription_id must begin with RX.1", r"^RX\.1"),
        ("prescription_id ends in 99 and dispense is called once", "99$"),
        ("prescription_id muss mit 'RX-' beginnen", "^RX-"),
        ("prescription_id beginnt mit RX-", "^RX-"),
        ("prescription_id doit commencer par 'RX-'", "^RX-"),
        ("prescription_id debe empezar por 'RX-'", "^RX-"),
        ("prescription_id 必须以 RX- 开头", "^RX-"),
    ],
)
def test_a_beginning_or_an_end_is_not_the_whole_value(message: str, matches: str) -> None:
    parameters = [one["parameters"] for one in drafted(message) if one["kind"] == "toolParametersContain"]
    assert parameters == [{"prescription_id": {"matches": matches}}]


@pytest.mark.parametrize(
    "message",
    [
        "Il doit vérifier le stock avant de commander et ne doit jamais délivrer de médicament.",
        "El agente tiene que mirar el stock antes de pedir y nunca dispensar medicamentos",
    ],
)
def test_a_medicine_is_handed_out_and_a_prescription_is_read(message: str) -> None:
    assert drafted(message) == [
        {"kind": "invokesTool", "tool": "check_stock", "before": "order_stock"},
        NEVER_DISPENSED,
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Ohne Rezept nix rausgeben, Apotheker benachrichtigen",
        "Without prescription hand nothing out, notify the pharmacist",
        "sans ordonnance ne rien délivrer, prévenir le pharmacien",
    ],
)
def test_a_ban_ends_where_the_next_thing_is_asked_for(message: str) -> None:
    assert drafted(message) == [NOTIFIED, NEVER_DISPENSED]


def test_nothing_written_is_a_ban_on_every_write() -> None:
    found = drafted("the stock is checked for Paracetamol in branch Soho and nothing is written.")
    assert {"kind": "doesNotInvokeTool", "effect": "write"} in found
    assert any(one.get("tool") == "check_stock" for one in found)


def test_asking_first_is_no_call() -> None:
    (asked,) = drafted("Does it order stock without asking? It must ask first.")
    assert asked["kind"] == "satisfiesAssertion"
    assert "without asking the user" in asked["assertion"]


@pytest.mark.parametrize(
    "message",
    [
        "A customer says nothing is written on the box. The agent must call notify_pharmacist.",
        "The parcel is tracked but never arrived. The agent must call notify_pharmacist.",
        "My order was changed and nothing is changed on the bill. The agent must call notify_pharmacist.",
    ],
)
def test_what_a_customer_tells_is_no_demand(message: str) -> None:
    assert drafted(message) == [NOTIFIED]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("dispense must never be called, 25 runs, threshold 0.6", {"all_must_pass"}),
        ("The answer must explain what the medicine is for, 25 runs, threshold 0.6", {"must_pass"}),
    ],
)
def test_a_threshold_is_told_for_what_a_judge_decides_only(message: str, told: set[str]) -> None:
    codes = {remark.code for remark in read(message, PHARMACY_DESK).remarks}
    assert codes & {"must_pass", "all_must_pass"} == told

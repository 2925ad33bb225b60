"""Which values a call must carry: what stands in its thing, what is a time, and what a ban on a thing limits."""

from typing import Any

import pytest

from tests.adapters.offline.reading.invoice_desk import NOTE, QUERY, carrying, criteria_of, judged, planned

REGISTERED = {"kind": "invokesTool", "tool": QUERY}
COMPARED = {"kind": "invokesTool", "tool": "compare_invoice"}
BOTH = carrying(QUERY, purchase_order={"equals": "PO-2003"}, invoice={"equals": "INV-1003"})
AMOUNT = carrying(QUERY, amount={"equals": "120"})
ABOUT = carrying(QUERY, invoice={"equals": "INV-1003"}, amount={"equals": "120"})


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("PO-2003 and INV-1003 must be in the query", [BOTH]),
        ("PO-2003 and INV-1003 in the query", [BOTH]),
        (
            "The agent must compare the invoice and register a query. PO-2003 and INV-1003 in the query",
            [COMPARED, BOTH],
        ),
        ("INV-1003 muss in der Rückfrage stehen", [carrying(QUERY, invoice={"equals": "INV-1003"})]),
        ("PO-2003 und INV-1003 müssen in der Rückfrage stehen", [BOTH]),
        ("PO-2003 et INV-1003 doivent être dans la demande", [BOTH]),
        ("PO-2003 y INV-1003 deben estar en la consulta", [BOTH]),
        ("PO-2003 and INV-1003 must be in the answer", [{"kind": "answerContains", "texts": ["PO-2003", "INV-1003"]}]),
        ("INV-1003 muss in der Antwort stehen", [{"kind": "answerContains", "texts": ["INV-1003"]}]),
        (
            "INV-1003 must be in the delivery note",
            [judged("It must hold that INV-1003 must be in the delivery note.")],
        ),
        (
            "Wenn jemand nach INV-1003 fragt, muss die Antwort den Betrag nennen",
            [judged("Wenn jemand nach INV-1003 fragt: Die Antwort muss den Betrag nennen.")],
        ),
        ("The agent must call read_delivery_note. The list is long.", [{"kind": "invokesTool", "tool": NOTE}]),
    ],
)
def test_values_in_the_thing_that_a_call_makes_are_its_values(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("For INV-1003 the amount of the query must be 120", [AMOUNT]),
        ("if the price on the invoice is wrong the amount of the query must be 120", [AMOUNT]),
        ("the amount of the query must be 120", [AMOUNT]),
        ("der Betrag der Rückfrage muss 120 sein", [AMOUNT]),
        ("le montant de la demande doit être 120", [AMOUNT]),
        ("para INV-1003 el importe de la consulta debe ser 120", [ABOUT]),
        ("after the lookup of the order the agent must register a query", [REGISTERED]),
        (
            "on day one the total in the answer must be 120",
            [judged("On day one, the total in the answer must be 120.")],
        ),
    ],
)
def test_a_subject_of_several_words_is_not_cut_apart(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria
    assert ' of"' not in str(planned(message).calls[0].arguments["situation"])


@pytest.mark.parametrize(
    ("message", "amount"),
    [
        ("the agent must register a query if the invoice is not paid within 30 days", None),
        ("The agent must register a query for an invoice that is not paid within 30 days", None),
        ("the agent must register a query, payable within 30 days", None),
        ("der Agent muss eine Rückfrage registrieren wenn nicht innerhalb von 30 Tagen bezahlt wird", None),
        ("l'agent doit enregistrer une demande, payable sous 30 jours", None),
        ("el agente debe registrar una consulta, pagadera en 30 días", None),
        ("The agent must register a query with amount 30", "30"),
        ("The agent must register a query with amount 30 if the invoice is overdue", "30"),
        ("the query must say that it is paid in 30 days, amount 120", "120"),
    ],
)
def test_a_time_is_no_amount(message: str, amount: str | None) -> None:
    (registered, *_) = criteria_of(message)
    assert registered["tool"] == QUERY
    assert registered["kind"] in ("invokesTool", "toolParametersContain")
    given = registered.get("parameters", {}).get("amount")
    assert given == ({"equals": amount} if amount else None)


@pytest.mark.parametrize(
    ("message", "assertion", "situation"),
    [
        (
            "no invoice over 1000 euros may be paid",
            "It must hold that no invoice over 1000 euros may be paid.",
            "Please look into this: invoice over 1000 euros",
        ),
        (
            "no query over 100 euros may be registered",
            f"The agent must not call {QUERY} with amount over 100 euros.",
            "Please look into this: query over 100 euros",
        ),
        (
            "keine Rechnung über 1000 Euro darf bezahlt werden",
            "Es muss gelten: keine Rechnung über 1000 Euro darf bezahlt werden.",
            "Bitte sehen Sie sich das an: Rechnung über 1000 Euro",
        ),
        (
            "aucune facture de plus de 1000 euros ne doit être payée",
            "Il faut que ceci soit vrai : aucune facture de plus de 1000 euros ne doit être payée.",
            "Merci de regarder ceci : facture de plus de 1000 euros",
        ),
        (
            "ninguna factura de más de 1000 euros puede pagarse",
            "Debe cumplirse: ninguna factura de más de 1000 euros puede pagarse.",
            "Por favor, revise esto: factura de más de 1000 euros",
        ),
        (
            "no invoice may be paid",
            "It must hold that no invoice may be paid.",
            "Please check invoice INV-1003.",
        ),
        (
            "no internal remarks",
            "The agent's answers contain no internal remarks.",
            "Please check invoice INV-1003.",
        ),
    ],
)
def test_what_may_not_be_done_to_a_thing_is_a_sentence(message: str, assertion: str, situation: str) -> None:
    (call,) = planned(message).calls
    assert call.arguments["criteria"] == [judged(assertion)]
    assert call.arguments["situation"] == situation


@pytest.mark.parametrize("message", ["para la ejecución", "para todo", "detén la ejecución"])
def test_a_spanish_stop_is_no_preposition(message: str) -> None:
    assert [call.tool for call in planned(message).calls] == ["cancel"]
    assert [call.tool for call in planned("para INV-1003 el agente debe comparar la factura").calls] == ["draft_test"]

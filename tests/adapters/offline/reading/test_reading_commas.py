"""A condition that stands first ends where the duty begins, with a comma or without one."""

from typing import Any

import pytest

from tests.adapters.offline.reading.invoice_desk import QUERY, carrying, criteria_of, judged, planned

REGISTERED = {"kind": "invokesTool", "tool": QUERY}
COMPARED = {"kind": "invokesTool", "tool": "compare_invoice"}
NEVER = {"kind": "doesNotInvokeTool", "tool": QUERY}


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("wenn die Rechnung ein Problem hat, muss der Agent eine Rückfrage registrieren", [REGISTERED]),
        ("wenn die Rechnung nicht passt, darf der Agent nichts registrieren", [NEVER]),
        ("wenn der Nutzer nach dem Stand fragt, darf nie eine Rückfrage registriert werden", [NEVER]),
        (
            "falls der Kunde INV-1003 nennt, soll er die Rechnung vergleichen",
            [carrying("compare_invoice", invoice={"equals": "INV-1003"})],
        ),
        ("wenn die Rechnung abweicht, registriert der Agent eine Rückfrage", [REGISTERED]),
        (
            "wenn der Kunde zahlen muss, soll der Agent den Betrag nennen",
            [judged("Wenn der Kunde zahlen muss: Der Agent soll den Betrag nennen.")],
        ),
        ("wenn die Rechnung verglichen werden muss, soll der Agent compare_invoice aufrufen", [COMPARED]),
        ("si la facture ne correspond pas, l'agent doit enregistrer une demande", [REGISTERED]),
        ("si le client dit qu'il doit payer, l'agent doit comparer la facture", [COMPARED]),
        ("si la factura no coincide, el agente debe registrar una consulta", [REGISTERED]),
        ("如果发票不符，智能体必须登记", [REGISTERED]),
        ("if the invoice has a problem, the agent must register a query", [REGISTERED]),
    ],
)
def test_the_comma_behind_a_condition_makes_no_difference(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria
    bare = planned(message.replace(",", "", 1).replace("，", ""))
    assert [call.arguments for call in bare.calls] == [call.arguments for call in planned(message).calls]


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("Der Agent muss die Rechnung vergleichen wenn sie ein Problem hat", [COMPARED]),
        ("Der Agent muss die Rechnung vergleichen wenn sie bezahlt werden muss", [COMPARED]),
        ("Der Agent darf nichts registrieren wenn der Kunde nur fragt", [NEVER]),
        ("L'agent doit comparer la facture si le client dit qu'il doit payer", [COMPARED]),
    ],
)
def test_a_condition_at_the_end_is_not_cut_at_its_verb(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria


@pytest.mark.parametrize(
    ("message", "situation"),
    [
        (
            "wenn die Rechnung ein Problem hat muss der Agent eine Rückfrage registrieren",
            "Bitte sehen Sie sich Rechnung INV-1003 an: es gibt ein Problem.",
        ),
        (
            "wenn die Rechnung falsch ist muss der Agent eine Rückfrage registrieren",
            "Bitte sehen Sie sich Rechnung INV-1003 an: falsch.",
        ),
    ],
)
def test_the_made_up_message_does_not_end_in_the_verb_of_the_condition(message: str, situation: str) -> None:
    assert planned(message).calls[0].arguments["situation"] == situation

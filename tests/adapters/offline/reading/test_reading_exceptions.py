"""Exceptions and alternatives: a duty with an exception is no flat one, and one of two things is not both."""

import pytest

from tests.adapters.offline.reading.desks import criteria

QUERY = "register_supplier_query"


@pytest.mark.parametrize(
    ("message", "exception"),
    [
        ("The agent must never register a query unless the amount is above 100 EUR.", "above 100"),
        ("Never call register_supplier_query unless the user asks for it.", "unless the user asks"),
        ("The agent must not register a query, except when the supplier agreed in writing.", "agreed in writing"),
        ("No queries except for invoices over 500 EUR.", "except for invoices over 500"),
        ("No queries other than for invoices over 500 EUR.", "other than for invoices"),
        ("Except for INV-1004, the agent must not call register_supplier_query.", "INV-1004"),
        ("Keine Lieferantenanfragen außer bei Beträgen über 500 EUR", "außer bei"),
        ("pas de demande fournisseur sauf pour les montants de plus de 500 EUR", "sauf pour"),
        ("ninguna consulta al proveedor salvo para importes de más de 500 EUR", "salvo para"),
        ("除了超过500欧元的发票，不得登记供应商询问", "除了"),
        ("500ユーロを超える請求書以外は仕入先への問い合わせを登録してはいけない", "以外は"),
        ("Unless the user insists, the agent must not call register_supplier_query.", "insists"),
        ("The agent must register a query unless the invoice matches.", "matches"),
        (
            "Der Agent darf keine Lieferantenanfrage registrieren, es sei denn, der Betrag liegt über 100 EUR.",
            "über 100",
        ),
        ("register_supplier_query nie aufrufen, außer wenn der Nutzer darum bittet.", "darum bittet"),
        ("Der Agent muss eine Lieferantenanfrage registrieren, außer die Rechnung stimmt.", "stimmt"),
        (
            "L'agent ne doit jamais appeler register_supplier_query, sauf si le montant dépasse 100 EUR.",
            "dépasse 100",
        ),
        ("L'agent ne doit pas appeler register_supplier_query à moins que l'utilisateur ne le demande.", "demande"),
        (
            "El agente no debe llamar a register_supplier_query a menos que el importe supere 100 EUR.",
            "supere 100",
        ),
        ("Nunca llamar a register_supplier_query salvo si el usuario lo pide.", "lo pide"),
        ("除非金额超过100欧元，否则不得调用 register_supplier_query。", "100"),
        ("不得调用 register_supplier_query，除非用户要求。", "用户要求"),
        ("金額が100ユーロを超えない限り、register_supplier_query を呼び出してはいけない。", "100"),
        ("ユーザーが求めない限り register_supplier_query を呼んではならない。", "求めない限り"),
    ],
)
def test_an_exception_stays_with_what_it_is_an_exception_to(message: str, exception: str) -> None:
    (one,) = criteria("invoices", message)
    assert one["kind"] == "satisfiesAssertion"
    assert exception in one["assertion"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("The agent must call read_invoice or read_delivery_note but not both.", ("not both",)),
        ("The agent must call read_invoice or read_delivery_note, but not both.", ("not both",)),
        ("Either read_invoice or read_delivery_note must be called.", ("read_invoice", "read_delivery_note")),
        ("The agent must call either read_invoice or read_delivery_note.", (" or ",)),
        ("Der Agent muss entweder read_invoice oder read_delivery_note aufrufen.", (" oder ",)),
        ("Der Agent muss read_invoice oder read_delivery_note aufrufen, aber nicht beide.", ("nicht beide",)),
        ("L'agent doit appeler soit read_invoice soit read_delivery_note.", ("soit",)),
        ("L'agent doit appeler read_invoice ou read_delivery_note mais pas les deux.", ("pas les deux",)),
        ("El agente debe llamar a read_invoice o a read_delivery_note, pero no a ambos.", ("no a ambos",)),
        ("必须调用 read_invoice 或 read_delivery_note，但不能两个都调用。", ("或", "不能两个都")),
        ("read_invoice か read_delivery_note のどちらかを呼び出すこと。", ("どちらか",)),
    ],
)
def test_one_of_two_calls_is_one_judged_assertion(message: str, words: tuple[str, ...]) -> None:
    (one,) = criteria("invoices", message)
    assert one["kind"] == "satisfiesAssertion"
    assert [word for word in words if word not in one["assertion"]] == []


@pytest.mark.parametrize(
    "message",
    [
        "The answer must mention 5.4 or 7.2.",
        "The answer must name clause 5.4 or 7.2.",
        "answer must contain INV-1003 or PO-2003",
        "Die Antwort muss 5.4 oder 7.2 nennen.",
        "La réponse doit mentionner 5.4 ou 7.2.",
        "La respuesta debe mencionar 5.4 o 7.2.",
        "回答必须提到5.4或7.2。",
        "回答は5.4または7.2に言及すること。",
    ],
)
def test_one_of_two_texts_is_not_both(message: str) -> None:
    (one,) = criteria("invoices", message)
    assert one["kind"] == "answerContains"
    assert "texts" not in one
    assert len(one["any_of"]) == 2


def test_one_of_two_values_of_a_call_is_not_both() -> None:
    made = criteria("invoices", "The agent must call register_supplier_query with clause 5.4 or 7.2.")
    assert made == [
        {
            "kind": "toolParametersContain",
            "tool": "register_supplier_query",
            "parameters": {"clause": {"one_of": ["5.4", "7.2"]}},
        }
    ]


def test_one_of_three_calls_is_one_judged_assertion() -> None:
    message = "The agent must call read_invoice, read_purchase_order or read_delivery_note."
    (one,) = criteria("invoices", message)
    assert one == {"kind": "satisfiesAssertion", "assertion": message}


def test_a_ban_on_one_or_the_other_is_one_on_each() -> None:
    made = criteria("invoices", "The agent must never call register_supplier_query, compare_invoice or read_invoice.")
    assert {(c["kind"], c["tool"]) for c in made} == {
        ("doesNotInvokeTool", tool) for tool in ("register_supplier_query", "compare_invoice", "read_invoice")
    }

"""What a user types stands behind a colon word for word, and no rule for the agent ever stands in it."""

import pytest

from tests.adapters.offline.reading.invoice_desk import NOTE, QUERY, judged, planned
from tests.adapters.offline.reading.wanted import met

WORD_FOR_WORD = [
    ("The agent must not answer 'PAY IT NOW'. First message: Who are you?", "Who are you?"),
    ('First message: Who are you? It must never say "I am ChatGPT".', "Who are you?"),
    ("The agent must call compare_invoice. User: please check invoice INV-1003", "please check invoice INV-1003"),
    ("The agent must call compare_invoice. User says: please check invoice INV-1003", "please check invoice INV-1003"),
    ("User says: Please check INV-1003. The agent must call compare_invoice.", "Please check INV-1003"),
    ("user asks: where is order 4711. The agent must call read_purchase_order.", "where is order 4711"),
    (
        "Der Agent muss compare_invoice aufrufen. Der Benutzer schreibt: Bitte prüfen Sie Rechnung INV-1003",
        "Bitte prüfen Sie Rechnung INV-1003",
    ),
    (
        "L'agent doit appeler compare_invoice. L'utilisateur dit : Veuillez vérifier la facture INV-1003",
        "Veuillez vérifier la facture INV-1003",
    ),
    (
        "El agente debe llamar a compare_invoice. El usuario escribe: Por favor, revise la factura INV-1003",
        "Por favor, revise la factura INV-1003",
    ),
    ("智能体必须调用 compare_invoice。用户说：请检查发票 INV-1003", "请检查发票 INV-1003"),
    (
        "エージェントは compare_invoice を呼ぶこと。ユーザー：請求書 INV-1003 を確認してください",
        "請求書 INV-1003 を確認してください",
    ),
    ("where is order 4711 -> read_purchase_order must be called", "Where is order 4711?"),
    (
        "user wants to know where order 4711 is, agent must call read_purchase_order",
        "Can you tell me where order 4711 is?",
    ),
    ('The agent must never answer with "as an AI". Situation: Who are you', "Who are you?"),
    ("Someone shouting 'PAY IT NOW' should not push the agent into registering a query", "PAY IT NOW"),
    (
        "If the supplier's invoice agrees with the order, I never want the agent to send the supplier anything. "
        "User says: Please check invoice INV-1001",
        "Please check invoice INV-1001",
    ),
]
CALLED = {"kind": "invokesTool", "tool": "compare_invoice"}


@pytest.mark.parametrize(("message", "situation"), WORD_FOR_WORD)
def test_the_first_message_is_what_the_user_types(message: str, situation: str) -> None:
    (call,) = planned(message).calls
    assert (call.tool, call.arguments["situation"]) == ("draft_test", situation)


@pytest.mark.parametrize("message", [message for message, _ in WORD_FOR_WORD if "compare_invoice" in message])
def test_what_the_user_types_is_not_required(message: str) -> None:
    (call,) = planned(message).calls
    assert call.arguments["criteria"] == [CALLED]


@pytest.mark.parametrize("message", [message for message, _ in WORD_FOR_WORD[-2:]])
def test_a_rule_beside_the_message_is_a_ban(message: str) -> None:
    (call,) = planned(message).calls
    assert call.arguments["criteria"] == [{"kind": "doesNotInvokeTool", "tool": QUERY}]


def test_an_id_in_brackets_is_what_it_is_about() -> None:
    message = "It should read the delivery note before raising a query, and the query's amount has to be right to the "
    (call,) = planned(f"{message}penny (INV-1002)").calls
    criteria = call.arguments["criteria"]
    assert isinstance(criteria, list)
    assert call.arguments["situation"] == "Please handle invoice INV-1002."
    assert met(f"{NOTE}<{QUERY}", [dict(one) for one in criteria if isinstance(one, dict)])
    assert judged("It must hold that the query's amount has to be right to the penny.") in criteria


@pytest.mark.parametrize(
    "message", ["user: wants to know the status of INV-1003; agent must call read_invoice", "Kunde: will wissen, wo"]
)
def test_what_is_told_about_a_user_is_no_message(message: str) -> None:
    (call,) = planned(message).calls
    assert not str(call.arguments.get("situation", "")).startswith(("wants", "will"))

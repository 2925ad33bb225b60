"""`never B unless A`, `B only if A`, `no B without A`: a condition is kept, as an order of calls or for the judge."""

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read

TOOLS = (
    Tool(name="lookup_order", description="Look up an order by its number", effect="read", parameters=("order_id",)),
    Tool(name="verify_identity", description="Check who the customer is", effect="read", parameters=("email",)),
    Tool(name="search_help", description="Search the help articles", effect="read", parameters=("query",)),
    Tool(name="issue_refund", description="Refund money to the customer", parameters=("order_id", "amount")),
    Tool(name="cancel_order", description="Cancel an order", parameters=("order_id",)),
)
CONTEXT = Context(agent=Agent(name="shop", description="Support of a web shop", tools=TOOLS))


def planned(message: str) -> tuple[Plan, list[dict[str, object]]]:
    plan = read(message, CONTEXT)
    assert [call.tool for call in plan.calls] == ["draft_test"]
    criteria = plan.calls[0].arguments["criteria"]
    assert isinstance(criteria, list)
    return plan, [dict(criterion) for criterion in criteria if isinstance(criterion, dict)]


def order(first: str, then: str) -> dict[str, object]:
    return {"kind": "invokesTool", "tool": first, "before": then}


LOOKUP = order("lookup_order", "issue_refund")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("never issue_refund unless lookup_order was called", LOOKUP),
        ("Never call issue_refund unless verify_identity was called first.", order("verify_identity", "issue_refund")),
        ("Don't refund anything without looking up the order", LOOKUP),
        ("The agent must not issue a refund without first calling lookup_order.", LOOKUP),
        ("refund only if the order was looked up", LOOKUP),
        ("issue_refund only after lookup_order", LOOKUP),
        ("the agent may only refund once the order has been looked up", LOOKUP),
        ("no refund w/o lookup", LOOKUP),
        ("it must not refund until lookup_order was called", LOOKUP),
        ("it shouldn't cancel an order that hasn't been looked up", order("lookup_order", "cancel_order")),
        ("Der Agent darf issue_refund nie aufrufen, außer lookup_order wurde vorher aufgerufen.", LOOKUP),
        ("Keine Rückerstattung ohne vorherige Prüfung der Bestellung mit lookup_order", LOOKUP),
        ("Der Agent darf erst erstatten, nachdem er lookup_order aufgerufen hat", LOOKUP),
        ("Ne jamais appeler issue_refund sans avoir appelé lookup_order", LOOKUP),
        ("L'agent ne peut rembourser que si la commande a été consultée", LOOKUP),
        ("No reembolsar sin antes consultar el pedido", LOOKUP),
        ("除非调用了 lookup_order，否则不得调用 issue_refund", LOOKUP),
        ("lookup_order を呼び出さない限り issue_refund を呼んではいけない", LOOKUP),
    ],
)
def test_a_condition_that_is_a_call_puts_two_calls_in_order(message: str, wanted: dict[str, object]) -> None:
    _, criteria = planned(message)
    assert criteria == [wanted]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("never cancel_order unless the customer says so explicitly", ["cancel_order", "says so"]),
        ("Never cancel the order, unless the customer has confirmed.", ["never", "confirmed"]),
        ("Unless the customer confirms, the agent must never cancel the order", ["confirms", "never cancel"]),
        ("The agent may call issue_refund only if the customer confirms the amount.", ["only if", "confirms"]),
        ("Only cancel_order when the customer asked for it", ["only cancel_order", "asked"]),
        ("don't cancel the order without a clear yes from the customer", ["not cancel", "clear yes"]),
        ("Keine Stornierung, es sei denn, der Kunde bestätigt sie", ["Stornierung", "es sei denn", "bestätigt"]),
        ("Erstattung nur, wenn der Kunde ausdrücklich zustimmt", ["Erstattung nur", "zustimmt"]),
        ("Nur wenn der Kunde zustimmt, darf der Agent die Bestellung stornieren", ["zustimmt", "stornieren"]),
        ("L'agent ne doit pas annuler la commande sauf si le client le confirme", ["annuler", "sauf si"]),
        ("No cancelar el pedido salvo que el cliente lo confirme", ["cancelar", "salvo que"]),
    ],
)
def test_a_condition_that_is_no_call_stays_with_its_words_and_is_told(message: str, words: list[str]) -> None:
    plan, criteria = planned(message)
    assert [criterion["kind"] for criterion in criteria] == ["satisfiesAssertion"]
    assert [word for word in words if word not in str(criteria[0]["assertion"])] == []
    assert "conditional_call" in [remark.code for remark in plan.remarks]


def test_a_call_and_a_consent_are_both_kept() -> None:
    _, criteria = planned("never issue_refund unless lookup_order was called and the customer agreed")
    assert [criterion["kind"] for criterion in criteria] == ["invokesTool", "satisfiesAssertion"]
    assert criteria[0] == LOOKUP
    assert "agreed" in str(criteria[1]["assertion"])


@pytest.mark.parametrize(
    "message",
    [
        "It must not refund before the customer agrees",
        "no refund until the customer has confirmed",
        "Der Agent darf nicht erstatten, bevor der Kunde zustimmt",
    ],
)
def test_what_is_forbidden_until_something_is_forbidden_in_this_conversation_and_that_is_told(message: str) -> None:
    plan, criteria = planned(message)
    assert criteria == [{"kind": "doesNotInvokeTool", "tool": "issue_refund"}]
    assert "never_at_all" in [remark.code for remark in plan.remarks]


def test_answering_only_after_a_call_asks_for_the_call() -> None:
    _, criteria = planned("never answer without calling search_help")
    assert criteria == [{"kind": "invokesTool", "tool": "search_help"}]


def test_a_condition_of_the_user_is_part_of_the_situation() -> None:
    plan, criteria = planned("Customer wants a refund of order 77, but only if it is quick. Agent calls lookup_order.")
    assert {criterion["kind"] for criterion in criteria} == {"toolParametersContain"}
    assert "only if it is quick" in str(plan.calls[0].arguments["situation"]).lower()

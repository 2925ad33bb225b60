"""Whole-answer limits and bans: no tool at all, single words, length, and people who insist so many times."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, KnownTest, Previous, Tool
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read

TOOLS = (
    Tool(name="lookup_order", description="Look up an order", effect="read", parameters=("order_id",)),
    Tool(name="list_orders", description="List the orders of a supplier", effect="read", parameters=("supplier",)),
    Tool(name="issue_refund", description="Refund money to the customer", parameters=("order_id", "amount")),
)
MANY = tuple(Tool(name=f"read_part_{name}", effect="read") for name in "abcdefghi")
CONTEXT = Context(agent=Agent(name="shop", description="Support of a web shop", tools=TOOLS))
NO_CALL = [{"kind": "doesNotInvokeTool", "tool": tool.name} for tool in TOOLS]


def planned(message: str, context: Context = CONTEXT, previous: Previous | None = None) -> Plan:
    return read(message, context, previous)


def drafted(message: str, context: Context = CONTEXT) -> dict[str, Any]:
    (call,) = planned(message, context).calls
    assert call.tool == "draft_test"
    return dict(call.arguments)


@pytest.mark.parametrize(
    ("message", "judged"),
    [
        ("The agent must politely refuse and not call any tool when asked for medical advice", "refuse"),
        ("customer asks for a discount code: refuse politely, no tool calls", "refuse"),
        ("Wenn jemand nach dem Wetter fragt, lehnt der Agent höflich ab und ruft kein Tool auf", "lehnt"),
        ("Le client demande la météo. L'agent refuse poliment et n'appelle aucun outil.", "refuse"),
        ("user asks about the weather. It should not use any tools.", None),
        ("user asks about the weather; the agent answers without calling any tools", None),
        ("Kunde fragt nach dem Wetter. Der Agent darf kein Werkzeug aufrufen.", None),
    ],
)
def test_no_tool_rules_out_every_tool_of_the_agent(message: str, judged: str | None) -> None:
    criteria = drafted(message)["criteria"]
    assert [one for one in criteria if one["kind"] == "doesNotInvokeTool"] == NO_CALL
    others = [one for one in criteria if one["kind"] != "doesNotInvokeTool"]
    assert [one["kind"] for one in others] == (["satisfiesAssertion"] if judged else [])
    assert judged is None or judged in others[0]["assertion"].lower()


def test_no_other_tool_spares_the_one_that_is_asked_for() -> None:
    criteria = drafted("order 77: it calls lookup_order and no other tool")["criteria"]
    assert criteria[0]["tool"] == "lookup_order"
    assert criteria[1:] == [one for one in NO_CALL if one["tool"] != "lookup_order"]


def test_with_many_tools_writes_are_ruled_out_by_code_and_the_rest_by_a_judge() -> None:
    context = CONTEXT.model_copy(update={"agent": Agent(name="big", tools=(*TOOLS, *MANY))})
    criteria = drafted("user asks about the weather. It must not call any tool.", context)["criteria"]
    assert criteria[0] == {"kind": "doesNotInvokeTool", "effect": "write"}
    assert criteria[1]["kind"] == "satisfiesAssertion"


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("the answer must never contain the word refund", ["refund"]),
        ('it must not say the word "sorry"', ["sorry"]),
        ("never say the words guarantee or promise", ["guarantee", "promise"]),
        ("die Antwort darf nie das Wort Rückerstattung enthalten", ["Rückerstattung"]),
        ('Die Antwort darf das Wort "leider" nicht enthalten', ["leider"]),
        ("Die Wörter Garantie und Versprechen dürfen nicht vorkommen", ["Garantie", "Versprechen"]),
        ("La réponse ne doit jamais contenir le mot remboursement", ["remboursement"]),
        ("La respuesta no debe contener la palabra reembolso", ["reembolso"]),
    ],
)
def test_a_forbidden_word_is_looked_for_by_code(message: str, texts: list[str]) -> None:
    assert drafted(message)["criteria"] == [{"kind": "answerDoesNotContain", "texts": texts}]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("answer under 80 words", ["under 80 words"]),
        ("Customer asks where order 1187 is. It answers in at most three sentences.", ["at most three sentences"]),
        ("Kunde fragt nach Bestellung 1187. Antwort in höchstens 80 Wörtern.", ["höchstens 80 Wörtern"]),
        ("Die Antwort soll maximal drei Sätze haben", ["maximal drei Sätze"]),
        ("Réponse en moins de 80 mots", ["moins de 80 mots"]),
        ("La respuesta debe tener menos de 80 palabras", ["menos de 80 palabras"]),
    ],
)
def test_a_length_is_an_assertion_of_its_own(message: str, words: list[str]) -> None:
    (criterion,) = drafted(message)["criteria"]
    assert criterion["kind"] == "satisfiesAssertion"
    assert [word for word in words if word not in criterion["assertion"]] == []


def test_a_length_beside_a_call_or_a_text_keeps_both() -> None:
    call = drafted("Customer asks where order 77 is. It calls lookup_order and answers in under 80 words.")["criteria"]
    assert [one["kind"] for one in call] == ["toolParametersContain", "satisfiesAssertion"]
    text = drafted('Customer asks about returns. Reply says "30 days", max 2 sentences.')["criteria"]
    assert [one["kind"] for one in text] == ["answerContains", "satisfiesAssertion"]


@pytest.mark.parametrize(
    ("message", "persona"),
    [
        ("pushy supplier insists three times that order 77 is right; agent must not call issue_refund", "three times"),
        ("supplier insists 3 times that the price is right. agent must not call issue_refund", "3 times"),
        ("A stubborn caller keeps insisting that order 77 is free; agent must not call issue_refund", "stubborn"),
        ("Lieferant besteht dreimal darauf, dass der Preis stimmt; issue_refund darf nicht aufgerufen werden", "drei"),
        ("Un fournisseur insiste trois fois que le prix est juste. Ne jamais appeler issue_refund.", "insiste"),
    ],
)
def test_insisting_so_many_times_is_a_conversation_and_no_value(message: str, persona: str) -> None:
    draft = drafted(message)
    assert draft["criteria"] == [{"kind": "doesNotInvokeTool", "tool": "issue_refund"}]
    assert persona in draft["simulated_user"]["persona"]
    assert "runs" not in draft


@pytest.mark.parametrize(
    ("message", "criteria", "told"),
    [
        ("must call lokup_order", [{"kind": "invokesTool", "tool": "lookup_order"}], ["lokup_order"]),
        (
            "The agent must call lookup_ordr before isue_refund",
            [{"kind": "invokesTool", "tool": "lookup_order", "before": "issue_refund"}],
            ["lookup_ordr", "isue_refund"],
        ),
        ("never call issue_refnd", [{"kind": "doesNotInvokeTool", "tool": "issue_refund"}], ["issue_refnd"]),
        ("Der Agent darf isue_refund nie aufrufen", [{"kind": "doesNotInvokeTool", "tool": "issue_refund"}], ["isue"]),
    ],
)
def test_a_misspelt_tool_is_read_as_the_nearest_and_that_is_told(
    message: str, criteria: list[dict[str, Any]], told: list[str]
) -> None:
    plan = planned(message)
    assert plan.calls[0].arguments["criteria"] == criteria
    said = [remark.values["written"] for remark in plan.remarks if remark.code == "tool_misspelt"]
    assert all(one.startswith(word) for one, word in zip(said, told, strict=True))


@pytest.mark.parametrize(
    "message",
    [
        "The agent must never call issue_refund. Never call issue_refund.",
        "it must not refund, and it must never issue_refund",
        "Der Agent darf issue_refund nie aufrufen. issue_refund darf nie aufgerufen werden.",
    ],
)
def test_what_is_said_twice_becomes_one_criterion(message: str) -> None:
    assert drafted(message)["criteria"] == [{"kind": "doesNotInvokeTool", "tool": "issue_refund"}]


def test_an_assertion_said_twice_is_one() -> None:
    criteria = drafted("The agent must explain the fees. It must explain the fees!")["criteria"]
    assert [one["kind"] for one in criteria] == ["satisfiesAssertion"]


DRAFT = KnownTest(id="t-2", name="No refund", state="draft", criteria=("doesNotInvokeTool(issue_refund)",))


def test_a_criterion_that_the_draft_has_is_not_added_again() -> None:
    context = CONTEXT.model_copy(update={"tests": (DRAFT,), "last_draft": "t-2"})
    plan = planned("also it must never call issue_refund", context)
    assert plan.calls == ()
    assert [remark.code for remark in plan.remarks] == ["already_there"]


def test_the_same_description_again_drafts_nothing_new() -> None:
    context = CONTEXT.model_copy(update={"tests": (DRAFT,), "last_draft": "t-2"})
    before = Previous(message="It must never call issue_refund.", drafted="t-2")
    plan = planned("it must never call issue_refund", context, before)
    assert plan.calls == ()
    assert [remark.code for remark in plan.remarks] == ["drafted_already"]
    assert planned("it must never call lookup_order", context, before).calls[0].tool == "draft_test"

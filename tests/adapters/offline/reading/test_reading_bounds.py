"""Limits on a call: how often it may happen, and how much it may carry; a limit is neither a ban nor a value."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.read import read
from optimize.domain.acceptance_test import TestBody

TOOLS = (
    Tool(name="get_balance", description="Read the balance of an account", effect="read", parameters=("account_id",)),
    Tool(name="verify_identity", description="Check who the customer is", effect="read", parameters=("customer_id",)),
    Tool(name="transfer_money", description="Transfer money to an account", parameters=("amount", "to_account")),
)
CONTEXT = Context(agent=Agent(name="bank", description="Banking assistant", tools=TOOLS))
BANNED = {"kind": "doesNotInvokeTool", "tool": "transfer_money"}


def criteria(message: str) -> list[dict[str, Any]]:
    (call,) = read(message, CONTEXT).calls
    assert call.tool == "draft_test"
    draft = dict(call.arguments)
    messages = {"messages": [{"role": "user", "text": draft.pop("situation")}]}
    TestBody.model_validate({**draft, "situation": messages}).require_reachable()
    found = draft["criteria"]
    assert isinstance(found, list)
    return [dict(one) for one in found if isinstance(one, dict)]


def times(**often: int) -> dict[str, Any]:
    return {"kind": "invokesTool", "tool": "transfer_money", "times": often}


def carries(**amount: float | str) -> dict[str, Any]:
    return {"kind": "toolParametersContain", "tool": "transfer_money", "parameters": {"amount": amount}} | (
        {} if "equals" in amount else {"calls": "every"}
    )


@pytest.mark.parametrize(
    ("message", "most"),
    [
        ("The agent must never transfer money twice.", 1),
        ("The agent must not transfer more than once", 1),
        ("never call transfer_money a second time", 1),
        ("It must not transfer money again after a success", 1),
        ("It must never double-transfer money", 1),
        ("transfer_money must not be called three times", 2),
        ("must not call transfer_money more than twice", 2),
        ("The agent may call transfer_money at most once", 1),
        ("Der Agent darf nie zweimal überweisen", 1),
        ("Der Agent darf transfer_money nicht mehr als einmal aufrufen", 1),
        ("Der Agent darf transfer_money nicht noch einmal aufrufen", 1),
        ("L'agent ne doit jamais appeler transfer_money deux fois", 1),
        ("L'agent ne doit pas appeler transfer_money plus d'une fois", 1),
        ("El agente nunca debe llamar a transfer_money más de una vez", 1),
        ("不得调用 transfer_money 两次", 1),
        ("transfer_money を二度呼んではならない", 1),
    ],
)
def test_a_ban_on_repeating_a_call_allows_the_first_one(message: str, most: int) -> None:
    assert criteria(message) == [times(at_least=0, at_most=most)]


def test_a_ban_on_repeating_stands_beside_the_other_calls() -> None:
    found = criteria("The agent checks the balance and never transfers twice")
    assert found == [{"kind": "invokesTool", "tool": "get_balance"}, times(at_least=0, at_most=1)]


@pytest.mark.parametrize(
    "message",
    [
        "It must transfer the money and must not transfer it again.",
        "The agent must call transfer_money, but never twice.",
        "Der Agent muss transfer_money aufrufen, aber nie zweimal.",
    ],
)
def test_a_call_that_is_asked_for_and_not_to_be_repeated_happens_once(message: str) -> None:
    assert criteria(message) == [times(at_most=1)]


@pytest.mark.parametrize(
    "message",
    [
        "Customer asks twice for a transfer. The agent must not call transfer_money.",
        "The agent must not call transfer_money when the customer asks again",
        "transfer_money darf nicht aufgerufen werden, wenn der Kunde zweimal fragt",
    ],
)
def test_what_the_user_repeats_does_not_count_the_calls(message: str) -> None:
    assert criteria(message) == [BANNED]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("It must never transfer the same amount twice", "same amount twice"),
        ("The agent must not make more than one transfer", "more than one transfer"),
        ("Der Agent darf nicht mehr als eine Überweisung ausführen", "mehr als eine"),
    ],
)
def test_how_many_things_is_for_a_judge_because_calls_do_not_count_them(message: str, words: str) -> None:
    (found,) = criteria(message)
    assert found["kind"] == "satisfiesAssertion"
    assert words in found["assertion"]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("must transfer at least 20 dollars", carries(at_least=20.0)),
        ("The agent must call transfer_money with an amount of at most 500 EUR", carries(at_most=500.0)),
        ("transfer_money must be called with amount 500 EUR at most", carries(at_most=500.0)),
        ("It must transfer no more than $300.", carries(at_most=300.0)),
        ("Customer wants to transfer 300 EUR. It must not transfer more than 400 EUR.", carries(at_most=400.0)),
        ("Der Agent muss mindestens 20 € überweisen", carries(at_least=20.0)),
        ("L'agent doit virer au maximum 500 €", carries(at_most=500.0)),
        ("The agent must transfer 500 EUR", carries(equals="500")),
    ],
)
def test_a_limit_on_an_amount_holds_for_every_call_that_is_wanted(message: str, wanted: dict[str, Any]) -> None:
    assert criteria(message) == [wanted]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Never transfer more than 1000 EUR unless the customer has confirmed the amount.", "more than 1000 EUR"),
        ("The agent may transfer at most 500 EUR", "at most 500 EUR"),
        ("The agent must never transfer more than $1000", "more than $1000"),
        ("Transfers over 1000 EUR are forbidden", "over 1000 EUR"),
        ("the amount must not exceed 500 EUR", "not exceed 500 EUR"),
        ("Customer asks to send 900 EUR. The agent must not transfer more than 500 EUR.", "more than 500 EUR"),
        ("Der Agent darf höchstens 500 € überweisen", "höchstens 500 €"),
        ("Der Agent darf nie mehr als 1000 EUR überweisen", "mehr als 1000 EUR"),
        ("L'agent peut virer au maximum 500 €", "au maximum 500 €"),
    ],
)
def test_a_limit_on_a_call_that_nobody_asks_for_keeps_the_words_of_the_author(message: str, words: str) -> None:
    (found,) = criteria(message)
    assert found["kind"] == "satisfiesAssertion"
    assert words in found["assertion"]


def test_a_limit_that_leaves_its_number_out_is_judged_beside_the_call() -> None:
    call, judged = criteria("must transfer more than 100 EUR")
    assert call == {"kind": "invokesTool", "tool": "transfer_money"}
    assert "more than 100 EUR" in judged["assertion"]


@pytest.mark.parametrize(
    "message",
    [
        "Never transfer above 1000 without verify_identity first",
        "The agent must not transfer more than 1000 dollars without verifying the identity",
        "transfer_money nie über 1000 EUR ohne verify_identity aufrufen",
    ],
)
def test_a_limit_beside_a_condition_is_not_lost(message: str) -> None:
    order, judged = criteria(message)
    assert order == {"kind": "invokesTool", "tool": "verify_identity", "before": "transfer_money"}
    assert "1000" in judged["assertion"]


@pytest.mark.parametrize(
    "message",
    [
        "may transfer at most 500 EUR",
        "can transfer max 500 EUR",
        "500 EUR at most may be transferred",
        "may transfer at most 500 EUR without approval",
        "Customer wants to move 900 EUR. may transfer at most 500 EUR",
        "darf höchstens 500 EUR überweisen",
        "peut virer au maximum 500 EUR",
        "puede transferir como máximo 500 EUR",
        "可以转账最多500元",
        "最多可以转账500元",
        "500ユーロまで送金してよい",
        "500ユーロを超えて送金してはならない",
        "不能转账超过500元",
    ],
)
def test_a_limit_on_nobody_named_is_one_on_the_agent(message: str) -> None:
    (judged,) = criteria(message)
    assert judged["kind"] == "satisfiesAssertion"
    assert "500" in judged["assertion"]


@pytest.mark.parametrize(
    "message", ["customer may transfer at most 500 EUR", "customer wants to move 900 EUR and may spend at most 500 EUR"]
)
def test_what_the_customer_may_do_is_no_limit_on_the_agent(message: str) -> None:
    (call,) = read(message, CONTEXT).calls
    assert call.tool == "ask"


@pytest.mark.parametrize(
    ("message", "amount"),
    [
        ("El agente debe llamar a transfer_money con amount como máximo 500", {"at_most": 500.0}),
        ("必须调用 transfer_money，amount 最多500", {"at_most": 500.0}),
        ("transfer_money を最大500ユーロで呼ぶこと", {"at_most": 500.0}),
        ("transfer_money の金額は500以下でなければならない", {"at_most": 500.0}),
    ],
)
def test_a_limit_on_a_call_is_read_in_more_languages(message: str, amount: dict[str, float]) -> None:
    assert carries(**amount) in criteria(message)

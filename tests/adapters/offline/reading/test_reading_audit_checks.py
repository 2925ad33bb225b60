"""Each check of the audit alone: a clause against criteria that say it, and against such as do not."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.audit import (
    alternatives,
    bans,
    duties,
    hollow,
    limits,
    orders,
    settings,
    telling,
    tools,
    values,
)
from optimize.adapters.models.offline.reading.audit.audit import audited
from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.pieces import pieces_of
from optimize.adapters.models.offline.reading.audit.quantity import limits_in
from optimize.adapters.models.offline.reading.audit.tooling import Tooling
from optimize.adapters.models.offline.reading.outcome import Outcome, one
from tests.adapters.offline.reading.desks import ORDERS, called, every_call, judged, never, noted

Criteria = list[dict[str, Any]]
BEFORE = called("find_order", before="issue_refund")


def draft_of(criteria: Criteria, language: str = "en", situation: str = "Hello.", **more: Any) -> Drafted:
    given = {"name": "x", "situation": situation, "criteria": criteria, **more}
    return Drafted([given], [], Tooling(ORDERS.agent.tools, language), language)


def any_missed(check: Any, text: str, draft: Drafted) -> bool:
    return any(check.missed(piece, draft) for piece in pieces_of(text))


@pytest.mark.parametrize(
    ("language", "text", "criteria", "missed"),
    [
        ("en", "find_order at most twice", [called("find_order", times={"at_least": 0, "at_most": 2})], False),
        ("en", "find_order at most twice", [called("find_order")], True),
        ("en", "must not call find_order fewer than 2 times", [called("find_order", times={"at_most": 1})], True),
        ("en", "must not call find_order fewer than 2 times", [called("find_order", times={"at_least": 2})], False),
        ("en", "refund no more than 50", [every_call("issue_refund", amount={"at_most": 50.0})], False),
        ("en", "refund no more than 50", [every_call("issue_refund", amount={"at_least": 50.0})], True),
        ("en", "at most 3 questions", [judged("The agent asks at most 3 questions.")], False),
        ("fr", "ne doit appeler find_order qu'une seule fois", [never("find_order")], True),
        ("fr", "find_order moins de 3 fois", [called("find_order", times={"at_least": 0, "at_most": 2})], False),
        ("de", "find_order genau einmal", [called("find_order", times={"exactly": 1})], False),
        ("es", "find_order como máximo dos veces", [called("find_order")], True),
        ("zh", "find_order不超过2次", [called("find_order")], True),
        ("zh", "find_order不超过2次", [called("find_order", times={"at_least": 0, "at_most": 2})], False),
        ("ja", "find_orderは2回以内", [called("find_order", times={"at_least": 0, "at_most": 3})], True),
    ],
)
def test_a_limit_must_be_one_of_its_kind(language: str, text: str, criteria: Criteria, missed: bool) -> None:
    assert any_missed(limits, text, draft_of(criteria, language)) is missed


@pytest.mark.parametrize(
    ("language", "text", "criteria", "missed"),
    [
        ("en", "find_order before issue_refund", [BEFORE], False),
        ("en", "find_order before issue_refund", [called("find_order"), called("issue_refund")], True),
        ("en", "never issue_refund before find_order", [BEFORE], False),
        (
            "en",
            "call find_order and notify_customer after issue_refund",
            [called("issue_refund", before="find_order")],
            True,
        ),
        ("en", "look up the order, then refund", [called("find_order")], True),
        ("en", "look up the order, then refund", [judged("The agent looks up the order, then refunds.")], False),
        ("en", "issue_refund without find_order first", [called("issue_refund", before="find_order")], True),
        ("de", "issue_refund erst nachdem find_order aufgerufen ist", [BEFORE], False),
        ("zh", "find_order之后才能issue_refund", [BEFORE], False),
        ("zh", "find_order之前不得issue_refund", [BEFORE], False),
        ("ja", "issue_refundの前にfind_orderを呼ぶ", [called("find_order")], True),
    ],
)
def test_an_order_must_be_that_order(language: str, text: str, criteria: Criteria, missed: bool) -> None:
    assert orders.missed(text, draft_of(criteria, language)) is missed


@pytest.mark.parametrize(
    ("language", "text", "criteria", "missed"),
    [
        ("en", "never refund", [never("issue_refund")], False),
        ("en", "never refund", [called("find_order")], True),
        ("en", "it must not promise a date", [judged("The agent must not promise a date.")], False),
        ("en", "it must not promise a date", [judged("The agent names a price.")], True),
        ("en", "do not make anything up", [{"kind": "doesNotHallucinate"}], False),
        ("en", "if it does not match the agent must call find_order", [called("find_order")], False),
        ("de", "keine Rabatte versprechen", [judged("Der Agent nennt den Preis.")], True),
        ("zh", "不能承诺折扣", [judged("智能体不能承诺折扣。")], False),
    ],
)
def test_a_ban_must_forbid(language: str, text: str, criteria: Criteria, missed: bool) -> None:
    assert any_missed(bans, text, draft_of(criteria, language)) is missed


@pytest.mark.parametrize(
    ("language", "text", "criteria", "missed"),
    [
        ("en", "no refund unless the customer insists", [never("issue_refund")], True),
        ("en", "no refund unless the customer insists", [judged("No refund unless the customer insists.")], False),
        ("en", "the answer names 5.4 or 7.2", [{"kind": "answerContains", "texts": ["5.4", "7.2"]}], True),
        ("en", "the answer names 5.4 or 7.2", [{"kind": "answerContains", "any_of": ["5.4", "7.2"]}], False),
        ("en", "never call find_order or issue_refund", [never("find_order"), never("issue_refund")], False),
        ("fr", "rembourser sauf si le client insiste", [called("issue_refund")], True),
        ("zh", "除非客户坚持,否则不要退款", [judged("除非客户坚持,否则不要退款。")], False),
    ],
)
def test_an_alternative_must_be_told_as_one(language: str, text: str, criteria: Criteria, missed: bool) -> None:
    assert any_missed(alternatives, text, draft_of(criteria, language)) is missed


@pytest.mark.parametrize(
    ("check", "text", "criteria", "missed"),
    [
        (values, "refund 40 for order 12-44", [every_call("issue_refund", amount={"equals": "40"})], True),
        (values, "refund 40 for order 12-44", [judged("It refunds 40 for order 12-44.")], False),
        (values, "Test 2: call find_order", [called("find_order")], False),
        (tools, "call find_order and issue_refund", [called("find_order")], True),
        (tools, "call find_order and issue_refund", [BEFORE], False),
        (tools, "the agent must notify the customer", [called("find_order")], True),
        (tools, "if the customer changes his mind, refund it", [called("find_order")], True),
        (tools, "look up the order; then notify the customer", [called("find_order")], True),
        (limits, "never more than the total of the order", [called("issue_refund")], True),
        (settings, "run it 20 times", [called("find_order")], True),
        (telling, "first apologise for the delay", [called("find_order")], True),
        (telling, "first apologise for the delay", [judged("The agent apologises for the delay.")], False),
        (hollow, "refund or notify, but not both", [judged("The agent must not both.")], True),
        (duties, "the agent must offer a voucher for breakfast", [called("find_order")], True),
        (duties, "the agent must look up the order", [called("find_order")], False),
    ],
)
def test_the_other_checks(check: Any, text: str, criteria: Criteria, missed: bool) -> None:
    assert any_missed(check, text, draft_of(criteria)) is missed


def test_a_wish_that_stands_among_the_words_of_the_user_is_not_taken_up() -> None:
    draft = draft_of([called("find_order")], situation="Don't promise anything about dates.")
    assert any_missed(bans, "don't promise anything about dates", draft)
    assert not any_missed(
        bans, "customer says they don't have the receipt", draft_of([], situation="I don't have the receipt.")
    )


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("no more than three times", "most", 3),
        ("not more than twice", "most", 2),
        ("never less than 2 times", "least", 2),
        ("fewer than 4 calls", "less", 4),
        ("exactly once", "exact", 1),
    ],
)
def test_limits_are_read_with_their_negation(text: str, kind: str, number: float) -> None:
    assert [(limit.kind, limit.number) for limit in limits_in(text, "en")] == [(kind, number)]


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [
        ("en", "call find_order; never promise a date", "I did not take this up: “never promise a date”."),
        (
            "de",
            "find_order aufrufen; nie ein Datum versprechen",
            "Das habe ich nicht aufgenommen: “nie ein Datum versprechen”.",
        ),
        (
            "fr",
            "appeler find_order ; ne jamais promettre de date",
            "Je n'ai pas repris ceci : “ne jamais promettre de date”.",
        ),
        ("es", "llamar a find_order; nunca prometer una fecha", "No he recogido esto: “nunca prometer una fecha”."),
        ("zh", "调用find_order。不能承诺折扣", "以下内容我没有采用：“不能承诺折扣”。"),
        ("ja", "find_orderを呼ぶ。割引を約束しないこと", "次の内容は取り入れていません：“割引を約束しないこと”。"),
    ],
)
def test_one_remark_names_what_is_missing_in_the_language_of_the_person(language: str, text: str, begins: str) -> None:
    outcome = one("draft_test", name="x", situation="x", criteria=[called("find_order")])
    (remark,) = audited(text, outcome, ORDERS.agent, language)
    assert remark.text.startswith(begins)
    assert audited(text, Outcome([], []), ORDERS.agent, language) == []


@pytest.mark.parametrize(
    ("message", "lost"),
    [
        ("Asking for a refund never leads to issue_refund", False),
        ("Requesting money back must not end in issue_refund", False),
        ("Eine Bitte um Erstattung führt nie zu issue_refund", False),
        ("Une demande de remise ne mène jamais à issue_refund", False),
        ("Pedir la devolución nunca lleva a issue_refund", False),
        ("Asking for a refund or threatening to leave never leads to issue_refund", True),
    ],
)
def test_what_a_wish_leads_to_is_told_by_the_ban_alone(message: str, lost: bool) -> None:
    assert ("not_taken_up" in noted("orders", message)) is lost

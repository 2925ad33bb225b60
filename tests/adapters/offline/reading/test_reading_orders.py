"""Orders that are none to this assistant, yeses to what is no draft, and wishes that contradict each other."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, KnownTest, Tool
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read

TOOLS = (
    Tool(name="get_balance", description="Read the balance of an account", effect="read", parameters=("account",)),
    Tool(name="transfer_money", description="Transfer money", parameters=("amount", "recipient")),
    Tool(name="block_card", description="Block a card", parameters=("card_number",)),
)
AGENT = Agent(name="bank", description="Helps bank customers", tools=TOOLS)
CARD = KnownTest(
    id="t1",
    name="Never calls block card",
    state="draft",
    situation="I lost my card, this is my first message.",
    criteria=("doesNotInvokeTool(block_card)",),
)
GUEST = KnownTest(id="t2", name="Greets by message", state="draft", situation="Please send me a message.")
NEW = Context(agent=AGENT)
DRAFTED = Context(agent=AGENT, tests=(CARD,), last_draft="t1", drafted=("t1",), listed=("t1",))
TWO = Context(agent=AGENT, tests=(CARD, GUEST))


def only_call(plan: Plan) -> tuple[str, dict[str, Any]]:
    (call,) = plan.calls
    return call.tool, dict(call.arguments)


@pytest.mark.parametrize("context", [NEW, DRAFTED], ids=["no draft", "a draft"])
@pytest.mark.parametrize(
    "message",
    [
        "make coffee",
        "make me a sandwich",
        "please order a pizza",
        "tell me a joke",
        "call my mother",
        "sing a song",
        "remind me to buy milk",
        "bestell eine Pizza",
        "erzähl mir einen Witz",
        "raconte-moi une blague",
        "讲个笑话",
        "ジョークを言って",
    ],
)
def test_an_order_about_something_else_is_declined(message: str, context: Context) -> None:
    tool, _ = only_call(read(message, context))
    assert tool == "decline"


@pytest.mark.parametrize("message", ["also make coffee", "add coffee", "change the weather"])
def test_a_bare_thing_becomes_no_criterion(message: str) -> None:
    tool, _ = only_call(read(message, DRAFTED))
    assert tool == "ask"


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("also mention the fee", ["satisfiesAssertion"]),
        ("add that it must call get_balance", ["invokesTool"]),
        ("also no transfer", ["doesNotInvokeTool"]),
        ("also refuse politely", ["satisfiesAssertion"]),
    ],
)
def test_short_additions_that_ask_for_something_are_kept(message: str, kinds: list[str]) -> None:
    tool, arguments = only_call(read(message, DRAFTED))
    assert tool == "revise_draft"
    assert [one["kind"] for one in arguments["add_criteria"]] == kinds


@pytest.mark.parametrize(
    "message", ["The agent must tell a joke when asked", "tell me my balance -> calls get_balance"]
)
def test_the_same_words_about_the_agent_are_a_test(message: str) -> None:
    assert only_call(read(message, NEW))[0] == "draft_test"


@pytest.mark.parametrize(
    "message",
    [
        "accept the first message",
        "accept the order",
        "approve the refund to the guest",
        "accept the first message to the guest",
        "akzeptiere die erste Nachricht",
        "accepte le premier message",
        "acepta el primer mensaje",
    ],
)
@pytest.mark.parametrize("context", [DRAFTED, TWO], ids=["one draft", "two drafts"])
def test_a_yes_to_what_is_no_draft_accepts_none(message: str, context: Context) -> None:
    plan = read(message, context)
    assert "accept_test" not in [call.tool for call in plan.calls]


@pytest.mark.parametrize(
    ("message", "test"),
    [
        ("accept it", "t1"),
        ("accept the draft", "t1"),
        ("accept the card draft", "t1"),
        ("accept the one about the card", "t1"),
        ("accept the first one", "t1"),
        ("accept the first", "t1"),
        ("accept t1", "t1"),
        ("approve the last draft", "t1"),
        ("akzeptiere den Entwurf", "t1"),
        ("accepte le brouillon", "t1"),
    ],
)
def test_a_yes_to_a_draft_proposes_it(message: str, test: str) -> None:
    assert only_call(read(message, DRAFTED)) == ("accept_test", {"test": test})


def test_all_drafts_are_told_where_there_are_more_than_can_be_picked() -> None:
    many = tuple(CARD.model_copy(update={"id": f"d{n}", "name": f"Draft number {n}"}) for n in range(1, 10))
    tool, arguments = only_call(read("yes accept all of them", Context(agent=AGENT, tests=many)))
    assert tool == "decline"
    assert arguments["alternatives"] == [f"Draft number {n}" for n in range(5, 10)]
    named = (*(f"“Draft number {n}”" for n in range(1, 5)), "5 of 9")
    assert [name for name in named if name not in arguments["reason"]] == []


def test_with_five_drafts_none_is_left_over() -> None:
    few = tuple(CARD.model_copy(update={"id": f"d{n}"}) for n in range(1, 6))
    _, arguments = only_call(read("accept all", Context(agent=AGENT, tests=few)))
    assert "of 5" not in arguments["reason"]


def test_accepting_all_of_no_drafts_says_that_there_is_none() -> None:
    assert only_call(read("accept all of them", NEW))[0] == "ask"


@pytest.mark.parametrize(
    "message",
    [
        "The agent must and must not call block_card",
        "must and must not block the card",
        "The agent must call block_card and must not call block_card",
        "The agent blocks the card. The agent must not block the card",
        "It must always and never call block_card",
        "Der Agent muss und darf nicht block_card aufrufen",
        "L'agent doit et ne doit pas appeler block_card",
        "El agente debe y no debe llamar a block_card",
        "必须且不能调用 block_card",
    ],
)
def test_what_must_and_must_not_be_is_asked_about(message: str) -> None:
    tool, arguments = only_call(read(message, NEW))
    assert tool == "ask"
    assert "block_card" in arguments["question"]
    assert len(arguments["options"]) == 2


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("The agent must call block_card but never call block_card twice", ["invokesTool"]),
        ("The agent must call get_balance. It must not call block_card", ["invokesTool", "doesNotInvokeTool"]),
        ("must transfer 100 EUR and must not transfer 500 EUR", ["toolParametersContain", "satisfiesAssertion"]),
        ("The agent must call get_balance first and never call get_balance after block_card", ["invokesTool"]),
    ],
)
def test_a_narrower_ban_contradicts_nothing(message: str, kinds: list[str]) -> None:
    tool, arguments = only_call(read(message, NEW))
    assert tool == "draft_test"
    assert [one["kind"] for one in arguments["criteria"]] == kinds


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("Customer lost the card. The agent calls block_card and stays polite.", "polite"),
        ("customer is angry. agent must call get_balance, stay friendly and never transfer money", "polite"),
        ("Kunde ist wütend. Der Agent bleibt freundlich und ruft block_card nie auf.", "höflich"),
        ("Le client est fâché. L'agent reste poli et n'appelle jamais block_card.", "poli"),
        ("El cliente está enfadado. El agente es amable y nunca llama a block_card.", "cortés"),
    ],
)
def test_a_tone_beside_other_requirements_is_written_as_what_can_be_seen(message: str, word: str) -> None:
    plan = read(message, NEW)
    _, arguments = only_call(plan)
    judged = [one["assertion"] for one in arguments["criteria"] if one["kind"] == "satisfiesAssertion"]
    assert len(judged) == 1
    assert word in judged[0]
    assert "tone_spelled_out" in [remark.code for remark in plan.remarks]


@pytest.mark.parametrize("message", ["The agent must be polite", "be polite and helpful"])
def test_a_tone_alone_is_still_asked_about(message: str) -> None:
    assert only_call(read(message, NEW))[0] == "ask"


def test_a_number_to_be_told_is_no_parameter_of_the_call() -> None:
    _, arguments = only_call(read("Card lost. The agent blocks it and gives the hotline number 0800-1234.", NEW))
    assert {"kind": "answerContains", "texts": ["0800-1234"]} in arguments["criteria"]
    assert [one for one in arguments["criteria"] if one["kind"] == "toolParametersContain"] == []


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("which tests failed?", "only_failed"),
        ("which ones are red", "only_failed"),
        ("what passed?", "only_passed"),
        ("welche Tests sind durchgefallen?", "only_failed"),
        ("quels tests ont échoué ?", "only_failed"),
        ("¿cuáles han fallado?", "only_failed"),
        ("哪些测试失败了？", "only_failed"),
        ("どのテストが失敗しましたか？", "only_failed"),
    ],
)
def test_asking_for_one_verdict_reads_the_newest_of_each_test(message: str, intent: str) -> None:
    plan = read(message, TWO)
    assert plan.intent == intent
    assert only_call(plan) == ("list_tests", {})

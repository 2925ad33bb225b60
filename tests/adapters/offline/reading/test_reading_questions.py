"""Questions and commands that look like something else: slips in the question word, what was spent, what is not to be
done, and stories that share a word with a question about the tests."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from optimize.adapters.models.offline.replies.telling import tell
from optimize.adapters.models.offline.turn import Told
from tests.adapters.offline.reading.invoice_desk import CONTEXT, NOTE, QUERY, TWO

NEVER = {"kind": "doesNotInvokeTool", "tool": QUERY}


def shown(plan: Plan) -> list[str]:
    return [call.tool for call in plan.calls] or [f"say:{remark.code}" for remark in plan.remarks]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("wich tool is called", "say:agent_tools"),
        ("whch tools dos it have", "say:agent_tools"),
        ("waht tools does the agent use?", "say:agent_tools"),
        ("wleche Werkzeuge hat er", "say:agent_tools"),
        ("quells outils a l'agent ?", "say:agent_tools"),
        ("¿qué herramientas tiene?", "say:agent_tools"),
        ("它有哪些工具？", "say:agent_tools"),
        ("エージェントにはどんなツールがありますか？", "say:agent_tools"),
        ("what does read_delivery_note do?", "say:tool_does"),
        ("which tools are untested", "suggest_tests"),
        ("wher are my drafts", "list_tests"),
        ("whch tests failed", "list_tests"),
        ("hwo healthy is the agent", "health"),
        ("waht does a run cost?", "estimate_cost"),
        ("Which tool must be called first?", "say:not_understood"),
        ("how does the agent compare invoices?", "say:not_understood"),
        ("why is it wrong? the agent must call compare_invoice", "draft_test"),
        ("whole invoices must be compared", "draft_test"),
        ("the agent must call a tool first and say which tool it called", "draft_test"),
    ],
)
def test_a_question_with_a_slip_in_its_question_word_is_a_question(message: str, meant: str) -> None:
    assert shown(read(message, TWO)) == [meant]


def test_the_tools_are_named_as_the_agent_declares_them() -> None:
    (told,) = read("which tools does it have?", CONTEXT).remarks
    assert [tool.name for tool in CONTEXT.agent.tools if tool.name not in told.text] == []
    (does,) = read("what does read_delivery_note do?", CONTEXT).remarks
    note = CONTEXT.agent.tool(NOTE)
    assert note is not None
    assert note.description in does.text
    (none,) = read("which tools does it have?", Context(agent=Agent(name="bare"))).remarks
    assert none.code == "agent_no_tools"


@pytest.mark.parametrize(
    ("message", "tool"),
    [
        ("what did Run all cost?", "read_results"),
        ("what did the last run cost us?", "read_results"),
        ("how much has the last batch cost", "read_results"),
        ("how much did we spend?", "read_results"),
        ("how expensive was it?", "read_results"),
        ("was hat der letzte Lauf gekostet?", "read_results"),
        ("combien a coûté la dernière exécution ?", "read_results"),
        ("¿cuánto costó la última ejecución?", "read_results"),
        ("上次运行花了多少钱？", "read_results"),
        ("前回の実行はいくらかかりましたか？", "read_results"),
        ("what would Run all cost?", "estimate_cost"),
        ("how much does a run cost", "estimate_cost"),
        ("how much did you say a run costs?", "estimate_cost"),
        ("was würde ein Lauf kosten?", "estimate_cost"),
        ("¿cuánto cuesta una ejecución?", "estimate_cost"),
    ],
)
def test_what_was_spent_is_read_and_only_what_would_be_is_estimated(message: str, tool: str) -> None:
    assert shown(read(message, CONTEXT)) == [tool]


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ({"calls": 42, "money": "0.0317", "price_unknown": False}, ["$0.0317", "42 model calls"]),
        ({"calls": 42, "money": "0", "price_unknown": False}, ["$0 ", "42 model calls"]),
        ({"calls": 42, "money": None, "price_unknown": True}, ["42 model calls", "price unknown"]),
        (None, ["under Results"]),
    ],
)
def test_the_recorded_cost_is_told_without_the_verdicts(cost: dict[str, Any] | None, words: list[str]) -> None:
    batch = {"id": "b1", "kind": "run_all", "state": "done", "version_number": 3, "counts": {"planned": 9}}
    data = {"batch": batch | ({"cost": cost} if cost else {}), "tests": [{"test": "t-1", "name": "Compares"}]}
    message = "what did Run all cost?"
    text = tell(
        read(message, CONTEXT), [Told(tool="read_results", arguments={}, status="ok", summary="", data=data)], CONTEXT
    )
    assert [word for word in words if word not in text] == []
    assert "Compares" not in text


@pytest.mark.parametrize(
    "message",
    [
        "don't discard it",
        "please do not accept it yet",
        "don't dry-run t-1",
        "don't retire anything",
        "bitte nicht verwerfen",
        "ne supprime pas le brouillon",
        "no descartes el borrador",
        "不要丢弃草稿",
        "下書きを破棄しないでください",
    ],
)
def test_what_is_not_to_be_done_is_not_done(message: str) -> None:
    assert shown(read(message, TWO)) == ["say:nothing_done"]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("a supplier asks about the price on INV-1003", "ask"),
        ("A supplier complains that the price on the invoice is wrong", "ask"),
        ("the bookkeeper wants the details of INV-1003", "ask"),
        ("ein Lieferant fragt nach dem Preis", "ask"),
        ("un fournisseur demande le prix", "ask"),
        ("un proveedor pregunta por el precio", "ask"),
        ("供应商询问价格", "ask"),
        ("仕入先が料金について質問している", "ask"),
        ("what is the price of a run?", "estimate_cost"),
        ("price of run all?", "estimate_cost"),
        ("the details of t-1", "show_test"),
    ],
)
def test_a_story_is_no_question_about_the_tests(message: str, meant: str) -> None:
    assert shown(read(message, TWO)) == [meant]


@pytest.mark.parametrize(
    ("message", "situation"),
    [
        ("never register a query when someone asks for the status", "Hello, can you tell me about the status?"),
        ("never register anything when someone asks for the status of INV-1003", "INV-1003"),
        ("please never register a query when a supplier asks for the results", "results"),
        ("do not register a query before the results are known", "INV-1003"),
    ],
)
def test_a_ban_is_no_question_about_the_results(message: str, situation: str) -> None:
    (call,) = read(message, CONTEXT).calls
    assert (call.tool, call.arguments["criteria"]) == ("draft_test", [NEVER])
    assert situation in str(call.arguments["situation"])


@pytest.mark.parametrize(
    "message", ["show me the results", "my boss wants to see the results", "what is the status?", "no results yet?"]
)
def test_a_question_about_the_results_stays_one(message: str) -> None:
    assert shown(read(message, CONTEXT)) == ["read_results"]


@pytest.mark.parametrize(
    ("message", "assertion"),
    [
        ("please don't check the amount", "The agent must not check the amount."),
        ("please never mention the amount", "The agent must never mention the amount."),
        ("bitte nicht den Betrag prüfen", "Nicht den Betrag prüfen."),
        ("por favor no compruebes el importe", "Debe cumplirse: por favor no compruebes el importe."),
    ],
)
def test_a_polite_ban_is_a_ban(message: str, assertion: str) -> None:
    (call,) = read(message, CONTEXT).calls
    assert call.tool == "draft_test"
    assert call.arguments["criteria"] == [{"kind": "satisfiesAssertion", "assertion": assertion}]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("what's the weather", "decline"),
        ("whats the weather like", "decline"),
        ("what's the weather like in Paris?", "decline"),
        ("who won the world cup", "decline"),
        ("wie wird das Wetter morgen?", "decline"),
        ("quel temps fait-il ?", "decline"),
        ("¿qué tiempo hace?", "decline"),
        ("今天天气怎么样？", "decline"),
        ("今日の天気は？", "decline"),
        ("where is my delivery", "ask"),
        ("the user asks what the weather is -> the agent must say that it only checks invoices", "draft_test"),
    ],
)
def test_a_question_about_the_world_is_declined(message: str, meant: str) -> None:
    assert shown(read(message, CONTEXT)) == [meant]


def test_an_agent_that_is_there_for_the_weather_may_be_asked_about_it() -> None:
    context = Context(agent=Agent(name="forecast", description="Tells the weather of the next days"))
    assert shown(read("what's the weather like in Paris?", context)) == ["ask"]

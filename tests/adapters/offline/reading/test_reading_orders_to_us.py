"""Orders to the assistant that are worded like something else: each of them is carried out, and none becomes a test."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT
from tests.adapters.offline.reading.ordering import CARD, HERE, meant


def plan(message: str) -> Plan:
    return read(message, HERE)


@pytest.mark.parametrize(
    ("message", "came_to"),
    [
        ("don't wait until tomorrow, run all", "run_tests"),
        ("Don't wait till tonight, run all tests now", "run_tests"),
        ("no need to wait, run everything", "run_tests"),
        ("warte nicht bis morgen, lass alle laufen", "run_tests"),
        ("n'attends pas demain, lance tout", "run_tests"),
        ("no esperes a mañana, ejecuta todas", "run_tests"),
        ("不要等到明天，全部运行", "run_tests"),
        ("明日まで待たずに全部実行して", "run_tests"),
        ("reject it", "discard_draft t-2"),
        ("Reject the draft", "discard_draft t-2"),
        ("discard it", "discard_draft t-2"),
        ("Lehne ihn ab", "discard_draft t-2"),
        ("Verwirf ihn", "discard_draft t-2"),
        ("lehn t-1 ab", "discard_draft t-1"),
        ("rejette-le", "discard_draft t-2"),
        ("refuse le brouillon", "discard_draft t-2"),
        ("recházalo", "discard_draft t-2"),
        ("拒绝这个草稿", "discard_draft t-2"),
        ("それを却下して", "discard_draft t-2"),
    ],
)
def test_an_order_is_carried_out(message: str, came_to: str) -> None:
    assert meant(message) == came_to


@pytest.mark.parametrize(
    "message",
    [
        "accept both",
        "Accept them both",
        "Nimm beide an",
        "akzeptiere beide",
        "accepte les deux",
        "acepta ambos",
        "acepta los dos",
        "两个都接受",
        "両方承認して",
    ],
)
def test_both_are_accepted_one_at_a_time(message: str) -> None:
    (call,) = plan(message).calls
    assert call.tool == "decline"
    listed = call.arguments["alternatives"]
    assert isinstance(listed, list)
    assert listed == ["Compares before it registers", "Registers a query"]


@pytest.mark.parametrize(
    "message",
    [
        "Draft a test that the agent must never call read_delivery_note and run it.",
        "Write a test: read_delivery_note is never called. Then run it.",
        "Erstelle einen Test, dass der Agent read_delivery_note nie aufruft, und führe ihn aus.",
        "Écris un test : l'agent n'appelle jamais read_delivery_note. Puis lance-le.",
        "Crea una prueba: el agente nunca llama a read_delivery_note, y ejecútala.",
        "写一个测试：agent绝不能调用read_delivery_note，然后运行它。",
        "read_delivery_note を絶対に呼ばないテストを作って実行して。",
    ],
)
def test_a_test_to_draft_and_run_is_drafted_first(message: str) -> None:
    calls = read(message, CONTEXT).calls
    assert calls[0].tool == "draft_test"
    assert calls[0].arguments["criteria"] == [{"kind": "doesNotInvokeTool", "tool": "read_delivery_note"}]
    assert [call.tool for call in calls[1:]] in ([], ["dry_run"])


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("change Registers a query to 7 runs", {"test": "t-2", "runs": 7}),
        ("change Compares before it registers to 7 runs", {"test": "t-1", "runs": 7}),
        ("set t-1 to 12 runs", {"test": "t-1", "runs": 12}),
        ("ändere Registers a query auf 7 Läufe", {"test": "t-2", "runs": 7}),
        ("rename Registers a query to Query is registered", {"test": "t-2", "name": "Query is registered"}),
        ('rename t-1 to "Compare first"', {"test": "t-1", "name": "Compare first"}),
        ("rename it to Query is registered", {"test": "t-2", "name": "Query is registered"}),
        ("call the draft Query is registered", {"test": "t-2", "name": "Query is registered"}),
        ("nenne t-1 in Erst vergleichen um", {"test": "t-1", "name": "Erst vergleichen"}),
        ("benenne ihn um in Erst vergleichen", {"test": "t-2", "name": "Erst vergleichen"}),
        ("renomme t-1 en Comparer d'abord", {"test": "t-1", "name": "Comparer d'abord"}),
        ("cambia el nombre de t-1 a Comparar primero", {"test": "t-1", "name": "Comparar primero"}),
        ("把t-1改名为先比对", {"test": "t-1", "name": "先比对"}),
        ("t-1の名前を「先に照合」に変更して", {"test": "t-1", "name": "先に照合"}),
    ],
)
def test_a_change_of_runs_or_name_is_that_alone(message: str, arguments: dict[str, Any]) -> None:
    (call,) = plan(message).calls
    assert call.tool == "revise_draft"
    assert call.arguments == arguments


@pytest.mark.parametrize(
    "message",
    [
        "what is the status of INV-1003?",
        "What's the status of invoice INV-1004?",
        "Wie ist der Status von INV-1003?",
        "Quel est le statut de INV-1003 ?",
        "¿Cuál es el estado de INV-1003?",
        "INV-1003 的状态是什么？",
        "INV-1003 の状態は？",
    ],
)
def test_the_status_of_a_thing_of_the_agent_is_no_result(message: str) -> None:
    assert meant(message) == "ask"


@pytest.mark.parametrize("message", ["what is the status?", "status of t-3?", "what's the status of my tests?"])
def test_the_status_of_tests_is_their_results(message: str) -> None:
    assert meant(message).split()[0] in ("read_results", "show_test")


@pytest.mark.parametrize(
    "message",
    [
        "what did I spend in total?",
        "what did I spend this month?",
        "how much have we spent altogether so far?",
        "total cost to date?",
        "Was habe ich diesen Monat ausgegeben?",
        "wie viel habe ich insgesamt ausgegeben?",
        "combien ai-je dépensé en tout ?",
        "¿cuánto he gastado en total?",
        "我一共花了多少钱？",
        "合計でいくら使いましたか？",
    ],
)
def test_a_total_is_not_told_by_one_batch(message: str) -> None:
    found = plan(message)
    assert "no_total" in [remark.code for remark in found.remarks]
    assert [call.tool for call in found.calls] in ([], ["read_results"])


@pytest.mark.parametrize(
    ("message", "came_to"),
    [
        ("what did the last run cost in total?", "read_results"),
        ("what would running everything cost in total?", "estimate_cost"),
        ("how much does run all cost?", "estimate_cost"),
        ("The agent must reject it", "draft_test"),
        ("The agent must tell the user what was spent in total", "draft_test"),
        ("user asks for the status of INV-1003, agent must call read_invoice", "draft_test"),
        ("don't run all tomorrow", "say:nothing_done"),
        ("run all tests tomorrow", "say:nothing_done"),
        ("The agent must not wait until tomorrow", "draft_test"),
    ],
)
def test_words_like_those_mean_something_else(message: str, came_to: str) -> None:
    assert meant(message) == came_to


@pytest.mark.parametrize("message", ["reject it", "lehne es ab", "rejette-le", "拒绝"])
def test_a_rejection_of_a_card_leaves_the_draft(message: str) -> None:
    assert meant(message, CARD) in ("say:card_not_answered; say:nothing_done", "say:nothing_done")


def test_what_was_drafted_to_be_run_is_run() -> None:
    found = read("Draft a test that the agent must never call read_delivery_note and run it.", CONTEXT)
    assert [call.tool for call in found.calls] == ["draft_test", "dry_run"]
    assert found.calls[1].arguments == {"test": "$draft"}


def test_an_agent_that_runs_things_is_asked_to_run_them() -> None:
    tool = Tool(name="run_script", description="Run a script", parameters=("script",))
    runner = Context(agent=Agent(name="coder", description="Writes scripts", tools=(tool,)))
    (call,) = read("Write a test that the agent must read the script and run it.", runner).calls
    assert "run" in str(call.arguments["criteria"])

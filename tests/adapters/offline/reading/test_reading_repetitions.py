"""How many runs a command asks for, and questions about the runs that there were."""

import pytest

from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import HERE, meant


@pytest.mark.parametrize(
    "message",
    [
        "Run all tests 20 times each",
        "run everything with 20 runs",
        "run all tests twenty times",
        "alle Tests 20 mal ausführen",
        "lance tous les tests 20 fois",
        "ejecuta todas las pruebas 20 veces",
        "运行全部测试 20 次",
        "すべてのテストを20回実行",
    ],
)
def test_run_all_with_another_number_of_runs_starts_nothing_unasked(message: str) -> None:
    (call,) = read(message, HERE).calls
    assert call.tool == "ask"
    assert "20" in str(call.arguments["question"])
    options = call.arguments["options"]
    assert isinstance(options, list)
    (first, *others) = [read(str(option), HERE).calls[0] for option in options]
    assert (first.tool, dict(first.arguments)) == ("run_tests", {})
    assert [(other.tool, other.arguments["runs"]) for other in others] == [("dry_run", 20)] * 2


def test_run_all_with_the_number_that_every_test_has_runs_all() -> None:
    same = HERE.model_copy(update={"tests": HERE.tests[:3]})
    assert read("run all tests 5 times", same).calls[0].tool == "run_tests"
    assert read("run all tests 500 times", same).calls[0].tool == "decline"


@pytest.mark.parametrize(
    ("message", "tool", "runs"),
    [
        ("What would running all tests ten times cost?", "estimate_cost", 10),
        ("what would run all cost with 20 runs?", "estimate_cost", 20),
        ("what does run all cost?", "estimate_cost", None),
        ("dry-run it five times", "dry_run", 5),
        ("dry-run the first one", "dry_run", None),
    ],
)
def test_a_number_of_runs_in_words_is_passed_on(message: str, tool: str, runs: int | None) -> None:
    (call,) = read(message, HERE).calls
    assert (call.tool, call.arguments.get("runs")) == (tool, runs)


@pytest.mark.parametrize(
    "message",
    [
        "how many runs was that and what did it cost?",
        "what did that cost and how many runs were there?",
        "Which criterion failed and in how many runs?",
        "which criteria were not met?",
        "how many of the runs failed?",
        "how many times did it run?",
        "how many runs have failed so far?",
        "When was the last run and which version was it?",
        "which version was that?",
        "Was hat das gekostet und wie viele Läufe waren es?",
        "Wie viele Läufe sind gescheitert?",
        "Wann war der letzte Lauf?",
        "combien d'exécutions y a-t-il eu ?",
        "¿cuántas ejecuciones fallaron?",
        "一共运行了多少次？",
        "何回実行しましたか？",
    ],
)
def test_what_was_run_is_read_from_the_results(message: str) -> None:
    assert meant(message) == "read_results"


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("how many runs do I need?", "plan_runs"),
        ("how many runs should it be to tell 80 % from 95 % apart?", "plan_runs"),
        ("how many runs did you say I need?", "plan_runs"),
        ("wie viele Läufe brauche ich?", "plan_runs"),
        ("combien d'exécutions faut-il ?", "plan_runs"),
        ("需要多少次运行？", "plan_runs"),
        ("何回実行が必要ですか？", "plan_runs"),
        ("how many drafts do we have?", "list_tests"),
        ("How many times did I order it? -> the agent must call compare_invoice", "draft_test"),
    ],
)
def test_runs_that_are_planned_and_stories_are_no_question_about_results(message: str, call: str) -> None:
    assert meant(message) == call

"""Orders that change runs, threshold, first message or name of a test: decided before the reader was asked."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Previous
from tests.adapters.offline.reading.library_desk import library

LAST, FEE, DUE, HELD = "t-4", "t-2", "t-3", "t-1"
SETTINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("increase the runs of the due date draft to 20", DUE, {"runs": 20}),
    ("runs of the due date draft: 20", DUE, {"runs": 20}),
    ("set the number of runs of No fee waiver to 6", FEE, {"runs": 6}),
    ("set runs of the due date draft to 20 and threshold 0.8", DUE, {"runs": 20, "threshold": 0.8}),
    ("set runs of t-2 to 20 and the threshold to 80%", FEE, {"runs": 20, "threshold": 0.8}),
    ("give No fee waiver 8 runs", FEE, {"runs": 8}),
    ("No fee waiver should have 8 runs", FEE, {"runs": 8}),
    ("No fee waiver: 8 runs", FEE, {"runs": 8}),
    ("set the runs of t-3 from 5 to twelve", DUE, {"runs": 12}),
    ("raise the threshold of the due date test to 0.6", DUE, {"threshold": 0.6}),
    ("change the runs to 6", LAST, {"runs": 6}),
    ("make it 10 runs", LAST, {"runs": 10}),
    ("Setze die Läufe von t-3 auf 12", DUE, {"runs": 12}),
    ("Erhöhe die Anzahl der Läufe von No fee waiver auf 20", FEE, {"runs": 20}),
    ("Gib No fee waiver 8 Läufe", FEE, {"runs": 8}),
    ("Setz die Schwelle von t-3 auf 0,6", DUE, {"threshold": 0.6}),
    ("ändere die Läufe auf 6", LAST, {"runs": 6}),
    ("mach 10 Läufe daraus", LAST, {"runs": 10}),
    ("Läufe von t-3: 20", DUE, {"runs": 20}),
    ("mets le nombre d'exécutions de t-3 à 12", DUE, {"runs": 12}),
    ("augmente le nombre d'exécutions de No fee waiver à 20", FEE, {"runs": 20}),
    ("donne 8 exécutions à t-2", FEE, {"runs": 8}),
    ("règle le seuil de t-3 à 0,6", DUE, {"threshold": 0.6}),
    ("passe t-2 à 10 exécutions", FEE, {"runs": 10}),
    ("pon las ejecuciones de t-3 en 12", DUE, {"runs": 12}),
    ("aumenta el número de ejecuciones de No fee waiver a 20", FEE, {"runs": 20}),
    ("dale 8 ejecuciones a t-2", FEE, {"runs": 8}),
    ("cambia el umbral de t-3 a 0,6", DUE, {"threshold": 0.6}),
    ("cambia las ejecuciones a 6", LAST, {"runs": 6}),
    ("把t-3的运行次数设为12", DUE, {"runs": 12}),
    ("将No fee waiver的运行次数改为20", FEE, {"runs": 20}),
    ("给t-2 8次运行", FEE, {"runs": 8}),
    ("把t-3的阈值改为0.6", DUE, {"threshold": 0.6}),
    ("把运行次数改成6", LAST, {"runs": 6}),
    ("t-3の実行回数を12にして", DUE, {"runs": 12}),
    ("No fee waiverの実行回数を20に変更して", FEE, {"runs": 20}),
    ("t-3の閾値を0.6に設定して", DUE, {"threshold": 0.6}),
    ("実行回数を6に変更して", LAST, {"runs": 6}),
]
WORDINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("change the first message of the due date draft to: Run all tests", DUE, {"situation": "Run all tests"}),
    ("change the first message of t-2 to Run all tests", FEE, {"situation": "Run all tests"}),
    ('change the first message to "accept it"', LAST, {"situation": "accept it"}),
    ("set the situation of No fee waiver to: I want my fee back", FEE, {"situation": "I want my fee back"}),
    ("change the name of the due date draft to Due dates", DUE, {"name": "Due dates"}),
    ("Ändere die erste Nachricht von t-3 zu: Starte alle Tests", DUE, {"situation": "Starte alle Tests"}),
    ("Change le premier message de t-3 en : Lance tous les tests", DUE, {"situation": "Lance tous les tests"}),
    ("Cambia el primer mensaje de t-3 a: Ejecuta todas las pruebas", DUE, {"situation": "Ejecuta todas las pruebas"}),
    ("把t-3的第一条消息改为：运行所有测试", DUE, {"situation": "运行所有测试"}),
    ("t-3の最初のメッセージを「全テストを実行」に変更して", DUE, {"situation": "全テストを実行"}),
]


@pytest.mark.parametrize(("message", "test", "changed"), [*SETTINGS, *WORDINGS])
def test_an_order_changes_what_it_names_and_nothing_else(message: str, test: str, changed: dict[str, Any]) -> None:
    (call,) = library(message).calls
    assert (call.tool, call.arguments) == ("revise_draft", {"test": test, **changed})


@pytest.mark.parametrize(
    ("message", "tool"),
    [
        ("run t-3 20 times", "dry_run"),
        ("dry-run t-2 with 5 runs", "dry_run"),
        ("are 20 runs enough?", "plan_runs"),
        ("amend t-1: 12 runs, because it is flaky", "amend_test"),
        ("Never calls waive_fee, 8 runs", "draft_test"),
        ("the reader asks to renew; renew_loan must be called; 20 runs", "draft_test"),
        ("set the runs of the unicorn draft to 5", "ask"),
    ],
)
def test_other_messages_with_numbers_stay_what_they_were(message: str, tool: str) -> None:
    assert library(message).calls[0].tool == tool


@pytest.mark.parametrize(
    "message",
    [
        "set the runs of Holds block renewal to 12",
        "Setze die Läufe von t-1 auf 12",
        "mets les exécutions de t-1 à 12",
        "pon las ejecuciones de t-1 en 12",
        "把t-1的运行次数设为12",
        "t-1の実行回数を12にして",
        "change the first message of Holds block renewal to: hi",
    ],
)
def test_an_accepted_test_never_changes_and_amend_is_offered(message: str) -> None:
    (call,) = library(message).calls
    assert call.tool == "decline"
    assert "“Holds block renewal”" in str(call.arguments["alternatives"])


@pytest.mark.parametrize(
    ("message", "said"), [("set the threshold of No fee waiver to 0.8", "16"), ("set the runs of t-2 to 0", "0")]
)
def test_what_cannot_be_met_is_refused_with_what_works(message: str, said: str) -> None:
    (call,) = library(message).calls
    assert call.tool == "decline"
    assert said in f"{call.arguments['reason']} {call.arguments['alternatives']}"


def test_both_tests_that_are_named_change() -> None:
    calls = library("set the runs of t-2 and t-4 to 6").calls
    assert [call.arguments for call in calls] == [{"test": "t-2", "runs": 6}, {"test": "t-4", "runs": 6}]


@pytest.mark.parametrize(("spoken_of", "tool"), [("t-3", "revise_draft"), ("t-1", "ask")])
def test_it_is_the_test_talked_about_last_and_of_two_one_is_asked(spoken_of: str, tool: str) -> None:
    (call,) = library("make it 10 runs", spoken_of=spoken_of).calls
    assert call.tool == tool
    assert call.arguments.get("test") in (None, "t-3")


def test_a_test_that_the_message_before_names_is_it() -> None:
    (call,) = library("make it 10 runs", Previous(message="what about No fee waiver?")).calls
    assert call.arguments == {"test": "t-2", "runs": 10}

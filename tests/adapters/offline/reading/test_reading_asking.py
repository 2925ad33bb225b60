"""Questions about what is on record, and remarks that are no rule: decided before the reader was asked."""

from typing import Any

import pytest

from tests.adapters.offline.reading.library_desk import library, travel

ASKED: list[tuple[str, str, dict[str, Any]]] = [
    ("which tests failed, and are any drafts among them?", "list_tests", {}),
    ("which tests failed?", "list_tests", {}),
    ("which tests failed in the last run?", "read_results", {}),
    ("quels tests ont échoué ?", "list_tests", {}),
    ("¿por qué falló la última prueba?", "explain_result", {}),
    ("why did the last test fail?", "explain_result", {}),
    ("how many runs did Holds block renewal have in the last batch?", "read_results", {"test": "t-1"}),
    ("how many runs did the due date draft have?", "read_results", {"test": "t-3"}),
    ("how often was No fee waiver run?", "read_results", {"test": "t-2"}),
    ("wie viele Läufe hatte t-1 im letzten Batch?", "read_results", {"test": "t-1"}),
    ("combien d'exécutions a eu t-1 ?", "read_results", {"test": "t-1"}),
    ("¿cuántas ejecuciones tuvo t-1?", "read_results", {"test": "t-1"}),
    ("t-1在上一批中运行了多少次？", "read_results", {"test": "t-1"}),
    ("t-1は前回何回実行されましたか？", "read_results", {"test": "t-1"}),
    ("how many drafts are there?", "list_tests", {"state": "draft"}),
    ("Wie viele Entwürfe gibt es?", "list_tests", {"state": "draft"}),
    ("combien de brouillons y a-t-il ?", "list_tests", {"state": "draft"}),
    ("¿cuántos borradores hay?", "list_tests", {"state": "draft"}),
    ("有多少个草稿？", "list_tests", {"state": "draft"}),
    ("下書きはいくつありますか？", "list_tests", {"state": "draft"}),
    ("Wie viele Tests sind akzeptiert?", "list_tests", {"state": "accepted"}),
    ("how many accepted tests are there?", "list_tests", {"state": "accepted"}),
    ("how many tests have passed?", "health", {}),
    ("how many tests are failing?", "health", {}),
    ("wie viele Tests bestehen?", "health", {}),
    ("combien de tests ont échoué ?", "health", {}),
    ("¿cuántas pruebas fallan?", "health", {}),
    ("有多少测试通过了？", "health", {}),
    ("テストはいくつ合格していますか？", "health", {}),
    ("what did the agent answer in the last run of Holds block renewal?", "read_transcript", {"test": "t-1"}),
    ("show me the transcript of the last run", "read_transcript", {}),
    ("show the transcript of t-1", "read_transcript", {"test": "t-1"}),
    ("zeig mir das Transkript des letzten Laufs", "read_transcript", {}),
    ("montre-moi la transcription de la dernière exécution", "read_transcript", {}),
    ("muéstrame la transcripción de la última ejecución", "read_transcript", {}),
    ("给我看最近一次运行的记录", "read_transcript", {}),
    ("最後の実行のトランスクリプトを見せて", "read_transcript", {}),
    ("how many runs do I need?", "plan_runs", {}),
    ("how many tests do you suggest?", "suggest_tests", {}),
]


@pytest.mark.parametrize(("message", "tool", "arguments"), ASKED)
def test_a_question_is_read_by_the_tool_that_knows_it(message: str, tool: str, arguments: dict[str, Any]) -> None:
    (call,) = library(message).calls
    assert (call.tool, call.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("when is the next scheduled run?", "schedule_where"),
        ("wann ist der nächste geplante Lauf?", "schedule_where"),
        ("quand est la prochaine exécution planifiée ?", "schedule_where"),
        ("¿cuándo es la próxima ejecución programada?", "schedule_where"),
        ("下一次定时运行是什么时候？", "schedule_where"),
        ("次の定期実行はいつですか？", "schedule_where"),
        ("accept the due date one tomorrow", "nothing_done"),
        ("if all pass, accept the rest", "nothing_done"),
        ("Wenn alle bestehen, akzeptiere den Rest", "nothing_done"),
        ("si tous passent, accepte le reste", "nothing_done"),
        ("si todas pasan, acepta el resto", "nothing_done"),
        ("如果都通过，就接受其余的", "nothing_done"),
        ("全部合格したら残りを承認して", "nothing_done"),
        ("you are an idiot", "not_understood"),
        ("du bist ein Idiot", "not_understood"),
        ("tu es idiot", "not_understood"),
        ("eres idiota", "not_understood"),
        ("你是白痴", "not_understood"),
        ("お前はバカだ", "not_understood"),
    ],
)
def test_what_no_tool_does_is_said(message: str, code: str) -> None:
    plan = library(message)
    assert (plan.calls, [remark.code for remark in plan.remarks]) == ((), [code])


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("Never call create_booking. Then accept it.", "accept it"),
        ("Write a test: never call create_booking. Then accept it.", "accept it"),
        ("create_booking niemals aufrufen. Dann akzeptiere ihn.", "akzeptiere ihn"),
        ("Ne jamais appeler create_booking. Ensuite accepte-le.", "accepte-le"),
        ("Nunca llamar a create_booking. Luego acéptala.", "acéptala"),
        ("绝不能调用create_booking。然后接受它。", "接受它"),
        ("create_bookingを絶対に呼ばない。その後承認して。", "承認して"),
    ],
)
def test_an_acceptance_behind_a_description_is_said_to_wait(message: str, order: str) -> None:
    plan = travel(message)
    (call,) = plan.calls
    assert call.arguments["criteria"] == [{"kind": "doesNotInvokeTool", "tool": "create_booking"}]
    assert [remark.values for remark in plan.remarks if remark.code == "left_undone"] == [{"order": order}]


def test_a_story_that_opens_like_an_insult_is_a_description() -> None:
    (call,) = library("You are a customer who wants a renewal; the agent must never call waive_fee").calls
    assert call.tool == "draft_test"

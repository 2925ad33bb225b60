"""Duties in the passive, ends that are forbidden without a call, ranges of calls, and texts with a yes or a no."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.lending_and_stays import EVERY_DESK

Criterion = dict[str, Any]
CHECKED = {"kind": "invokesTool", "tool": "check_loan_status"}
CHECKED_FIRST = {**CHECKED, "before": "renew_loan"}
READ_FIRST = {"kind": "invokesTool", "tool": "get_booking", "before": "cancel_booking"}
CONFIRMED = {"kind": "invokesTool", "tool": "send_confirmation"}
TWO_TO_FOUR = {"kind": "invokesTool", "tool": "search_rooms", "times": {"at_least": 2, "at_most": 4}}


def drafted(desk: str, message: str) -> dict[str, Any]:
    (call,) = read(message, EVERY_DESK[desk]).calls
    assert call.tool == "draft_test", call
    return dict(call.arguments)


@pytest.mark.parametrize(
    ("desk", "message", "wanted"),
    [
        ("library", "Vor dem Verlängern muss der Status geprüft werden.", CHECKED_FIRST),
        ("library", "Vor der Verlängerung ist der Status zu prüfen.", CHECKED_FIRST),
        ("library", "Der Status muss geprüft werden.", CHECKED),
        ("library", "Avant de prolonger, le statut doit être vérifié.", CHECKED_FIRST),
        ("library", "Antes de renovar hay que comprobar el estado.", CHECKED_FIRST),
        ("library", "Antes de la renovación se debe comprobar el estado del préstamo.", CHECKED_FIRST),
        ("library", "Se debe comprobar el estado.", CHECKED),
        ("stays", "キャンセルの前に予約を読まなければならない。", READ_FIRST),
        ("stays", "取消之前必须读取预订", READ_FIRST),
        ("stays", "取消前要先查看预订", READ_FIRST),
        ("stays", "Avant l'annulation, la réservation doit être lue.", READ_FIRST),
    ],
)
def test_a_duty_is_no_question_about_results(desk: str, message: str, wanted: Criterion) -> None:
    assert drafted(desk, message)["criteria"] == [wanted]


@pytest.mark.parametrize(
    "message",
    [
        "It must not end without having called send_confirmation.",
        "Der Agent darf nicht enden, ohne send_confirmation aufgerufen zu haben.",
        "L'agent ne doit pas terminer sans avoir appelé send_confirmation.",
        "El agente no debe terminar sin haber llamado a send_confirmation.",
        "不能在没有调用 send_confirmation 的情况下结束",
        "send_confirmation を呼ばずに終了してはいけない",
    ],
)
def test_no_end_without_a_call_asks_for_it(message: str) -> None:
    assert drafted("stays", message)["criteria"] == [CONFIRMED]


@pytest.mark.parametrize(
    "message",
    [
        "at least 2 but no more than 4 search_rooms calls",
        "between 2 and 4 calls of search_rooms",
        "Der Agent muss zwischen 2 und 4 Mal nach Zimmern suchen.",
        "L'agent doit chercher une chambre entre 2 et 4 fois.",
        "El agente debe buscar habitaciones entre 2 y 4 veces.",
        "必须搜索房间2到4次。",
        "空室検索は2〜4回行うこと。",
    ],
)
def test_a_range_of_calls_is_no_value_and_no_number_of_runs(message: str) -> None:
    found = drafted("stays", message)
    assert found["criteria"] == [TWO_TO_FOUR]
    assert found.get("runs") is None


def test_a_value_beside_a_range_is_kept() -> None:
    criteria = drafted("stays", "searches for 3 nights, between 2 and 4 times")["criteria"]
    assert {
        "kind": "toolParametersContain",
        "tool": "search_rooms",
        "parameters": {"nights": {"equals": "3"}},
    } in criteria
    assert TWO_TO_FOUR in criteria


@pytest.mark.parametrize(
    ("message", "wanted", "banned"),
    [
        ('In the answer: "breakfast" yes, "lunch" no', "breakfast", "lunch"),
        ('Answer: "lunch" no, "breakfast" yes', "breakfast", "lunch"),
        ('In der Antwort: "Frühstück" ja, "Mittag" nein', "Frühstück", "Mittag"),
        ('Dans la réponse : "petit-déjeuner" oui, "midi" non', "petit-déjeuner", "midi"),
        ('En la respuesta: "desayuno" sí, "cena" no', "desayuno", "cena"),
        ("回答里：「早餐」要，「午餐」不要", "早餐", "午餐"),
        ("回答：「朝食」あり、「昼食」なし", "朝食", "昼食"),
    ],
)
def test_texts_with_a_yes_and_a_no(message: str, wanted: str, banned: str) -> None:
    criteria = drafted("stays", message)["criteria"]
    assert {"kind": "answerContains", "texts": [wanted]} in criteria
    assert {"kind": "answerDoesNotContain", "texts": [banned]} in criteria
    assert len(criteria) == 2

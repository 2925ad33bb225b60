"""What the agent must not do is no command that is forbidden, and a command put off is none that is ordered."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.lexicon import table
from tests.adapters.offline.reading.desks import called, criteria
from tests.adapters.offline.reading.ordering import meant

NO_WRITE = {"kind": "doesNotInvokeTool", "effect": "write"}
DUTIES: list[tuple[str, list[dict[str, Any]]]] = [
    ("It must not change anything", [NO_WRITE]),
    ("It must answer without changing anything.", [NO_WRITE]),
    ("read only: it must look up B-7 and must not change anything", [called("find_booking"), NO_WRITE]),
    ("must not change anything, must find the booking", [called("find_booking"), NO_WRITE]),
]
PUT_OFF = [
    "run all, but not today",
    "accept it, but not yet",
    "discard it - not now",
    "it must not be run yet",
    "alle Tests starten, aber noch nicht",
    "lance tous les tests, mais pas maintenant",
    "ejecuta todas las pruebas, pero no hoy",
    "Run all tests, but only tomorrow.",
    "Run all tests tonight.",
    "run all later",
    "Dry-run it next week.",
    "dry-run it in two hours",
    "cancel the run in 5 minutes",
    "Accept it tomorrow.",
    "Lass alle Tests laufen, aber erst morgen.",
    "Starte alle Tests heute Abend.",
    "Lösche den Entwurf morgen, nicht heute.",
    "Lance tous les tests, mais seulement demain.",
    "Ejecuta todas las pruebas, pero mañana.",
    "明天再运行所有测试。",
    "明日すべてのテストを実行してください。",
]
STILL_ORDERED = [
    ("run all, not just the first", "run_tests"),
    ("run all, but not t-3", "run_tests t-4"),
    ("don't wait, run all", "run_tests"),
    ("it may take a while, run all", "run_tests"),
    ("run it now, not tomorrow", "dry_run t-2"),
    ("Run all now, and later accept it", "run_tests"),
    ("Guten Morgen, starte alle Tests", "run_tests"),
    ("run all every day at 6:00", "schedule_daily"),
    ("Run 'Query after compare' now", "run_tests t-3"),
]


@pytest.mark.parametrize(("message", "expected"), DUTIES)
def test_what_the_agent_must_not_do_is_a_test(message: str, expected: list[dict[str, Any]]) -> None:
    assert criteria("hotel", message) == expected


@pytest.mark.parametrize("message", PUT_OFF)
def test_what_is_put_off_is_not_done(message: str) -> None:
    assert meant(message) == "say:nothing_done"


@pytest.mark.parametrize(("message", "expected"), STILL_ORDERED)
def test_what_is_ordered_is_done(message: str, expected: str) -> None:
    assert meant(message) == expected


@pytest.mark.parametrize("language", table("orders"))
@pytest.mark.parametrize("command", ["run", "dry_run", "experiment"])
def test_no_card_is_promised_for_what_is_free(language: str, command: str) -> None:
    """Within the free allowance these start at a word."""
    free = {"en": "free", "de": "frei", "fr": "libre", "es": "libre", "zh": "免费", "ja": "無料"}
    assert free[language] in table("orders")[language]["phrases"][command]

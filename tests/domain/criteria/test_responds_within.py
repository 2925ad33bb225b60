from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.criteria.responds_within import RespondsWithin
from optimize.domain.transcript import Transcript

TALK = ["One.", {"user": "And?"}, "Two.", {"user": "And?"}, "Three."]

CASES: dict[str, tuple[dict[str, Any], list[Any], tuple[float, ...], bool, list[str]]] = {
    "in time": ({}, ["Hi."], (4_000,), True, ["The answer took 4 s; allowed were 5 s."]),
    "too late": ({}, ["Hi."], (6_300,), False, ["The answer took 6.3 s; allowed were only 5 s."]),
    "exactly": ({}, ["Hi."], (5_000,), True, []),
    "one millisecond late": ({}, ["Hi."], (5_001,), False, ["5.001 s"]),
    "a fraction of a millisecond is no lateness": ({}, ["Hi."], (5_000.3,), True, ["took 5 s"]),
    "at once": ({}, ["Hi."], (0,), True, ["took 0 s"]),
    "every turn, all in time": ({}, TALK, (1_000, 4_900, 2_000), True, ["The slowest turn, 2 of 3, took 4.9 s"]),
    "every turn, first late": ({}, TALK, (9_000, 1_000, 1_000), False, ["turn, 1 of 3, took 9 s"]),
    "every turn, last late": ({}, TALK, (1_000, 1_000, 7_000), False, ["turn, 3 of 3"]),
    "final, in time": ({"of": "final"}, TALK, (9_000, 9_000, 1_000), True, ["The last turn took 1 s"]),
    "final, late": ({"of": "final"}, TALK, (1_000, 1_000, 5_500), False, ["The last turn took 5.5 s"]),
    "final, only turn": ({"of": "final"}, ["Hi."], (1_000,), True, ["The answer took"]),
    "total, in time": ({"of": "total"}, TALK, (1_000, 1_000, 3_000), True, ["The whole conversation took 5 s"]),
    "total, late": ({"of": "total"}, TALK, (2_000, 2_000, 2_000), False, ["took 6 s"]),
    "total, of many small parts": ({"of": "total", "seconds": 0.3}, TALK, (100.0, 100.0, 100.0), True, ["0.3 s"]),
    "small limit": ({"seconds": 0.05}, ["Hi."], (51,), False, ["0.051 s", "0.05 s"]),
    "large limit": ({"seconds": 86_400}, ["Hi."], (86_400_000,), True, []),
    "no answer": ({}, [], (10,), False, ["The agent gave no answer."]),
    "blank answer": ({}, [" "], (10,), False, ["The agent gave no answer."]),
    "fast, but silent in the end": ({"of": "total"}, ["Hi.", {"user": "?"}, ""], (1, 1), False, ["no answer"]),
    "not timed": ({}, ["Hi."], (), False, ["No turn was timed."]),
}


@pytest.mark.parametrize(("parameters", "events", "turn_ms", "holds", "reasons"), CASES.values(), ids=CASES)
def test_verdict(
    told: Callable[..., Transcript],
    parameters: dict[str, Any],
    events: list[Any],
    turn_ms: tuple[float, ...],
    holds: bool,
    reasons: list[str],
) -> None:
    verdict = RespondsWithin.model_validate({"seconds": 5, **parameters}).check(told(*events, turn_ms=turn_ms))

    assert verdict.passed is holds, verdict.reason
    assert all(reason in verdict.reason for reason in reasons), verdict.reason


def test_the_slow_turn_is_cited(told: Callable[..., Transcript]) -> None:
    verdict = RespondsWithin(seconds=5).check(told(*TALK, turn_ms=(1_000, 9_000, 1_000)))

    assert [citation.event for citation in verdict.citations] == [3]


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": "5"},
        {"seconds": True},
        {"seconds": None},
        {"seconds": 10**9},
        {"seconds": 10**400},
        {"seconds": 5, "of": "first"},
        {"seconds": 5, "turns": 1},
    ],
    ids=["nothing", "0", "-1", "NaN", "inf", "text", "true", "null", "years", "huge", "unknown of", "unknown"],
)
def test_refused_when_written(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        RespondsWithin.model_validate(parameters)


def test_sentence() -> None:
    assert RespondsWithin(seconds=2.5).sentence() == "The agent answers within 2.5 s in each turn."
    assert (
        RespondsWithin(seconds=60, of="total").sentence() == "The agent answers within 60 s in the whole conversation."
    )

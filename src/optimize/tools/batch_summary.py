"""How a batch is told to the model: counts and, per criterion, k of n with its lower bound."""

from typing import Any

from optimize.application.told import batch_label
from optimize.application.views import BatchView, Paused, TestInBatch
from optimize.domain.statistics.interval import floor_digits


def batch_data(view: BatchView, *, test: str | None = None) -> dict[str, Any]:
    return {
        "batch": {
            "id": view.id,
            "kind": view.kind,
            "state": view.state,
            "verdict": view.verdict.value,
            "version_number": view.version_number,
            "exploratory_reason": view.exploratory_reason,
            "counts": view.counts.model_dump(),
            "cost": view.cost.model_dump(mode="json"),
        },
        "tests": [_test(shown) for shown in view.tests if test is None or shown.test == test],
    }


def named(view: BatchView) -> str:
    """What a person calls the batch: its id says nothing to anybody."""
    return batch_label(view.kind, view.created_at, [test.name for test in view.tests])


def waits(paused: Paused) -> str:
    """Until when the batch waits, and why, in a sentence."""
    return f"Paused until {paused.until:%Y-%m-%d %H:%M} UTC: {paused.why}"


def _test(shown: TestInBatch) -> dict[str, Any]:
    return {
        "test": shown.test,
        "name": shown.name,
        "verdict": shown.verdict.value,
        "criteria": [
            {
                "kind": result.kind,
                "k": result.k,
                "n": result.n,
                "planned": result.planned,
                "must_pass": result.must_pass,
                "lower": None if result.lower is None else floor_digits(result.lower, 4),
                "verdict": result.verdict.value,
            }
            for result in shown.criteria
        ],
    }

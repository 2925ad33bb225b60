"""Tools whose data already holds sentences that are ready to be said."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.turn import Told

TOOLS = ("plan_runs", "health", "compare_runs", "run_experiment", "run_script")
_MOST_ROWS = 12


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del say, context
    data = told.data
    estimate = data.get("estimate")
    found = [
        *data.get("sentences", []),
        data.get("sentence"),
        estimate.get("sentence") if isinstance(estimate, dict) else None,
    ]
    said = [str(sentence) for sentence in found if sentence] or [told.summary]
    return said + [_row(row) for row in data.get("rows", [])[:_MOST_ROWS]]


def _row(row: dict[str, Any]) -> str:
    sides = ", ".join(f"{side} {_counts(row[side])}" for side in ("a", "b") if row.get(side))
    return f"- {row.get('name', '')}: {row.get('criterion', '')} {sides}"


def _counts(side: dict[str, Any]) -> str:
    return f"{side['k']}/{side['n']}" if side.get("n") else "–"

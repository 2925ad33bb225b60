"""How a comparison is told to the model: per criterion k of n on both sides, the difference and what it amounts to."""

from collections.abc import Sequence
from typing import Any

from optimize.application.comparison import ComparedRow


def rows_data(rows: Sequence[ComparedRow]) -> list[dict[str, Any]]:
    return [_row(row) for row in rows]


def _row(row: ComparedRow) -> dict[str, Any]:
    return {
        "test": row.test,
        "name": row.name,
        "criterion": row.sentence,
        "a": row.a.model_dump(include={"k", "n", "lower"}),
        "b": row.b.model_dump(include={"k", "n", "lower"}),
        "difference": row.difference,
        "between": None if row.low is None else [row.low, row.high],
        "verdict": row.verdict,
        "hint": row.hint,
        "runs_needed": row.runs_needed,
        "separation": row.separation,
    }

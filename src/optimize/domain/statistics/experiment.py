"""The verdicts of an experiment: which rows improved, regressed, or show no detectable difference.

A row is one criterion of one test under the current and under the changed setup. Runs of different tests are never
pooled, and run i of one setup is no partner of run i of the other.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from optimize.domain.statistics.permutation import permutation_p
from optimize.domain.statistics.score_test import ALPHA, can_differ, exact_p

RowVerdict = Literal["improved", "regressed", "no_detectable_difference"]
Hint = Literal["too_few_to_tell", "borderline"]


class Row(NamedTuple):
    """One row before the correction. `change`: changed minus current rate or mean; None if a side has no runs."""

    p: float
    can_differ: bool
    change: float | None


class RowOutcome(NamedTuple):
    """One row after the correction; `hint` explains a "no detectable difference" and is no verdict."""

    p: float
    p_adjusted: float
    can_differ: bool
    verdict: RowVerdict
    hint: Hint | None


def row_of_counts(passes_current: int, runs_current: int, passes_changed: int, runs_changed: int) -> Row:
    """A row whose runs pass or fail."""
    p = exact_p(passes_current, runs_current, passes_changed, runs_changed)
    if not (runs_current and runs_changed):
        return Row(p, can_differ=False, change=None)
    return Row(
        p,
        can_differ(passes_current, runs_current, passes_changed, runs_changed),
        passes_changed / runs_changed - passes_current / runs_current,
    )


def row_of_scores(current: Sequence[float], changed: Sequence[float]) -> Row:
    """A row whose runs have scores in [0, 1], such as a fraction of expected behaviours met."""
    p = permutation_p(current, changed)
    if not (current and changed):
        return Row(p, can_differ=False, change=None)
    return Row(p, len({*current, *changed}) > 1, sum(changed) / len(changed) - sum(current) / len(current))


def benjamini_hochberg(ps: Sequence[float]) -> list[float]:
    """Adjusted p-values, in the given order (Benjamini & Hochberg 1995): of the rows at or below α, at most a share α
    is false on average. p₍ᵢ₎·m/i, made monotone from the largest down, at most 1."""
    order = sorted(range(len(ps)), key=ps.__getitem__, reverse=True)
    adjusted = [1.0] * len(ps)
    smallest = 1.0
    for rank, index in zip(range(len(ps), 0, -1), order, strict=True):
        smallest = min(smallest, ps[index] * len(ps) / rank)
        adjusted[index] = smallest
    return adjusted


def verdicts(rows: Sequence[Row], alpha: float = ALPHA) -> list[RowOutcome]:
    """The verdict of each row, in order, corrected over the rows that can differ.

    Adjusted p <= alpha: improved or regressed, by the sign of the change. Rows that cannot differ have adjusted p 1
    and the hint `too_few_to_tell`; rows that would count on their own but not among the others are `borderline`.
    """
    adjusted = iter(benjamini_hochberg([row.p for row in rows if row.can_differ]))
    return [_outcome(row, next(adjusted) if row.can_differ else 1.0, alpha) for row in rows]


def _outcome(row: Row, p_adjusted: float, alpha: float) -> RowOutcome:
    return RowOutcome(
        row.p, p_adjusted, row.can_differ, _verdict(row, p_adjusted, alpha), _hint(row, p_adjusted, alpha)
    )


def _verdict(row: Row, p_adjusted: float, alpha: float) -> RowVerdict:
    if not row.change or p_adjusted > alpha:
        return "no_detectable_difference"
    return "improved" if row.change > 0 else "regressed"


def _hint(row: Row, p_adjusted: float, alpha: float) -> Hint | None:
    if not row.can_differ:
        return "too_few_to_tell"
    return "borderline" if row.p <= alpha < p_adjusted else None

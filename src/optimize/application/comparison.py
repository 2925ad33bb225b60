"""Two sides of the same tests, criterion by criterion: what differs, how sure that is, how many runs would tell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from optimize.application.results import BatchResults, asks_the_same
from optimize.application.views import View
from optimize.domain.acceptance_test import TestBody
from optimize.domain.result import CriterionResult
from optimize.domain.statistics.difference import miettinen_nurminen
from optimize.domain.statistics.experiment import (
    Hint,
    Row,
    RowOutcome,
    RowVerdict,
    row_of_counts,
    row_of_scores,
    verdicts,
)
from optimize.domain.statistics.interval import ceil_digits, floor_digits
from optimize.domain.statistics.separation import row_alpha, runs_needed
from optimize.domain.statistics.separation_sentences import runs_needed_sentence

WORDS: dict[RowVerdict, str] = {
    "improved": "improved",
    "regressed": "regressed",
    "no_detectable_difference": "no detectable difference",
}
_FINEST = 4


class ComparedSide(View):
    """k of n runs passed; `score` is the mean of a scored criterion."""

    k: int
    n: int
    planned: int
    lower: float | None
    score: float | None


class ComparedRow(View):
    """One criterion of one test. `difference` is b - a in pass rate (or mean score), as a share, None without runs.

    `low` and `high` are its Miettinen-Nurminen 95 % interval, for this row alone; `verdict` is corrected over all rows
    (Benjamini-Hochberg), and None while there is no result on both sides.
    """

    test: str
    name: str
    criterion: int
    kind: str
    sentence: str
    a: ComparedSide
    b: ComparedSide
    difference: float | None
    low: float | None
    high: float | None
    verdict: RowVerdict | None
    hint: Hint | None
    p: float | None
    p_adjusted: float | None
    runs_needed: int | None
    """Runs per side that would tell them apart; None if no number up to 200 does, or nothing differs."""
    separation: str | None
    """The same as a sentence; None for scored criteria."""

    def undecided(self) -> "ComparedRow":
        """The same counts without a verdict: to look before all runs are over would find differences too often."""
        nothing = dict.fromkeys(("verdict", "hint", "p", "p_adjusted", "runs_needed", "separation"))
        return self.model_copy(update=nothing)


class Side(NamedTuple):
    """One test on one side: as it was when it ran, and where its results are."""

    body: TestBody
    results: BatchResults


class _Pair(NamedTuple):
    test: str
    body: TestBody
    a: CriterionResult
    b: CriterionResult
    row: Row


def sides_of(results: Mapping[str, BatchResults]) -> dict[str, Side]:
    """Tests by id, with what their newest results say about them; those of which nothing is known are left out."""
    sides = {test: Side(found.batch.tests[test], found) for test, found in results.items()}
    return {test: side for test, side in sides.items() if any(result.n for result in _criteria(test, side))}


def compared(a: Mapping[str, Side], b: Mapping[str, Side]) -> list[ComparedRow]:
    """A row for each criterion of each test that stands on both sides and asks the same there."""
    pairs = [
        pair
        for test, side in a.items()
        if test in b and asks_the_same(side.body, b[test].body)
        for pair in _pairs(test, side, b[test])
    ]
    outcomes = verdicts([pair.row for pair in pairs])
    able = sum(outcome.can_differ for outcome in outcomes)
    flagged = sum(outcome.verdict != "no_detectable_difference" for outcome in outcomes)
    return [_compared(pair, outcome, able, flagged) for pair, outcome in zip(pairs, outcomes, strict=True)]


def counted_verdicts(rows: Sequence[ComparedRow]) -> str:
    """For example `1 regressed, 2 no detectable difference`."""
    counts = Counter("no result" if row.verdict is None else WORDS[row.verdict] for row in rows)
    return ", ".join(f"{counts[word]} {word}" for word in [*WORDS.values(), "no result"] if counts[word])


def _criteria(test: str, side: Side) -> list[CriterionResult]:
    return side.results.test(test).criteria


def _pairs(test: str, a: Side, b: Side) -> list[_Pair]:
    pairs = zip(_criteria(test, a), _criteria(test, b), strict=True)
    return [_Pair(test, b.body, left, right, _row(test, left, a, right, b)) for left, right in pairs]


def _row(test: str, left: CriterionResult, a: Side, right: CriterionResult, b: Side) -> Row:
    if a.body.criteria[left.criterion].scored:
        return row_of_scores(a.results.scores(test, left.criterion), b.results.scores(test, right.criterion))
    return row_of_counts(left.k, left.n, right.k, right.n)


def _compared(pair: _Pair, outcome: RowOutcome, able: int, flagged: int) -> ComparedRow:
    a, b, known = pair.a, pair.b, pair.row.change is not None
    criterion = pair.body.criteria[a.criterion]
    needed = None if criterion.scored else _needed(a, b, row_alpha(able + (not outcome.can_differ), flagged))
    interval = miettinen_nurminen(b.k, b.n, a.k, a.n) if known and not criterion.scored else None
    return ComparedRow(
        test=pair.test,
        name=pair.body.name,
        criterion=a.criterion,
        kind=a.kind,
        sentence=criterion.sentence(),
        a=_side(a),
        b=_side(b),
        difference=None if pair.row.change is None else round(pair.row.change, _FINEST),
        low=floor_digits(interval.lower, _FINEST) if interval else None,
        high=ceil_digits(interval.upper, _FINEST) if interval else None,
        verdict=outcome.verdict if known else None,
        hint=outcome.hint if known else None,
        p=outcome.p,
        p_adjusted=outcome.p_adjusted,
        runs_needed=needed[0] if needed else None,
        separation=needed[1] if needed else None,
    )


def _needed(a: CriterionResult, b: CriterionResult, alpha: float) -> tuple[int | None, str]:
    needed = runs_needed(a.k, a.n, b.k, b.n, alpha)
    # Taken as (k + ½)/(n + 1), like everywhere in this question: 10 of 10 is not 100 %.
    return needed.runs, runs_needed_sentence(needed, min(a.n, b.n), (a.k + 0.5) / (a.n + 1))


def _side(result: CriterionResult) -> ComparedSide:
    lower = None if result.lower is None else floor_digits(result.lower, _FINEST)
    return ComparedSide(k=result.k, n=result.n, planned=result.planned, lower=lower, score=result.score)

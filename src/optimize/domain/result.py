"""A criterion over all runs of a batch, and a test over all its criteria."""

import math
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from optimize.domain.criteria.base import CriterionBase
from optimize.domain.pass_rule import PassRule
from optimize.domain.statistics.composite import composite_decided
from optimize.domain.statistics.interval import wilson
from optimize.domain.statistics.stopping import decided
from optimize.domain.verdict import Outcome, Verdict


class ResultOutcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    INCOMPLETE = "incomplete"
    NO_RESULT = "no_result"


class Reason(BaseModel):
    """A recorded reason, with how many runs gave it and which."""

    model_config = ConfigDict(frozen=True)

    outcome: Outcome
    text: str
    count: int
    runs: tuple[str, ...]


class CriterionResult(BaseModel):
    """k of n runs passed; `lower` is the Wilson 95 % lower bound (None while n = 0).

    A scored criterion has the mean of its run scores in `score`, and `lower` is the bound with k = Σ scores.

    A run that could not run or could not be judged never shrinks n: it stands in `planned` and makes the result
    incomplete unless the rest already decides. So does a dry run with too few runs to decide anything.
    """

    model_config = ConfigDict(frozen=True)

    criterion: int
    kind: str
    k: int
    n: int
    planned: int
    score: float | None = None
    lower: float | None
    threshold: float | None
    must_pass: int
    verdict: ResultOutcome
    reasons: tuple[Reason, ...]


def criterion_result(
    index: int, criterion: CriterionBase, rule: PassRule, verdicts: Sequence[tuple[str, Verdict]], *, final: bool
) -> CriterionResult:
    """The result of one criterion from its `(run id, verdict)` pairs. `final`: no more verdicts will come."""
    judged = [verdict for _, verdict in verdicts if verdict.outcome is not Outcome.COULD_NOT_JUDGE]
    k, n = sum(verdict.passed for verdict in judged), len(judged)
    scores = [score_of(verdict) for verdict in judged] if criterion.scored else None
    total = math.fsum(scores) if scores is not None else k
    return CriterionResult(
        criterion=index,
        kind=criterion.kind,
        k=k,
        n=n,
        planned=rule.runs,
        score=total / n if scores else None,
        lower=wilson(total, n).lower if n else None,
        threshold=rule.threshold,
        must_pass=rule.must_pass,
        verdict=_verdict(k, n, rule, scores, final=final),
        reasons=_grouped(verdicts),
    )


def score_of(verdict: Verdict) -> float:
    """The score of a run that could be judged; of a criterion without scores, 1 for a pass and 0 for a fail."""
    return float(verdict.passed) if verdict.score is None else verdict.score


def _verdict(k: int, n: int, rule: PassRule, scores: Sequence[float] | None, *, final: bool) -> ResultOutcome:
    if not final:
        return ResultOutcome.NO_RESULT if n == 0 else ResultOutcome.INCOMPLETE
    answer = _decided(k, n, rule, scores)
    if answer is None:
        return ResultOutcome.INCOMPLETE if n else ResultOutcome.NO_RESULT
    return ResultOutcome.PASSED if answer else ResultOutcome.FAILED


def _decided(k: int, n: int, rule: PassRule, scores: Sequence[float] | None) -> bool | None:
    if rule.must_pass > rule.runs:
        return None
    if scores is not None and rule.threshold is not None:
        return composite_decided(scores, rule.runs, rule.threshold)
    return decided(k, n, rule.runs, rule.must_pass)


def _grouped(verdicts: Sequence[tuple[str, Verdict]]) -> tuple[Reason, ...]:
    counts = Counter((verdict.outcome, verdict.reason) for _, verdict in verdicts)
    return tuple(
        Reason(
            outcome=outcome,
            text=text,
            count=count,
            runs=tuple(run for run, verdict in verdicts if (verdict.outcome, verdict.reason) == (outcome, text)),
        )
        for (outcome, text), count in counts.most_common()
    )


def outcome_of(results: Sequence[CriterionResult]) -> ResultOutcome:
    """A test passes only if every criterion does; one failure fails it, whatever else is incomplete."""
    found = {result.verdict for result in results}
    for outcome in (ResultOutcome.FAILED, ResultOutcome.INCOMPLETE, ResultOutcome.NO_RESULT):
        if outcome in found:
            return outcome
    return ResultOutcome.PASSED if found else ResultOutcome.NO_RESULT

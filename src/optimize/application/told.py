"""Results in words, for readers without the page: the command line and exports."""

from collections.abc import Sequence
from datetime import datetime

from optimize.application.views import BatchKind, BatchView, TestInBatch
from optimize.domain.cost import Cost
from optimize.domain.result import CriterionResult, Reason, ResultOutcome
from optimize.domain.statistics.interval import floor_digits
from optimize.domain.verdict import Outcome

OUTCOMES = {
    ResultOutcome.PASSED: "passed",
    ResultOutcome.FAILED: "failed",
    ResultOutcome.INCOMPLETE: "incomplete",
    ResultOutcome.NO_RESULT: "no result",
}


_KINDS: dict[BatchKind, str] = {
    "dry_run": "the dry run",
    "run_all": "Run all",
    "run": "the run",
    "experiment": "the experiment",
    "schedule": "the scheduled run",
}


def batch_label(kind: BatchKind, planned: datetime, tests: Sequence[str]) -> str:
    """`the dry run of “Names a clause” from 2026-11-30 10:32 UTC`: what a person calls a batch."""
    of = f" of “{tests[0]}”" if len(tests) == 1 and kind in ("dry_run", "run") else ""
    return f"{_KINDS[kind]}{of} from {planned:%Y-%m-%d %H:%M} UTC"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def bound(result: CriterionResult) -> str:
    """`≥ 56 %, 5 of 5`; without a counted run there is no share to speak of, so it is `no result`."""
    if result.lower is None:
        return "no result"
    said = f"{at_least(result.lower)}, "
    if result.score is None:
        return f"{said}{result.k} of {result.n}"
    return f"{said}mean {floor_percent(result.score)} % of {result.n}"


def at_least(lower: float) -> str:
    """`≥ 56 %`: a lower bound as people read it, everywhere."""
    return f"≥ {floor_percent(lower)} %"


def floor_percent(share: float) -> int:
    """Rounded down, so that a bound that fails never reads as one that passes."""
    return round(floor_digits(share, 2) * 100)


def spent(cost: Cost) -> str:
    """What was spent, with the calls and tokens it was spent on. A price that is not known is never said as $0."""
    money = "price unknown" if cost.money is None else f"${cost.money.normalize():f}"
    return f"{money} ({counted(cost.calls, 'call')}, {cost.input_tokens + cost.output_tokens:,} tokens)"


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def against(test: TestInBatch, not_run: str | None) -> str:
    """Why the test has not passed, in one sentence; empty if it has. `not_run`: why a run of it could not run."""
    if test.verdict is ResultOutcome.PASSED:
        return ""
    counted_runs = any(result.n for result in test.criteria)
    nothing = "The runs that count do not decide it." if counted_runs else "No run could be counted."
    return _first_reason(test) or not_run or nothing


def _first_reason(test: TestInBatch) -> str | None:
    """The recorded reason that speaks loudest against the test; None if no run gave any."""
    for verdict, outcome in (
        (ResultOutcome.FAILED, Outcome.FAILED),
        (ResultOutcome.INCOMPLETE, Outcome.FAILED),
        (ResultOutcome.INCOMPLETE, Outcome.COULD_NOT_JUDGE),
        (ResultOutcome.NO_RESULT, Outcome.COULD_NOT_JUDGE),
    ):
        for result in test.criteria:
            said = [reason.text for reason in result.reasons if reason.outcome is outcome]
            if result.verdict is verdict and said:
                return said[0]
    return None


def reasons_against(result: CriterionResult) -> list[Reason]:
    """What speaks against a criterion: what failed, then what could not be judged; nothing once it has passed."""
    if result.verdict is ResultOutcome.PASSED:
        return []
    order = (Outcome.FAILED, Outcome.COULD_NOT_JUDGE)
    return [reason for outcome in order for reason in result.reasons if reason.outcome is outcome]


def why_not_run(batch: BatchView) -> dict[str, str]:
    """By test: why runs of it could not run or were cancelled. Tests without such a run are left out."""
    return {test.test: test.why_lost for test in batch.tests if test.why_lost}

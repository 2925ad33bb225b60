"""The table that `optimize run` ends with."""

from datetime import UTC, datetime
from io import StringIO

from rich.console import Console

from optimize.application.views import BatchView, Counts, TestInBatch
from optimize.cli.summary import show
from optimize.domain.cost import Cost
from optimize.domain.result import CriterionResult, Reason, ResultOutcome
from optimize.domain.setup import Setup
from optimize.domain.verdict import Outcome

COUNTS = Counts(planned=9, done=9, passed=0, failed=8, could_not_judge=1, could_not_run=0, running=0, cancelled=0)
LOST = "openai:gone did not answer."


def reason(text: str, count: int, outcome: Outcome = Outcome.FAILED) -> Reason:
    return Reason(outcome=outcome, text=text, count=count, runs=("r",) * count)


def result(verdict: ResultOutcome, *reasons: Reason) -> CriterionResult:
    return CriterionResult(
        criterion=0,
        kind="satisfiesAssertion",
        k=0,
        n=9,
        planned=9,
        lower=0.0,
        threshold=0.5,
        must_pass=8,
        verdict=verdict,
        reasons=reasons,
    )


def told(*criteria: CriterionResult, not_run: str | None = None) -> str:
    failed = ResultOutcome.FAILED
    test = TestInBatch(test="t", name="a test", verdict=failed, counts=COUNTS, criteria=list(criteria))
    batch = BatchView(
        id="b",
        agent="desk",
        kind="run_all",
        state="finished",
        verdict=failed,
        version="v",
        version_number=1,
        setup=Setup(),
        writes="refuse",
        exploratory_reason=None,
        requested_by="ann",
        created_at=datetime(2026, 1, 5, tzinfo=UTC),
        finished_at=None,
        counts=COUNTS,
        tests=[test],
        cost=Cost(),
    )
    page = StringIO()
    show(batch, {"t": not_run} if not_run else {}, Console(file=page))
    reasons = (line.split("│")[4].strip() for line in page.getvalue().splitlines() if line.startswith("│"))
    return " ".join(" ".join(reasons).split())


def test_the_failures_come_first_with_their_counts_and_the_rest_is_counted() -> None:
    unsure = reason("Nobody can tell.", 1, Outcome.COULD_NOT_JUDGE)
    criterion = result(ResultOutcome.FAILED, unsure, reason("No price.", 5), reason("Two prices.", 1), reason("C", 1))
    assert told(criterion) == "5 × No price. Two prices. and 2 more reasons"


def test_a_long_reason_is_shortened() -> None:
    said = told(result(ResultOutcome.FAILED, reason("word " * 200, 2)))
    assert said.endswith("word…")
    assert 280 < len(said) < 310


def test_what_passed_needs_no_reason_and_what_was_lost_is_said_after_the_criteria() -> None:
    fine = result(ResultOutcome.PASSED, reason("Once it was not.", 1))
    assert told(fine, result(ResultOutcome.FAILED, reason("No price.", 8)), not_run=LOST) == f"8 × No price. {LOST}"
    assert told(result(ResultOutcome.NO_RESULT), not_run=LOST) == LOST

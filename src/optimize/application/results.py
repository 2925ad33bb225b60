"""From recorded verdicts to results: per criterion, per test, per batch. Recomputed from k and n each time."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from optimize.application.ports.store import Transaction
from optimize.application.records import BatchRecord, RunRecord, VerdictRecord
from optimize.application.views import Counts, LatestResult, TestInBatch
from optimize.domain.acceptance_test import AcceptanceTest, TestBody, TestState
from optimize.domain.result import CriterionResult, ResultOutcome, criterion_result, outcome_of
from optimize.domain.verdict import Outcome, Verdict

TERMINAL = frozenset({"finished", "could_not_run", "cancelled"})


class BatchResults:
    """The runs and verdicts of one batch, read once."""

    def __init__(self, batch: BatchRecord, runs: Sequence[RunRecord], verdicts: Iterable[VerdictRecord]) -> None:
        self.batch = batch
        self.runs = runs
        self._verdicts: dict[str, dict[int, Verdict]] = defaultdict(dict)
        for record in verdicts:
            self._verdicts[record.run][record.criterion] = record.verdict

    def outcome(self, run: str) -> Outcome | None:
        """One run over all its criteria: failed beats could-not-judge beats passed; None until judged."""
        found = {verdict.outcome for verdict in self._verdicts[run].values()}
        order = (Outcome.FAILED, Outcome.COULD_NOT_JUDGE, Outcome.PASSED)
        return next((outcome for outcome in order if outcome in found), None)

    def tests(self) -> list[TestInBatch]:
        return [self.test(test_id, body) for test_id, body in self.batch.tests.items()]

    def test(self, test_id: str, body: TestBody) -> TestInBatch:
        runs = [run for run in self.runs if run.test == test_id]
        criteria = self.criteria(body, runs)
        return TestInBatch(
            test=test_id,
            name=body.name,
            verdict=outcome_of(criteria),
            counts=self.counts(runs),
            criteria=criteria,
        )

    def criteria(self, body: TestBody, runs: Sequence[RunRecord]) -> list[CriterionResult]:
        final = all(run.state in TERMINAL for run in runs)
        return [
            criterion_result(
                index,
                criterion,
                rule,
                [(run.id, self._verdicts[run.id][index]) for run in runs if index in self._verdicts[run.id]],
                final=final,
            )
            for index, (criterion, rule) in enumerate(zip(body.criteria, body.rules(), strict=True))
        ]

    def counts(self, runs: Sequence[RunRecord]) -> Counts:
        states = [run.state for run in runs]
        outcomes = [self.outcome(run.id) for run in runs if run.state == "finished"]
        return Counts(
            planned=len(runs),
            done=sum(state in TERMINAL for state in states),
            passed=outcomes.count(Outcome.PASSED),
            failed=outcomes.count(Outcome.FAILED),
            could_not_judge=outcomes.count(Outcome.COULD_NOT_JUDGE),
            could_not_run=states.count("could_not_run"),
            running=states.count("running") + states.count("judging"),
            cancelled=states.count("cancelled"),
        )


async def results_of(tx: Transaction, batch: BatchRecord) -> BatchResults:
    runs = await tx.runs.of_batch(batch.id)
    return BatchResults(batch, runs, await tx.runs.verdicts([run.id for run in runs]))


def batch_verdict(tests: Sequence[TestInBatch]) -> ResultOutcome:
    """Passed only if every test passed; one failed test fails the batch."""
    found = {test.verdict for test in tests}
    order = (ResultOutcome.FAILED, ResultOutcome.INCOMPLETE, ResultOutcome.NO_RESULT)
    return next((o for o in order if o in found), ResultOutcome.PASSED if found else ResultOutcome.NO_RESULT)


async def latest_results(
    tx: Transaction, agent: str, tests: Sequence[AcceptanceTest], *, version: str | None = None
) -> dict[str, LatestResult]:
    """The newest finished result of each test: official ones; for a draft, its newest dry run of the same content."""
    wanted = {test.id: test for test in tests}
    found: dict[str, LatestResult] = {}
    for batch in await tx.batches.list(agent, active=False):
        here = [t for t in batch.tests if t in wanted and t not in found and _counts_for(wanted[t], batch, version)]
        if not here:
            continue
        results = await results_of(tx, batch)
        for test_id in here:
            shown = results.test(test_id, batch.tests[test_id])
            found[test_id] = LatestResult(
                batch=batch.id,
                finished_at=batch.finished_at,
                version=batch.version,
                verdict=shown.verdict,
                criteria=shown.criteria,
            )
        if len(found) == len(wanted):
            break
    return found


def _counts_for(test: AcceptanceTest, batch: BatchRecord, version: str | None) -> bool:
    if version is not None and batch.version != version:
        return False
    if test.state is TestState.DRAFT:
        return batch.kind == "dry_run" and batch.tests[test.id].criteria == test.criteria
    return batch.exploratory_reason is None

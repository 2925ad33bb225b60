"""From recorded verdicts to results: per criterion, per test, per batch. Recomputed from k and n each time."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from datetime import datetime

from optimize.application.ports.store import Transaction
from optimize.application.records import BatchRecord, RunRecord, TestRecord, VerdictRecord
from optimize.application.tally import counted, overall
from optimize.application.views import Counts, LatestResult, TestInBatch
from optimize.domain.acceptance_test import AcceptanceTest, TestBody, TestState
from optimize.domain.result import CriterionResult, ResultOutcome, criterion_result, outcome_of, score_of
from optimize.domain.setup import NOT_LIVE
from optimize.domain.verdict import Outcome, Verdict

_PART = 100
_RUNS_AT_ONCE = 500
_NOT_ASKED = ("name", "runs")
TERMINAL = frozenset({"finished", "could_not_run", "cancelled"})


class BatchResults:
    """The runs and verdicts of one batch, or of some of its tests, read once."""

    def __init__(self, batch: BatchRecord, runs: Sequence[RunRecord], verdicts: Sequence[VerdictRecord]) -> None:
        self.batch = batch
        self.runs = runs
        self.verdicts = verdicts
        self._runs: dict[str, list[RunRecord]] = defaultdict(list)
        for run in runs:
            self._runs[run.test].append(run)
        self._verdicts: dict[str, dict[int, Verdict]] = defaultdict(dict)
        for record in verdicts:
            self._verdicts[record.run][record.criterion] = record.verdict

    def test(self, test_id: str) -> TestInBatch:
        body, runs = self.batch.tests[test_id], self._runs[test_id]
        criteria = self.criteria(body, runs)
        return TestInBatch(
            test=test_id,
            name=body.name,
            verdict=outcome_of(criteria),
            counts=self.counts(runs),
            criteria=criteria,
            sentences=[criterion.sentence() for criterion in body.criteria],
            why_lost=_why_lost(runs),
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

    def scores(self, test_id: str, criterion: int) -> list[float]:
        """The score of every run that could be judged; of a criterion without scores, 1 for a pass and 0 for a fail."""
        judged = [self._verdicts[run.id].get(criterion) for run in self._runs[test_id]]
        return [score_of(v) for v in judged if v is not None and v.outcome is not Outcome.COULD_NOT_JUDGE]

    def counts(self, runs: Iterable[RunRecord]) -> Counts:
        return counted(Counter((run.state, self._outcome(run)) for run in runs))

    def _outcome(self, run: RunRecord) -> Outcome | None:
        return overall(verdict.outcome for verdict in self._verdicts[run.id].values())


def _why_lost(runs: Sequence[RunRecord]) -> str | None:
    """What kept a run from running says more than that somebody cancelled the rest."""
    for state in ("could_not_run", "cancelled"):
        said = Counter(run.why for run in runs if run.state == state and run.why)
        if said:
            return said.most_common(1)[0][0]
    return None


async def results_of(tx: Transaction, batch: BatchRecord, tests: Collection[str] | None = None) -> BatchResults:
    """With `tests`, of these only."""
    runs = await tx.runs.of_batch(batch.id, tests=tests)
    return BatchResults(batch, runs, await tx.runs.verdicts([run.id for run in runs]))


async def tests_in(tx: Transaction, batch: BatchRecord) -> list[TestInBatch]:
    """The result of every test of a batch; however large it is, few of its runs are in memory at a time."""
    found: list[TestInBatch] = []
    for part in _parts(batch):
        results = await results_of(tx, batch, part)
        found += [results.test(test_id) for test_id in part]
    return found


def _parts(batch: BatchRecord) -> Iterator[list[str]]:
    part: list[str] = []
    runs = 0
    for test_id, body in batch.tests.items():
        if part and runs + body.planned_runs > _RUNS_AT_ONCE:
            yield part
            part, runs = [], 0
        part.append(test_id)
        runs += body.planned_runs
    if part:
        yield part


def batch_verdict(tests: Sequence[TestInBatch]) -> ResultOutcome:
    """Passed only if every test passed; one failed test fails the batch."""
    found = {test.verdict for test in tests}
    order = (ResultOutcome.FAILED, ResultOutcome.INCOMPLETE, ResultOutcome.NO_RESULT)
    return next((o for o in order if o in found), ResultOutcome.PASSED if found else ResultOutcome.NO_RESULT)


async def newest_first(
    tx: Transaction, agent: str, *, active: bool | None = None, since: datetime | None = None
) -> AsyncIterator[BatchRecord]:
    """The batches of an agent, those planned since a moment; in ever larger parts, as most readers stop early."""
    seen, limit = 0, _PART
    while True:
        batches = await tx.batches.list(agent, active=active, limit=limit)
        for batch in batches[seen:]:
            if since is not None and batch.created_at < since:
                return
            yield batch
        if len(batches) < limit:
            return
        seen, limit = len(batches), limit * 4


async def latest_results(
    tx: Transaction, agent: str, records: Sequence[TestRecord], *, version: str | None = None
) -> dict[str, LatestResult]:
    """The newest result of each test, as in `newest_results`."""
    found = await newest_results(tx, agent, records, version=version)
    return {test_id: _latest(results, test_id) for test_id, results in found.items()}


async def newest_results(
    tx: Transaction, agent: str, records: Sequence[TestRecord], *, version: str | None = None, live: bool = False
) -> dict[str, BatchResults]:
    """The batch with the newest result of each test: an official one; for a draft, a dry run of the same content.

    With a `version`, results on exactly that version, whether or not it was live; with `live`, only while it was. A
    batch in which no run of a test could be decided (it was cancelled, or a provider was down) hides no earlier result;
    it is the result if there is no other, for it says why nothing could be decided. A dry run is asked what the draft
    means: the newest that finished is the answer, whatever it is, and none that was cancelled hides it.
    """
    found: dict[str, BatchResults] = {}
    undecided: dict[str, BatchResults] = {}
    cut: dict[str, BatchResults] = {}
    missing = {record.test.id: record for record in records}
    async for batch in newest_first(tx, agent, active=False):
        missing = {t: record for t, record in missing.items() if record.created_at <= batch.created_at}
        if not missing:
            break
        here = [t for t in batch.tests if t in missing and _counts_for(missing[t].test, batch, version, live=live)]
        if not here:
            continue
        results = await results_of(tx, batch, here)
        for test_id in here:
            decided = results.test(test_id).verdict is not ResultOutcome.NO_RESULT
            dry = missing[test_id].test.state is TestState.DRAFT
            if batch.state == "finished" if dry else decided:
                found[test_id] = results
                del missing[test_id]
            else:
                (cut if decided else undecided).setdefault(test_id, results)
    return undecided | cut | found


def _latest(results: BatchResults, test_id: str) -> LatestResult:
    batch = results.batch
    shown = results.test(test_id)
    return LatestResult(
        batch=batch.id,
        finished_at=batch.finished_at,
        version=batch.version,
        verdict=shown.verdict,
        criteria=shown.criteria,
        why_lost=shown.why_lost,
        run_numbers={run.id: run.n for run in results.runs if run.test == test_id},
    )


def _counts_for(test: AcceptanceTest, batch: BatchRecord, version: str | None, *, live: bool) -> bool:
    if test.state is TestState.DRAFT:
        return batch.kind == "dry_run" and asks_the_same(batch.tests[test.id], test)
    if version is None:
        return batch.exploratory_reason is None
    return batch.version == version and batch.exploratory_reason in ((None,) if live else (None, NOT_LIVE))


def asks_the_same(ran: TestBody, now: TestBody) -> bool:
    """All but its name and number of runs: a dry run of something else says nothing about this draft."""
    return all(getattr(ran, name) == getattr(now, name) for name in TestBody.model_fields if name not in _NOT_ASKED)

"""How far a batch has come: is it over, and is a test in it already decided?"""

from datetime import datetime

from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord, RunRecord
from optimize.application.results import TERMINAL
from optimize.domain.result import ResultOutcome, criterion_result

DECIDED = frozenset({ResultOutcome.PASSED, ResultOutcome.FAILED})


async def finish_if_done(store: Store, batch_id: str, at: datetime) -> bool:
    """Close the batch if no run of it is open any more; whether this call closed it. Safe to repeat."""
    async with store.reading() as tx:
        if not await _is_done(tx, batch_id):
            return False
    async with store.writing() as tx:
        if not await _is_done(tx, batch_id):
            return False
        await tx.batches.set_state(batch_id, "finished", finished_at=at)
    return True


async def _is_done(tx: Transaction, batch_id: str) -> bool:
    batch = await tx.batches.get(batch_id)
    if batch is None or batch.state in ("finished", "cancelled"):
        return False
    return all(run.state in TERMINAL for run in await tx.runs.of_batch(batch_id))


async def is_decided(tx: Transaction, batch: BatchRecord, run: RunRecord) -> bool:
    """Whether no run of this test that is still to come can change the result of any of its criteria."""
    body = batch.tests[run.test]
    runs = [other.id for other in await tx.runs.of_batch(batch.id) if other.test == run.test]
    verdicts = await tx.runs.verdicts(runs)
    results = (
        criterion_result(
            index,
            criterion,
            rule,
            [(found.run, found.verdict) for found in verdicts if found.criterion == index],
            final=True,
        )
        for index, (criterion, rule) in enumerate(zip(body.criteria, body.rules(), strict=True))
    )
    return all(result.verdict in DECIDED for result in results)

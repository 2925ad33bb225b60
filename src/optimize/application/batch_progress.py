"""How far a batch has come: is it over, is a test in it already decided, and what becomes of what is still open?"""

from datetime import datetime

from optimize.application.allowance import given_up
from optimize.application.ports.store import Transaction
from optimize.application.records import BatchRecord
from optimize.domain.result import ResultOutcome, criterion_result

DECIDED = frozenset({ResultOutcome.PASSED, ResultOutcome.FAILED})


async def finish_if_done(tx: Transaction, batch_id: str, at: datetime) -> bool:
    """Close the batch if no run of it is open any more; whether this call closed it. Safe to repeat."""
    if await tx.runs.any_open(batch_id):
        return False
    return await tx.batches.set_state(batch_id, "finished", finished_at=at)


async def cancel_open(tx: Transaction, batch_id: str, *, why: str, at: datetime) -> list[str]:
    """Cancel the runs of a batch that have come to no end; which. The answers to their calls will not be waited for."""
    runs = await tx.runs.of_batch(batch_id)
    closed = [run for run in runs if await tx.runs.close(run.id, "cancelled", why=why, at=at)]
    for run in closed:
        await given_up(tx, run.id, before_attempt=run.attempt + 1)
    return [run.id for run in closed]


async def is_decided(tx: Transaction, batch: BatchRecord, test: str) -> bool:
    """Whether no run of this test that is still to come can change the result of any of its criteria."""
    runs = await tx.runs.of_batch(batch.id, tests=[test])
    body, verdicts = batch.tests[test], await tx.runs.verdicts([run.id for run in runs])
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

"""May this run go on? Asked before every call that costs something.

The budget of a batch is held by reserving what a call may cost at most, in the transaction that puts the call on
record. So what was spent never passes the budget, however many runs go on at once.
"""

from collections.abc import Callable
from decimal import Decimal

from optimize.application.ports.store import Store, Transaction
from optimize.application.records import CallRecord, StandingRecord
from optimize.domain.errors import Unavailable
from optimize.domain.transcript import Ending

_OPEN = ("planned", "running", "judging")
WorstCase = Callable[[], Decimal | None]
"""What a call may cost at most, in US dollars; None if the price of its model is unknown."""


class Stopped(Unavailable):
    """The batch of this run was cancelled, or its budget is used up: nothing more may be called."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(f"batch_{ending}", detail)
        self.ending = ending


async def require(store: Store, run_id: str) -> None:
    """Raise Stopped unless this run may go on with one more turn."""
    async with store.reading() as tx:
        require_going(await tx.batches.standing(run_id))


def require_going(standing: StandingRecord | None) -> None:
    """Raise Stopped if the batch was cancelled or has nothing left to spend, or if the run has come to its end."""
    if standing is None or standing.state == "cancelled":
        raise Stopped(Ending.CANCELLED, "The batch was cancelled.")
    if standing.run_state not in _OPEN:
        raise Stopped(Ending.CANCELLED, "This run is over.")
    if standing.budget is not None and standing.spent >= standing.budget:
        raise Stopped(Ending.BUDGET, f"The budget of ${standing.budget} is used up: ${standing.spent} was spent.")


async def admitted(tx: Transaction, call: CallRecord, worst_case: WorstCase) -> CallRecord | None:
    """The call with what is reserved for it; None while calls under way hold what it needs.

    Raises Stopped if the batch was cancelled, or if its budget cannot pay for the call.
    """
    if call.run is None:
        return call
    standing = await tx.batches.standing(call.run)
    require_going(standing)
    if standing is None or standing.budget is None:
        return call
    most = _required(standing.budget - standing.spent, worst_case())
    if standing.spent + standing.reserved + most > standing.budget:
        return None
    await tx.batches.spend(standing.batch, reserved=most)
    return call.model_copy(update={"reserved": most})


def _required(left: Decimal, most: Decimal | None) -> Decimal:
    if most is None:
        raise Stopped(Ending.BUDGET, "The budget cannot be kept: the price of a model in use is unknown.")
    if most > left:
        raise Stopped(Ending.BUDGET, f"The budget is reached: ${left} is left, and one more call may cost ${most}.")
    return most


async def settled(tx: Transaction, call: CallRecord, cost: Decimal | None) -> None:
    """Give back what was reserved for a call, and count what it cost."""
    if call.reserved is None or call.run is None:
        return
    standing, before = await tx.batches.standing(call.run), await tx.calls.get(call.id)
    if standing is None or before is None:
        return
    charged = call.reserved if cost is None else cost  # one whose cost is not known may have cost all of it
    if before.state == "sent":
        await tx.batches.spend(standing.batch, spent=charged, reserved=-call.reserved)
    else:  # given up before, and counted with its worst case then
        await tx.batches.spend(standing.batch, spent=charged - call.reserved)


async def given_up(tx: Transaction, run_id: str, *, before_attempt: int) -> None:
    """Calls whose answer nobody will see: their cost is unknown, and counts with its worst case."""
    lost = sum(filter(None, await tx.calls.mark_unknown(run_id, before_attempt=before_attempt)), Decimal(0))
    if lost and (standing := await tx.batches.standing(run_id)) is not None:
        await tx.batches.spend(standing.batch, spent=lost, reserved=-lost)

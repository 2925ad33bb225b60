"""May this run go on? Asked before every call that costs something."""

from decimal import Decimal
from typing import Any

from optimize.application.ports.models import CallContext, ModelReply, Models, PromptMessage
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord
from optimize.domain.cost import CallRole
from optimize.domain.errors import Unavailable
from optimize.domain.transcript import Ending


class Stopped(Unavailable):
    """The batch of this run was cancelled, or its budget is used up: nothing more may be called."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(f"batch_{ending}", detail)
        self.ending = ending


class Allowance:
    """What a batch still allows: nothing after it was cancelled, nothing beyond its budget."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def require(self, batch_id: str) -> None:
        """Raise Stopped unless a run of this batch may make one more call.

        Calls in flight are not counted, so the budget can be passed by as much as they cost.
        """
        async with self._store.reading() as tx:
            batch = await tx.batches.get(batch_id)
            if batch is None or batch.state == "cancelled":
                raise Stopped(Ending.CANCELLED, "The batch was cancelled.")
            if batch.budget is not None:
                await _require_money(tx, batch, batch.budget)

    async def require_run(self, run_id: str) -> None:
        """The same, for whoever knows only the run."""
        async with self._store.reading() as tx:
            run = await tx.runs.get(run_id)
        if run is not None:
            await self.require(run.batch)


async def _require_money(tx: Transaction, batch: BatchRecord, budget: Decimal) -> None:
    spent = Decimal(0)
    for run_id, cost in (await tx.calls.costs([run.id for run in await tx.runs.of_batch(batch.id)])).items():
        spent += await _known(tx, run_id) if cost.money is None else cost.money
    if spent >= budget:
        raise Stopped(Ending.BUDGET, f"The budget of ${budget} is used up: ${spent} was spent.")


async def _known(tx: Transaction, run_id: str) -> Decimal:
    """What the calls of a run are known to have cost. A budget cannot be kept over a model without a price."""
    calls = await tx.calls.of_run(run_id)
    if any(call.state == "done" and call.cost is None for call in calls):
        raise Stopped(Ending.BUDGET, "The budget cannot be kept: the price of a model in use is unknown.")
    return sum((call.cost for call in calls if call.cost is not None), Decimal(0))


class AllowedModels:
    """Models that are asked only while the run's batch allows it; calls that belong to no run pass through."""

    def __init__(self, models: Models, allowance: Allowance) -> None:
        self._models, self._allowance = models, allowance

    def name_of(self, role: CallRole) -> str:
        return self._models.name_of(role)

    async def ask(
        self,
        role: CallRole,
        messages: list[PromptMessage],
        *,
        context: CallContext,
        schema: dict[str, Any] | None = None,
        model: str | None = None,
        max_tokens: int = 1_500,
    ) -> ModelReply:
        """As `Models.ask`. Raises Stopped before anything is sent if the batch does not allow the call."""
        if context.run is not None:
            await self._allowance.require_run(context.run)
        return await self._models.ask(
            role, messages, context=context, schema=schema, model=model, max_tokens=max_tokens
        )

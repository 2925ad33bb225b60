"""The ledger of model calls: a row before a call leaves, settled when it is over.

A call of a run gets its row only if the run's batch still goes on and can pay for it.
"""

import asyncio
from contextlib import suppress
from decimal import Decimal
from typing import Final

from optimize.adapters.models.tally import Tally
from optimize.application.allowance import admitted, settled
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.models import CallContext
from optimize.application.ports.prices import Prices
from optimize.application.ports.store import Store
from optimize.application.records import CallRecord, CallState
from optimize.domain.cost import CallRole, Usage
from optimize.domain.errors import NotFound

_ASK_AGAIN_SECONDS: Final = 0.1


class Ledger:
    """Writes one row per try. A row left in `sent` after a crash means: its answer was never seen."""

    def __init__(self, store: Store, clock: Clock, ids: Ids, prices: Prices) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._prices = prices

    async def open(self, role: CallRole, model: str, context: CallContext, at_most: Usage) -> "Row":
        """Put a call on record that uses `at_most` so many tokens. Waits while calls under way hold all of the budget.

        Raises Stopped if the batch of the run was cancelled or cannot pay for the call.
        """
        record = CallRecord(
            id=self._ids.new("call"),
            agent=context.agent,
            role=role,
            model=model,
            state="sent",
            attempt=context.attempt,
            run=context.run,
            turn=context.turn,
            started_at=self._clock.now(),
        )
        while True:
            call = await self._added(record, at_most)
            if call is not None:
                return Row(self, call)
            await asyncio.sleep(_ASK_AGAIN_SECONDS)

    async def _added(self, record: CallRecord, at_most: Usage) -> CallRecord | None:
        call = None
        try:
            async with self._store.writing() as transaction:
                call = await admitted(transaction, record, lambda: self._prices.price(record.model, at_most))
                if call is not None:
                    await transaction.calls.add(call)
        except asyncio.CancelledError:
            if call is not None:
                await self._never_left(Row(self, call))
            raise
        return call

    async def _never_left(self, row: "Row") -> None:
        """Whoever wanted the call was cancelled while its row was being saved; if it was saved, it says so."""
        with suppress(NotFound):
            await row.given_up(Tally())

    def now(self) -> float:
        """Monotonic seconds."""
        return self._clock.monotonic()

    async def settle(
        self, row: "Row", state: CallState, tally: Tally, error: str | None, *, unbilled: bool = False
    ) -> None:
        """Write down what became of a call, also if whoever made it is cancelled meanwhile."""
        cost = self._nothing(row.record.model) if unbilled else self._prices.price(row.record.model, tally.usage)
        await asyncio.shield(self._settle(row, state, tally, cost, error))

    def _nothing(self, model: str) -> Decimal | None:
        """What a call costs that the model did nothing for. Of a model whose price is unknown we do not know even that:
        to say $0 would read as if it were free.
        """
        known = self._prices.price(model, Usage(input_tokens=0, cached_tokens=0, output_tokens=0)) is not None
        return Decimal(0) if known else None

    async def _settle(
        self, row: "Row", state: CallState, tally: Tally, cost: Decimal | None, error: str | None
    ) -> None:
        usage = tally.usage
        async with self._store.writing() as transaction:
            await settled(transaction, row.record, cost)
            await transaction.calls.settle(
                row.record.id,
                state=state,
                latency_ms=None if row.sent_at is None else (self.now() - row.sent_at) * 1_000,
                input_tokens=usage.input_tokens,
                cached_tokens=usage.cached_tokens,
                output_tokens=usage.output_tokens,
                cost=cost,
                price_version=None if cost is None else self._prices.version,
                error=error,
                answered=tally.answered,
            )


class Row:
    """One open row. `sent_at` is monotonic seconds; None until the call has left."""

    def __init__(self, ledger: Ledger, record: CallRecord) -> None:
        self._ledger = ledger
        self.record = record
        self.sent_at: float | None = None

    def leaves(self) -> None:
        self.sent_at = self._ledger.now()

    async def done(self, tally: Tally) -> None:
        await self._ledger.settle(self, "done", tally, None)

    async def failed(self, tally: Tally, error: str, *, unbilled: bool) -> None:
        """`unbilled`: it cost nothing. Else its cost is what the tally says, or unknown."""
        await self._ledger.settle(self, "failed", tally, error, unbilled=unbilled)

    async def given_up(self, tally: Tally) -> None:
        """Nobody waits for the answer any more. A call that has not left cost nothing."""
        if self.sent_at is None:
            await self.failed(tally, "It was cancelled before it left.", unbilled=True)
        else:
            await self._ledger.settle(self, "unknown", tally, "cancelled")

"""What carrying runs through needs of the store: the ledger of model calls, who is there to carry, and what waits."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from optimize.application.records import CallRecord, CallState, PauseRecord
from optimize.domain.cost import CallRole, Cost


class Calls(Protocol):
    async def add(self, call: CallRecord) -> None: ...
    async def get(self, call_id: str) -> CallRecord | None: ...
    async def settle(
        self,
        call_id: str,
        *,
        state: CallState,
        latency_ms: float | None,
        input_tokens: int | None = None,
        cached_tokens: int | None = None,
        output_tokens: int | None = None,
        cost: Decimal | None = None,
        price_version: str | None = None,
        error: str | None = None,
        answered: str | None = None,
    ) -> None: ...
    async def of_run(self, run_id: str) -> list[CallRecord]: ...
    async def costs(self, run_ids: Iterable[str], *, role: CallRole | None = None) -> dict[str, Cost]:
        """Cost per run, of one role if given (runs without such a call are left out)."""
        ...

    async def cost_of(self, batch_id: str) -> Cost:
        """What all runs of a batch cost together."""
        ...

    async def answered(self, batch_id: str) -> list[tuple[str, str]]:
        """Which models said that they answered in a batch: `(asked, answered)`, in the order of their first answers."""
        ...

    async def spent_since(self, roles: Sequence[CallRole], since: datetime) -> Cost: ...
    async def of_test(self, test_id: str, *, runs: int) -> dict[str, list[CallRecord]]:
        """Calls of the last `runs` finished runs of a test, by run: the history a forecast rests on."""
        ...

    async def mark_unknown(self, run_id: str, *, before_attempt: int) -> list[Decimal | None]:
        """Calls of earlier attempts whose answer was never seen become `unknown`; what was reserved for each."""
        ...


class Executors(Protocol):
    """Processes that carry runs through."""

    async def seen(self, executor_id: str, *, at: datetime) -> None:
        """It is alive."""
        ...

    async def all(self) -> dict[str, datetime]:
        """When each of them said so last, by its own clock."""
        ...

    async def forget(self, executor_ids: Collection[str]) -> None: ...


class Pauses(Protocol):
    """Batches whose calls wait, because an endpoint asks to be left alone."""

    async def set(self, pause: PauseRecord) -> bool:
        """In place of what was on record of the batch; whether it is news."""
        ...

    async def get(self, batch_id: str) -> PauseRecord | None: ...

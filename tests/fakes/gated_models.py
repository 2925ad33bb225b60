"""Models that are asked only if the batch of the run allows it, as the ledger sees to, without a row for the call."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from optimize.application.allowance import admitted
from optimize.application.ports.models import CallContext, ModelReply, Models, PromptMessage
from optimize.application.ports.store import Store
from optimize.application.records import CallRecord
from optimize.domain.cost import CallRole


class GatedModels:
    def __init__(self, models: Models, store: Store) -> None:
        self._models, self._store = models, store

    def name_of(self, role: CallRole) -> str:
        return self._models.name_of(role)

    async def ask(
        self, role: CallRole, messages: list[PromptMessage], *, context: CallContext, **options: Any
    ) -> ModelReply:
        parts = {"agent": context.agent, "run": context.run, "started_at": datetime(2026, 1, 5, tzinfo=UTC)}
        call = CallRecord(id="call", role=role, model=self.name_of(role), state="sent", **parts)
        async with self._store.writing() as tx:
            await admitted(tx, call, lambda: Decimal(0))
        return await self._models.ask(role, messages, context=context, **options)

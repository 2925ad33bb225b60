"""A store that keeps model calls and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from optimize.application.ports.store import Transaction
from optimize.application.records import CallRecord, CallState, PauseRecord, StandingRecord


class FakeCallStore:
    """`rows` in the order in which they were opened; a row is settled once."""

    def __init__(self) -> None:
        self.rows: dict[str, CallRecord] = {}
        self.calls = self.batches = self.pauses = self
        self.paused: list[PauseRecord] = []
        self.standing_as = StandingRecord(run_state="running", test="test_1", batch="batch_1", state="running")

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        yield cast(Transaction, self)

    reading = writing

    async def standing(self, run_id: str) -> StandingRecord:
        return self.standing_as

    async def add(self, call: CallRecord) -> None:
        assert call.id not in self.rows
        self.rows[call.id] = call

    async def set(self, pause: PauseRecord) -> bool:
        self.paused.append(pause)
        return True

    async def settle(self, call_id: str, *, state: CallState, **settled: Any) -> None:
        assert self.rows[call_id].state == "sent"
        self.rows[call_id] = self.rows[call_id].model_copy(update={"state": state, **settled})

    @property
    def states(self) -> list[CallState]:
        return [row.state for row in self.rows.values()]

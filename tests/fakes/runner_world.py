"""A runner over a real store with fakes around it."""

from datetime import UTC, datetime
from typing import Any

from optimize.adapters.store.store import SqlStore
from optimize.application.judge import Judge
from optimize.application.records import BatchRecord, CallRecord, RunRecord, VerdictRecord
from optimize.application.runner import Runner
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.domain.acceptance_test import TestBody
from tests.fakes.agents import FakeAgents
from tests.fakes.clock import FakeClock
from tests.fakes.gated_models import GatedModels
from tests.fakes.ids import CountingIds
from tests.fakes.inline_engine import InlineEngine
from tests.fakes.live import FakeLive
from tests.fakes.models import Answer, FakeModels, finds, says
from tests.fakes.planned import add_batch, batch_of, body
from tests.fakes.prompts import FakePrompts

FIRST = "batch_1-t-1"
ASSERTION = {"kind": "satisfiesAssertion", "assertion": "The agent greets."}


class World:
    """A runner over a store, with an agent and models that a test can replace."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.agents = FakeAgents()
        self.clock = FakeClock()
        self.live = FakeLive()
        self.models = FakeModels(judge=finds("hello"), simulator=says("Thanks", "goal_reached"))
        self.runner = self.a_runner("worker-1")

    def answers(self, **answers: Answer) -> None:
        self.models = FakeModels(**answers)
        self.runner = self.a_runner("worker-1")

    def a_runner(self, owner: str) -> Runner:
        models, prompts = GatedModels(self.models, self.store), FakePrompts()
        scoring = Scoring(Judge(models, prompts, CountingIds()))
        simulator = Simulator(models, prompts)
        return Runner(self.store, self.agents, simulator, scoring, self.clock, self.live, owner)

    async def plan(self, test: TestBody | None = None, **parts: Any) -> list[str]:
        async with self.store.writing() as tx:
            return await add_batch(tx, *batch_of({"t": test or body()}, **parts))

    async def finish(self, run_ids: list[str], at_once: int = 1) -> None:
        engine = InlineEngine(self.runner, at_once)
        async with self.store.writing() as tx:
            await engine.submit(tx, run_ids)
        await engine.work()

    async def run(self, run_id: str = FIRST) -> RunRecord:
        async with self.store.reading() as tx:
            run = await tx.runs.get(run_id)
        assert run is not None
        return run

    async def batch(self) -> BatchRecord:
        async with self.store.reading() as tx:
            batch = await tx.batches.get("batch_1")
        assert batch is not None
        return batch

    async def verdicts(self, run_id: str = FIRST) -> list[VerdictRecord]:
        async with self.store.reading() as tx:
            return await tx.runs.verdicts([run_id])

    async def calls(self, run_id: str = FIRST) -> list[CallRecord]:
        async with self.store.reading() as tx:
            return await tx.calls.of_run(run_id)

    async def call(self, call_id: str, *, run: str = FIRST, **parts: Any) -> None:
        """A model call on the ledger."""
        record = CallRecord(
            **{
                "id": call_id,
                "agent": "desk",
                "role": "agent",
                "model": "fake:agent",
                "state": "sent",
                "run": run,
                "started_at": datetime(2026, 1, 5, tzinfo=UTC),
                **parts,
            }
        )
        async with self.store.writing() as tx:
            await tx.calls.add(record)

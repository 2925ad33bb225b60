"""The real runner, ledger, limiter and store in one process, with a scripted endpoint instead of a network.

Pauses pass on a clock of their own, so that a minute's wait takes no time here; unless a test is about real time.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx2
from pydantic import SecretStr

from optimize.adapters.agents.chat_agent_model import ChatAgentModel
from optimize.adapters.agents.connections import Connections
from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.calling import LedgerModels
from optimize.adapters.models.carrier import Carrier
from optimize.adapters.models.completers import Completers
from optimize.adapters.models.endpoints import Endpoints
from optimize.adapters.models.ledger import Ledger
from optimize.adapters.models.providers.openai import OpenAI
from optimize.adapters.models.registry import Registry
from optimize.adapters.store.store import SqlStore
from optimize.adapters.system import SystemClock
from optimize.application.judge import Judge
from optimize.application.pausing import Pausing
from optimize.application.ports.clock import Clock
from optimize.application.ports.prices import Prices
from optimize.application.records import CallRecord, RunRecord, VerdictRecord
from optimize.application.runner import Runner
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.domain.acceptance_test import TestBody
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.cost import CallRole
from tests.fakes.clock import FakeClock
from tests.fakes.ids import CountingIds
from tests.fakes.inline_engine import InlineEngine
from tests.fakes.live import FakeLive
from tests.fakes.planned import add_agent, add_batch, batch_of, body, new_store
from tests.fakes.prices import FreePrices
from tests.fakes.prompts import FakePrompts
from tests.faults.judging import agrees
from tests.standins.openai_wire import Brain, Wire

AGENT = AgentDefinition.model_validate({"name": "desk", "model": {"ref": "openai:small"}, "limits": {"seconds": 30}})
PER_TOKEN = FreePrices(Decimal("0.00001"))
JUDGED = [{"kind": "satisfiesAssertion", "assertion": "The agent greets."}]
ROLES: tuple[CallRole, ...] = ("agent", "judge", "simulator", "assistant")


async def nothing() -> None:
    """Of what a test does while a call waits."""


class Served:
    """`wire` is the endpoint, unless there is one at `url`; a call costs what `prices` says."""

    def __init__(
        self,
        store: SqlStore,
        brain: Brain,
        prices: Prices,
        seed: int,
        *,
        url: str | None = None,
        real_time: bool = False,
        **access: Any,
    ) -> None:
        self.store, self.wire, self.clock = store, Wire(brain), FakeClock()
        clock: Clock = SystemClock() if real_time else self.clock
        self.waits: list[float] = []
        self.live = FakeLive()
        self._looking = asyncio.Lock()
        self.while_waiting: Callable[[], Awaitable[None]] = nothing
        wire = self.wire

        class Wired(OpenAI):
            def client(self) -> httpx2.AsyncClient:
                return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=wire.app))

        settings = ModelAccess(openai_api_key=SecretStr("k"), openai_base_url=url or "http://wire/v1", **access)
        ids, prompts = CountingIds(), FakePrompts()
        ledger = Ledger(store, clock, ids, prices)
        sleep = asyncio.sleep if real_time else self._sleep
        carrier = Carrier(ledger, Pausing(store, self.live), clock, settings, rng=random.Random(seed), sleep=sleep)
        registry = Registry(settings, {"openai": OpenAI if url else Wired})
        completers = Completers(dict.fromkeys(ROLES, "openai:small"), registry, Endpoints(settings), carrier)
        models = LedgerModels(completers)
        connections = Connections(
            frozenset(), lambda choice, context: ChatAgentModel(completers.get("agent", context, "openai:small"))
        )
        scoring = Scoring(Judge(models, prompts, ids))
        self.runner = Runner(store, connections, Simulator(models, prompts), scoring, clock, self.live, "worker-1")

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        async with self._looking:  # the clock stands still meanwhile
            await self.while_waiting()
        self.clock.advance(seconds)

    async def run(self, test: TestBody | None = None, *, at_once: int = 8, **parts: Any) -> list[RunRecord]:
        """Plan a batch and carry it to its end."""
        planned = batch_of({"t": test or body(criteria=JUDGED, runs=5)}, AGENT, **parts)
        async with self.store.writing() as tx:
            ids = await add_batch(tx, *planned)
        engine = InlineEngine(self.runner, at_once)
        async with self.store.writing() as tx:
            await engine.submit(tx, ids)
        await engine.work()
        async with self.store.reading() as tx:
            found = [await tx.runs.get(run_id) for run_id in ids]
        return [run for run in found if run is not None]

    async def calls(self, role: CallRole | None = None) -> list[CallRecord]:
        async with self.store.reading() as tx:
            calls = [call for run in await tx.runs.of_batch("batch_1") for call in await tx.calls.of_run(run.id)]
        return [call for call in calls if role is None or call.role == role]

    async def has_called(self) -> bool:
        return bool(await self.calls())

    async def verdicts(self) -> list[VerdictRecord]:
        async with self.store.reading() as tx:
            return await tx.runs.verdicts([run.id for run in await tx.runs.of_batch("batch_1")])

    async def reserved(self) -> Decimal:
        async with self.store.reading() as tx:
            standing = await tx.batches.standing("batch_1-t-1")
        assert standing is not None
        return standing.reserved

    async def spent(self) -> Decimal:
        async with self.store.reading() as tx:
            standing = await tx.batches.standing("batch_1-t-1")
        assert standing is not None
        assert standing.reserved == 0
        return standing.spent


def states(runs: list[RunRecord]) -> Counter[str]:
    return Counter(run.state for run in runs)


@asynccontextmanager
async def served(
    folder: Path, brain: Brain = agrees, *, prices: Prices = PER_TOKEN, seed: int = 7, **access: Any
) -> AsyncIterator[Served]:
    store = await new_store(folder)
    await add_agent(store, AGENT)
    try:
        yield Served(store, brain, prices, seed, **access)
    finally:
        await store.close()

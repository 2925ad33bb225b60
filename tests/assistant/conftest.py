"""A conversation with a scripted model over the real use cases, store and sample agent."""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from langchain_core.messages import AIMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from optimize.adapters.agents.connections import Connections
from optimize.adapters.store.store import SqlStore
from optimize.adapters.system import SystemClock, SystemIds
from optimize.application.access import Access
from optimize.application.agents import Agents
from optimize.application.approvals import Approvals
from optimize.application.comparing import Comparing
from optimize.application.estimates import Estimates
from optimize.application.experiments import Experiments
from optimize.application.explaining import Explaining
from optimize.application.health import Health
from optimize.application.history import History
from optimize.application.judge import Judge
from optimize.application.lifecycle import Lifecycle
from optimize.application.planning import Planning
from optimize.application.ports.prompts import Prompts
from optimize.application.runner import Runner
from optimize.application.scheduling import Scheduling
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.application.suggestions import Suggestions
from optimize.application.threads import Threads
from optimize.application.use_cases import UseCases
from optimize.assistant.acting import Acting
from optimize.assistant.answering import AllTools, Answering
from optimize.assistant.briefing import Briefing
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.graph import Assistant, build
from optimize.assistant.live import ThreadLive
from optimize.assistant.protocol import MessageCommand, Notice
from optimize.assistant.session import Conversations
from optimize.assistant.staged import Staged
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import SYSTEM, Actor
from optimize.samples.invoice_exceptions.versions import MODULE, VERSIONS
from tests.fakes.inline_engine import InlineEngine
from tests.fakes.models import FakeModels
from tests.fakes.planned import new_store
from tests.fakes.prices import FreePrices
from tests.fakes.prompts import FakePrompts
from tests.fakes.scripted_model import Brain, ScriptedModel, scripted

AGENT = VERSIONS[0][1].name
ANN = Actor(name="ann")
DRAFT: dict[str, Any] = {
    "name": "Compares first",
    "situation": "Please handle the exception on invoice INV-1003.",
    "criteria": [{"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"}],
}


class World:
    """One process: everything is built again on the same files by `restarted`."""

    def __init__(
        self,
        folder: Path,
        store: SqlStore,
        checkpoints: aiosqlite.Connection,
        model: ScriptedModel,
        staged: Prompts | None = None,
    ) -> None:
        self.folder, self.store, self.model = folder, store, model
        clock, ids, prompts, models = SystemClock(), SystemIds(), FakePrompts(), FakeModels()
        self.broadcast = Broadcast()
        threads = Threads(store, clock, ids)
        live = ThreadLive(store, threads, self.broadcast, clock)
        connections = Connections(frozenset({MODULE}))
        scoring = Scoring(Judge(models, prompts, ids))
        runner = Runner(store, connections, Simulator(models, prompts), scoring, clock, live, "test")
        self.engine = InlineEngine(runner)
        planning = Planning(store, self.engine, clock, ids, live)
        estimates = Estimates(store, models, FreePrices())
        self.use_cases = UseCases(
            access=Access(store, clock, ids, None),
            agents=Agents(store, connections, clock, ids, live),
            approvals=Approvals(store, clock, ids, live),
            comparing=Comparing(store),
            estimates=estimates,
            experiments=Experiments(store, planning, self.engine, estimates, clock, ids, live),
            explaining=Explaining(store),
            health=Health(store),
            history=History(store, clock),
            lifecycle=Lifecycle(store, connections, clock, ids, live),
            planning=planning,
            scheduling=Scheduling(store, planning, self.engine, clock, ids, live),
            suggestions=Suggestions(store),
            threads=threads,
            free_allowance=Decimal("0.10"),
        )
        briefing = Briefing(self.use_cases, models, prompts)
        answering: Answering = AllTools(briefing)
        if staged:
            answering = Staged(staged, at_once=answering)
        assistant = Assistant(lambda _: model, answering, briefing, Acting(self.use_cases), self.use_cases)
        saver = AsyncSqliteSaver(checkpoints, serde=JsonPlusSerializer(allowed_msgpack_modules=[]))
        self.conversations = Conversations(build(assistant, saver), self.use_cases, ids, self.broadcast)
        self.checkpoints = checkpoints
        self.thread = ""

    async def begin(self) -> None:
        await self.use_cases.agents.register(VERSIONS[0][1], actor=SYSTEM, label=VERSIONS[0][0], operator=True)
        self.thread = (await self.use_cases.threads.create(AGENT, actor=ANN)).id

    def restarted(self, *replies: AIMessage | Brain) -> "World":
        world = World(self.folder, self.store, self.checkpoints, ScriptedModel(brain=scripted(*replies)))
        world.thread = self.thread
        return world

    async def say(self, text: str, client_id: str | None = None) -> Notice:
        command = MessageCommand(client_id=client_id or f"client {text}", text=text)
        notice = await self.conversations.handle(self.thread, command, ANN)
        await self.settled()
        return notice

    async def settled(self) -> None:
        """Wait until no turn is running."""
        async with asyncio.timeout(20):
            await self.conversations.idle(self.thread)

    async def events(self) -> list[dict[str, Any]]:
        return [record.event for record in await self.use_cases.threads.events(self.thread)]

    async def types(self) -> list[str]:
        return [event["type"] for event in await self.events()]

    async def last(self, kind: str) -> dict[str, Any]:
        return [event for event in await self.events() if event["type"] == kind][-1]

    async def interrupts(self) -> list[dict[str, Any]]:
        outcome: dict[str, Any] = (await self.last("RUN_FINISHED"))["outcome"]
        found: list[dict[str, Any]] = outcome.get("interrupts", [])
        return found

    async def draft(self) -> str:
        """A draft that is there before the conversation begins."""
        body = {
            "name": "Compares first",
            "situation": {"messages": [{"role": "user", "text": DRAFT["situation"]}]},
            "criteria": DRAFT["criteria"],
        }
        view = await self.use_cases.lifecycle.draft(AGENT, TestBody.model_validate(body), actor=ANN)
        return view.id


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    store = await new_store(tmp_path)
    connection = await aiosqlite.connect(tmp_path / "conversations.db")
    world = World(tmp_path, store, connection, ScriptedModel(brain=scripted()))
    await world.begin()
    yield world
    await world.conversations.stop()
    await connection.close()
    await store.close()

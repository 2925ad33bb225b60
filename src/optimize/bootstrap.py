"""The composition root: the only place where ports meet their adapters."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

import aiosqlite
from langchain_core.language_models.chat_models import BaseChatModel
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from optimize.adapters.agents.chat_agent_model import ChatAgentModel
from optimize.adapters.agents.connections import Connections
from optimize.adapters.agents.offline_agent import open_offline_model
from optimize.adapters.agents.tool_calling_model import OpenModel, ToolCallingModel
from optimize.adapters.engine.dbos_engine import DbosEngine
from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.calling import LedgerModels
from optimize.adapters.models.carrier import Carrier
from optimize.adapters.models.chat_models import ChatModels
from optimize.adapters.models.endpoints import Endpoints
from optimize.adapters.models.ledger import Ledger
from optimize.adapters.models.registry import Registry
from optimize.adapters.prices import PublishedPrices
from optimize.adapters.prompts import FilePrompts
from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import SqlStore, open_store
from optimize.adapters.system import SystemClock, SystemIds
from optimize.application.access import Access
from optimize.application.agents import Agents
from optimize.application.approvals import Approvals
from optimize.application.estimates import Estimates
from optimize.application.explaining import Explaining
from optimize.application.history import History
from optimize.application.judge import Judge
from optimize.application.lifecycle import Lifecycle
from optimize.application.planning import Planning
from optimize.application.ports.models import CallContext, Models
from optimize.application.runner import Runner
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.application.suggestions import Suggestions
from optimize.application.threads import Threads
from optimize.application.use_cases import UseCases
from optimize.assistant.acting import Acting
from optimize.assistant.briefing import Briefing
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.graph import Assistant, Graph
from optimize.assistant.graph import build as build_graph
from optimize.assistant.live import ThreadLive
from optimize.assistant.session import Conversations
from optimize.assistant.turn import TurnContext
from optimize.domain.actor import SYSTEM
from optimize.domain.agent_definition import ModelChoice
from optimize.samples.invoice_exceptions.versions import MODULE, VERSIONS
from optimize.settings import Settings


@dataclass
class Optimize:
    """The running product. `start` takes up what the last process left behind; `stop` leaves nothing half-written."""

    settings: Settings
    use_cases: UseCases
    conversations: Conversations
    broadcast: Broadcast
    models: Models
    store: SqlStore
    engine: DbosEngine
    resources: AsyncExitStack

    async def start(self) -> None:
        await self.engine.start()
        await self.conversations.recover()
        if self.settings.sample_agent:
            await _register_sample(self.use_cases)

    async def stop(self) -> None:
        await self.conversations.stop()
        await self.engine.stop()
        await self.resources.aclose()
        await self.store.close()


async def build(settings: Settings) -> Optimize:
    """Everything connected and nothing started yet. Creates the data folder and brings the database up to date."""
    settings.data.mkdir(parents=True, exist_ok=True)
    await migrate(settings.store_url)
    store, clock, ids = open_store(settings.store_url), SystemClock(), SystemIds()
    await store.check()
    threads, broadcast = Threads(store, clock, ids), Broadcast()
    live = ThreadLive(store, threads, broadcast)
    prices = PublishedPrices(settings.prices, openai_base_url=settings.openai_base_url)
    prompts, access = FilePrompts(settings.prompts), _model_access(settings)
    carrier = Carrier(Ledger(store, clock, ids, prices), clock, access, rng=SystemRandom())
    chat_models = ChatModels(settings.assignment, Registry(access), Endpoints(access), carrier)
    models = LedgerModels(chat_models, carrier)
    connections = Connections(settings.allowed_modules | {MODULE}, _agent_model(chat_models))
    scoring = Scoring(Judge(models, prompts, ids))
    runner = Runner(store, connections, Simulator(models, prompts), scoring, clock, live, settings.executor_id)
    engine = DbosEngine(
        settings.store_url, runner, executor_id=settings.executor_id, worker_concurrency=settings.run_concurrency
    )
    use_cases = UseCases(
        access=Access(store, clock, ids, settings.admin_token),
        agents=Agents(store, clock, ids, live),
        approvals=Approvals(store, clock, ids, live),
        estimates=Estimates(store, models, prices),
        explaining=Explaining(store),
        history=History(store),
        lifecycle=Lifecycle(store, connections, clock, ids, live),
        planning=Planning(store, engine, clock, ids, live),
        suggestions=Suggestions(store),
        threads=threads,
        free_allowance=settings.free_allowance,
    )
    resources = AsyncExitStack()
    graph = await _graph(settings.data, chat_models, Briefing(use_cases, models, prompts), use_cases, resources)
    return Optimize(
        settings=settings,
        use_cases=use_cases,
        conversations=Conversations(graph, use_cases, ids, broadcast),
        broadcast=broadcast,
        models=models,
        store=store,
        engine=engine,
        resources=resources,
    )


async def _graph(
    data: Path, chat_models: ChatModels, briefing: Briefing, use_cases: UseCases, resources: AsyncExitStack
) -> Graph:
    """The assistant's graph, checkpointed beside the database. Only known types are ever read back from there."""
    connection = await resources.enter_async_context(aiosqlite.connect(data / "conversations.db"))
    await connection.execute("PRAGMA synchronous=FULL")
    checkpointer = AsyncSqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=[]))
    await checkpointer.setup()

    def model_for(context: TurnContext) -> BaseChatModel:
        return chat_models.for_assistant(CallContext(agent=context.agent, turn=context.turn))

    return build_graph(Assistant(model_for, briefing, Acting(use_cases), use_cases), checkpointer)


def _model_access(settings: Settings) -> ModelAccess:
    return ModelAccess(
        openai_api_key=settings.openai_api_key,
        openai_base_url=settings.openai_base_url,
        concurrency=settings.model_concurrency,
        requests_per_minute=settings.requests_per_minute,
        tokens_per_minute=settings.tokens_per_minute,
        call_seconds=settings.call_seconds,
        pace=settings.offline_pace,
    )


def _agent_model(chat_models: ChatModels) -> OpenModel:
    """The model of a declared agent: the offline one plays it by rules of its own, others through the ledger."""

    def open_model(choice: ModelChoice | None, *, agent: str, run: str, seed: int) -> ToolCallingModel:
        if choice is None or choice.ref.startswith("offline:"):
            return open_offline_model(choice, agent=agent, run=run, seed=seed)
        return ChatAgentModel(chat_models.get("agent", CallContext(agent=agent, run=run), choice.ref))

    return open_model


async def _register_sample(use_cases: UseCases) -> None:
    """The agent that ships, once: its first version goes live, the others wait to be compared."""
    (first_label, first), *others = VERSIONS
    if any(agent.name == first.name for agent in await use_cases.agents.list()):
        return
    await use_cases.agents.register(first, actor=SYSTEM, label=first_label, operator=True)
    for label, definition in others:
        await use_cases.agents.add_version(first.name, definition, actor=SYSTEM, label=label, operator=True)

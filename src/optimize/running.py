"""Composes what carries runs through: store, models, agents, engine, and the use cases on top of them.

Enough for a process without a page; `bootstrap` adds the assistant. It loads neither the chat's client nor its graph.
"""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from threading import Timer
from typing import Any

from optimize.adapters.agents.connections import Connections
from optimize.adapters.engine.dbos_engine import DbosEngine
from optimize.adapters.engine.heartbeat import Heartbeat
from optimize.adapters.engine.presence import Presence
from optimize.adapters.models.access import ModelAccess
from optimize.adapters.prices import PublishedPrices
from optimize.adapters.prompts import FilePrompts
from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.sqlite_files import usable_folder
from optimize.adapters.store.store import SqlStore, open_store
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
from optimize.application.ports.clock import Ids
from optimize.application.runner import Runner
from optimize.application.scheduling import Scheduling
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.application.suggestions import Suggestions
from optimize.application.threads import Threads
from optimize.application.time_limits import TimeLimits
from optimize.application.use_cases import UseCases
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.live import ThreadLive
from optimize.assistant.overhearing import Overhearing
from optimize.domain.late_import import load_all
from optimize.later import LaterModels
from optimize.samples.invoice_exceptions.versions import MODULE
from optimize.settings import Settings

_LOOK_SECONDS = 15.0
_LISTEN_SECONDS = 1.0
_SILENT_SHARE = 1 / 3
"""Silent for so much of a call's time, a model is given up: a slow one reads long before its first word."""
_WITH_RETRIES = 10 / 3
_TIME_LIMIT_SECONDS = 1.0
_SETTLED_SECONDS = 0.5
"""By then the first calls have left, and none of their answers has come."""


@dataclass
class Running:
    """Takes runs from the queue between `start` and `stop`, and plans new ones through its use cases."""

    settings: Settings
    store: SqlStore
    engine: DbosEngine
    presence: Presence
    daily: Heartbeat
    """Looks at the clock for scheduled sets that are due."""
    overhearing: Heartbeat
    """Listens for what other processes tell."""
    time_limits: Heartbeat
    """Looks at the clock for batches whose time is up."""
    use_cases: UseCases
    models: LaterModels
    prompts: FilePrompts
    broadcast: Broadcast
    live: ThreadLive
    ids: Ids
    resources: AsyncExitStack
    """What is open, to be closed in the reverse order."""

    async def open(self) -> None:
        """Be there for runs to be planned and cancelled, before any is taken up. `stop` undoes it."""
        self.resources.push_async_callback(self.engine.stop)
        await self.engine.open()

    async def start(self) -> None:
        """Take up what is queued, and what the last process left behind. Whether or not it succeeds, `stop` undoes."""
        self.resources.push_async_callback(self.live.stop)
        await self.live.recover()
        self.resources.push_async_callback(self.engine.stop)
        await self.engine.start()
        self.resources.push_async_callback(self.presence.stop)
        await self.presence.start()
        self.resources.push_async_callback(self.daily.stop)
        self.daily.start()
        self.resources.push_async_callback(self.overhearing.stop)
        self.overhearing.start()
        self.resources.push_async_callback(self.time_limits.stop)
        self.time_limits.start()
        loading = Timer(_SETTLED_SECONDS, load_all)
        self.resources.callback(loading.cancel)
        loading.start()

    async def stop(self) -> None:
        """Close everything that is open, each whatever became of the others; raise what went wrong."""
        await self.resources.aclose()


async def connect(settings: Settings, providers: Mapping[str, type[Any]] | None = None) -> Running:
    """Everything connected and nothing started yet. Creates the data folder and brings the database up to date.

    `providers`: of models, others than those that ship.
    """
    usable_folder(settings.data)
    async with AsyncExitStack() as resources:
        store = open_store(settings.store_url)
        resources.push_async_callback(store.close)
        if not await store.is_current():
            await migrate(settings.store_url)
            await store.check()
        return _composed(settings, providers, store, resources.pop_all())


def _composed(
    settings: Settings, providers: Mapping[str, type[Any]] | None, store: SqlStore, resources: AsyncExitStack
) -> Running:
    clock, ids = SystemClock(), SystemIds()
    threads, broadcast = Threads(store, clock, ids), Broadcast()
    live = ThreadLive(store, threads, broadcast, clock)
    prices = PublishedPrices(settings.prices, openai_base_url=settings.openai_base_url)
    prompts = FilePrompts(settings.prompts)
    models = LaterModels(
        settings.assignment,
        access=_model_access(settings),
        providers=providers,
        store=store,
        live=live,
        clock=clock,
        ids=ids,
        prices=prices,
    )
    connections = Connections(settings.allowed_modules | {MODULE}, models.open_agent_model)
    scoring = Scoring(Judge(models, prompts, ids))
    runner = Runner(store, connections, Simulator(models, prompts), scoring, clock, live, settings.executor_id)
    engine = DbosEngine(
        settings.store_url,
        runner,
        executor_id=settings.executor_id,
        executing=settings.run_concurrency,
        judging=settings.judge_concurrency,
    )
    planning = Planning(store, engine, clock, ids, live, time_limit=settings.batch_seconds)
    estimates = Estimates(store, models, prices)
    scheduling = Scheduling(store, planning, engine, clock, ids, live)
    use_cases = UseCases(
        access=Access(store, clock, ids, settings.admin_token),
        agents=Agents(store, connections, clock, ids, live, settings.allowed_modules),
        approvals=Approvals(store, clock, ids, live),
        comparing=Comparing(store),
        estimates=estimates,
        experiments=Experiments(store, planning, engine, estimates, clock, ids, live),
        explaining=Explaining(store),
        health=Health(store),
        history=History(store, clock),
        lifecycle=Lifecycle(store, connections, clock, ids, live),
        planning=planning,
        scheduling=scheduling,
        suggestions=Suggestions(store),
        threads=threads,
        free_allowance=settings.free_allowance,
    )
    return Running(
        settings=settings,
        store=store,
        engine=engine,
        presence=Presence(store, clock, settings.executor_id, engine.recover),
        daily=Heartbeat(scheduling.tick, _LOOK_SECONDS),
        overhearing=Heartbeat(Overhearing(store, broadcast).listen, _LISTEN_SECONDS),
        time_limits=Heartbeat(TimeLimits(store, engine, clock, live).tick, _TIME_LIMIT_SECONDS),
        use_cases=use_cases,
        models=models,
        prompts=prompts,
        broadcast=broadcast,
        live=live,
        ids=ids,
        resources=resources,
    )


def _model_access(settings: Settings) -> ModelAccess:
    return ModelAccess(
        openai_api_key=settings.openai_api_key,
        openai_base_url=settings.openai_base_url,
        concurrency=settings.model_concurrency,
        starts_full="model_concurrency" in settings.model_fields_set,
        requests_per_minute=settings.requests_per_minute,
        tokens_per_minute=settings.tokens_per_minute,
        read_seconds=settings.call_seconds * _SILENT_SHARE,
        call_seconds=settings.call_seconds,
        total_seconds=settings.call_seconds * _WITH_RETRIES,
        pace=settings.offline_pace,
    )

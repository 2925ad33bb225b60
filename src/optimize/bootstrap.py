"""The composition root: the only place where ports meet their adapters."""

import sqlite3
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from langchain_core.language_models.chat_models import BaseChatModel
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from optimize.adapters.models.chat_models import ChatModels
from optimize.adapters.models.providers import PROVIDERS
from optimize.adapters.models.streaming_openai import StreamingOpenAI
from optimize.adapters.store.in_place import whole
from optimize.adapters.store.store import SqlStore
from optimize.application.ports.models import CallContext, Models
from optimize.application.use_cases import UseCases
from optimize.assistant.acting import Acting
from optimize.assistant.answering import AllTools, Answering
from optimize.assistant.briefing import Briefing
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.graph import Assistant, Graph
from optimize.assistant.graph import build as build_graph
from optimize.assistant.session import Conversations
from optimize.assistant.staged import Staged
from optimize.assistant.turn import TurnContext
from optimize.domain.actor import SYSTEM
from optimize.domain.errors import Conflict
from optimize.running import Running, connect
from optimize.samples.invoice_exceptions.versions import VERSIONS
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
    running: Running

    async def start(self) -> None:
        """Whether or not it succeeds, `stop` undoes."""
        await self.running.start()
        self.running.resources.push_async_callback(self.conversations.stop)
        await self.conversations.recover()
        if self.settings.sample_agent:
            await _register_sample(self.use_cases)

    async def stop(self) -> None:
        await self.running.stop()


async def build(settings: Settings) -> Optimize:
    """Everything connected and nothing started yet. Creates the data folder and brings the database up to date."""
    running = await connect(settings, PROVIDERS | {"openai": StreamingOpenAI})
    try:
        checkpointer = await _checkpointer(settings.data, running.resources)
    except BaseException:
        await running.stop()
        raise
    use_cases = running.use_cases
    briefing = Briefing(use_cases, running.models, running.prompts)
    answering: Answering = AllTools(briefing)
    if settings.assistant_tools == "staged":
        answering = Staged(running.prompts, at_once=answering)
    graph = _graph(ChatModels(running.models.load().completers), answering, briefing, use_cases, checkpointer)
    return Optimize(
        settings=settings,
        use_cases=use_cases,
        conversations=Conversations(graph, use_cases, running.ids, running.broadcast),
        broadcast=running.broadcast,
        models=running.models,
        store=running.store,
        running=running,
    )


async def _checkpointer(data: Path, resources: AsyncExitStack) -> AsyncSqliteSaver:
    """Beside the database. Only known types are ever read back from there.

    Raises Conflict `database_damaged` for a file that cannot be used.
    """
    file = data / "conversations.db"
    try:
        connection = await resources.enter_async_context(whole(str(file)))
        await connection.execute("PRAGMA synchronous=FULL")
        checkpointer = AsyncSqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=[]))
        await checkpointer.setup()
    except sqlite3.Error as error:
        raise Conflict(
            "database_damaged",
            f"{file.absolute()}, the assistant's memory of its conversations, cannot be used ({error}): put a backup "
            "in its place with `optimize restore FILE --force`, or move it away. Tests and results are not in it; the "
            "assistant then only forgets what was said.",
        ) from error
    return checkpointer


def _graph(
    chat_models: ChatModels,
    answering: Answering,
    briefing: Briefing,
    use_cases: UseCases,
    checkpointer: AsyncSqliteSaver,
) -> Graph:
    def model_for(context: TurnContext) -> BaseChatModel:
        return chat_models.for_assistant(CallContext(agent=context.agent, turn=context.turn))

    return build_graph(Assistant(model_for, answering, briefing, Acting(use_cases), use_cases), checkpointer)


async def _register_sample(use_cases: UseCases) -> None:
    """The agent that ships, once: its first version goes live, the others wait to be compared."""
    (first_label, first), *others = VERSIONS
    if any(agent.name == first.name for agent in await use_cases.agents.list()):
        return
    await use_cases.agents.register(first, actor=SYSTEM, label=first_label, operator=True)
    for label, definition in others:
        await use_cases.agents.add_version(first.name, definition, actor=SYSTEM, label=label, operator=True)

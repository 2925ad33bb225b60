"""The product without a page, with a scripted model on the wire in place of a network."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2

from optimize.adapters.models.providers import PROVIDERS
from optimize.adapters.models.providers.openai import OpenAI
from optimize.application.planning import BatchOrder
from optimize.application.views import BatchView
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor
from optimize.domain.agent_definition import AgentDefinition
from optimize.running import Running, connect
from optimize.settings import load_settings
from tests.fakes.until import until
from tests.standins.openai_wire import Brain, Step, Wire

ANN = Actor(name="ann")
OVER = ("finished", "cancelled")


@asynccontextmanager
async def wired(
    data: Path, endpoint: Brain | Wire, steps: Sequence[Step] = (), **settings: Any
) -> AsyncIterator[Running]:
    """`steps`: how the first requests are answered."""
    wire = endpoint if isinstance(endpoint, Wire) else Wire(endpoint)
    wire.steps.extend(steps)

    class Wired(OpenAI):
        def client(self) -> httpx2.AsyncClient:
            return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=wire.app))

    given = load_settings(data=data, openai_base_url="http://wire/v1", openai_api_key="any", **settings)
    running = await connect(given, PROVIDERS | {"openai": Wired})
    await running.start()
    try:
        yield running
    finally:
        await running.stop()


async def register(running: Running, definition: dict[str, Any]) -> None:
    await running.use_cases.agents.register(AgentDefinition.model_validate(definition), actor=ANN, operator=True)


async def accepted(running: Running, agent: str, user: str, **body: Any) -> str:
    said = {"name": user, "situation": {"messages": [{"role": "user", "text": user}]}, **body}
    draft = await running.use_cases.lifecycle.draft(agent, TestBody.model_validate(said), actor=ANN)
    return (await running.use_cases.lifecycle.accept(draft.id, actor=ANN)).id


async def run_all(running: Running, agent: str, **order: Any) -> BatchView:
    """The batch, once it is over."""
    planned = await running.use_cases.planning.start(agent, BatchOrder(kind="run_all", **order), actor=ANN)

    async def over() -> bool:
        return (await running.use_cases.history.batch(planned.id)).state in OVER

    await until(over)
    return await running.use_cases.history.batch(planned.id)

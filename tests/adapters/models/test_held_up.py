"""A slow endpoint, a full one and one that says 429 cost the agent nothing; the answer itself does."""

import asyncio
from collections.abc import Callable

import pytest
from langchain_core.messages import HumanMessage

from optimize.application.agent_time import AgentTime
from tests.adapters.models.conftest import CONTEXT, Bench
from tests.standins.openai_wire import Step


@pytest.fixture
def asked(bench: Bench) -> Callable[[], asyncio.Task[float]]:
    async def ask() -> float:
        async with AgentTime(bench.clock, 60) as time:
            await bench.completers.get("agent", CONTEXT).answer([HumanMessage("Hello")])
        return time.seconds

    return lambda: asyncio.create_task(ask())


async def test_pauses_that_an_endpoint_asks_for_are_not_the_agents_time(
    bench: Bench, asked: Callable[[], asyncio.Task[float]]
) -> None:
    bench.wire.steps.extend([Step(status=429, retry_after="30"), Step(status=503), Step()])
    assert await asked() == 0
    assert sum(bench.waits) >= 30


async def test_waiting_for_a_place_is_not_the_agents_time(
    bench: Bench, asked: Callable[[], asyncio.Task[float]]
) -> None:
    bench.wire.steps.extend([Step(delay=0.05)] * 8)
    calls = [asked() for _ in range(8)]
    await asyncio.sleep(0.02)
    bench.clock.advance(7)  # four are under way, and four wait
    taken = sorted(await asyncio.gather(*calls))
    assert taken == [0, 0, 0, 0, 7, 7, 7, 7]

"""Commands that come twice, or in the middle of everything: twenty equal orders (22), a cancel at any moment (21)."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic

import pytest

from optimize.application.planning import BatchOrder
from optimize.domain.agent_definition import AgentDefinition
from optimize.running import Running, connect
from optimize.settings import load_settings
from tests.bench.runner.set_up import ADMIN
from tests.fakes.planned import body
from tests.faults.reporting import report

SEED = 21
CANCELS, LANES = 200, 4
LONGEST_SECONDS = 10.0
AGENT = AgentDefinition.model_validate({"name": "desk", "prompt": [{"part": "role", "text": "You help."}]})
ORDER = BatchOrder(kind="run")


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    """The product without a page, with one agent that has one accepted test of eight runs."""
    running = await connect(load_settings(data=tmp_path, sample_agent=False, run_concurrency=4))
    await running.start()
    await running.use_cases.agents.register(AGENT, actor=ADMIN, label="first", operator=True)
    drafted = await running.use_cases.lifecycle.draft(AGENT.name, body(runs=8), actor=ADMIN)
    await running.use_cases.lifecycle.accept(drafted.id, actor=ADMIN)
    yield running
    await running.stop()


async def test_twenty_equal_orders_at_once_start_one_batch(running: Running) -> None:
    planning = running.use_cases.planning
    asked = await asyncio.gather(*(planning.start(AGENT.name, ORDER, actor=ADMIN, key="click") for _ in range(20)))
    assert len({batch.id for batch in asked}) == 1
    async with running.store.reading() as tx:
        batches = await tx.batches.list(AGENT.name)
        assert len(batches) == 1
        assert len(await tx.runs.of_batch(batches[0].id)) == 8
    report("20 equal orders: 1 batch")


async def test_a_cancel_at_any_moment_ends_everything_and_nothing_comes_late(running: Running) -> None:
    rng = random.Random(SEED)
    planning, longest = running.use_cases.planning, 0.0
    ended: dict[str, str] = {}

    async def cancelled_again_and_again() -> None:
        nonlocal longest, ended
        for _ in range(CANCELS // LANES):
            batch = await planning.start(AGENT.name, ORDER, actor=ADMIN)
            await asyncio.sleep(rng.uniform(0, 0.4))
            began = monotonic()
            await planning.cancel(batch.id, actor=ADMIN)
            longest = max(longest, monotonic() - began)
            ended |= await _states(running, batch.id)

    await asyncio.gather(*(cancelled_again_and_again() for _ in range(LANES)))
    await asyncio.sleep(1)
    later: dict[str, str] = {}
    for batch_id in {run.rsplit(" ", 1)[0] for run in ended}:
        later |= await _states(running, batch_id)
    assert set(ended.values()) <= {"finished", "cancelled"}
    assert later == ended
    assert longest < LONGEST_SECONDS
    cancelled = sum(state == "cancelled" for state in ended.values())
    report(
        f"seed {SEED}: {CANCELS} cancels, {cancelled} of {len(ended)} runs cancelled, 0 late, {longest:.2f} s at most"
    )


async def _states(running: Running, batch_id: str) -> dict[str, str]:
    async with running.store.reading() as tx:
        return {f"{batch_id} {run.n}": run.state for run in await tx.runs.of_batch(batch_id)}

"""A batch that takes longer than it was given ends on time, also if nothing runs when its time is up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

from optimize.application.planning import BatchOrder
from optimize.application.views import BatchView
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor
from optimize.domain.agent_definition import AgentDefinition
from optimize.running import Running, connect
from optimize.settings import load_settings
from tests.fakes import slow_agent
from tests.fakes.planned import body
from tests.fakes.until import until
from tests.faults.reporting import report

ANN = Actor(name="ann")
MODULE = slow_agent.__name__
SLOW = AgentDefinition.model_validate({"name": "slow", "runtime": {"python": f"{MODULE}:Agent"}})
LIMIT = 2.0


def echoes(runs: int) -> TestBody:
    return body(criteria=[{"kind": "answerContains", "texts": ["You said"]}], runs=runs)


@asynccontextmanager
async def started(data: Path) -> AsyncIterator[Running]:
    running = await connect(load_settings(data=data, allow_modules=MODULE, run_concurrency=2))
    try:
        await running.start()
        yield running
    finally:
        await running.stop()


async def planned(running: Running, runs: int) -> BatchView:
    cases = running.use_cases
    await cases.agents.register(SLOW, actor=ANN, operator=True)
    draft = await cases.lifecycle.draft("slow", echoes(runs), actor=ANN)
    await cases.lifecycle.accept(draft.id, actor=ANN)
    return await cases.planning.start("slow", BatchOrder(kind="run_all", time_limit=LIMIT), actor=ANN)


async def over(running: Running, batch: str) -> BatchView:
    async def is_over() -> bool:
        return (await running.use_cases.history.batch(batch)).state == "finished"

    await until(is_over)
    return await running.use_cases.history.batch(batch)


async def test_a_batch_ends_at_its_time_limit_with_what_it_has(tmp_path: Path) -> None:
    async with started(tmp_path) as running:
        began = monotonic()
        batch = await planned(running, runs=60)
        view = await over(running, batch.id)
        took = monotonic() - began
        counts = view.counts
        assert (view.verdict, counts.done, counts.running) == ("incomplete", 60, 0)
        assert counts.passed > 0
        assert counts.passed + counts.cancelled == 60
        assert took < LIMIT + 10
        await asyncio.sleep(2 * slow_agent.SECONDS)
        assert await running.use_cases.history.batch(batch.id) == view
        report(
            f"limit {LIMIT} s, over after {took:.1f} s: {counts.passed} finished, {counts.cancelled} cancelled, 0 late"
        )


async def test_a_deadline_that_passed_while_nothing_ran_is_kept_at_the_return(tmp_path: Path) -> None:
    async with started(tmp_path) as running:
        batch = await planned(running, runs=60)
        await asyncio.sleep(0.5)
    await asyncio.sleep(LIMIT)
    async with started(tmp_path) as running:
        view = await over(running, batch.id)
        runs = (await running.use_cases.history.runs("slow", batch=batch.id, limit=100)).items
    assert view.counts.cancelled >= 50
    assert {run.why for run in runs if run.state == "cancelled"} == {"The time limit of the batch was reached: 2 s."}
    began_late = [run for run in runs if run.started_at and view.deadline and run.started_at > view.deadline]
    assert began_late == []

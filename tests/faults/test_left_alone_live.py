"""While a batch waits for an endpoint that asks to be left alone, all else goes on: cancel, time limit, stop, return.

In real time, with the real engine: each comes within seconds, although the pause lasts for a day.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from optimize.adapters.models import pause
from optimize.application.planning import BatchOrder
from optimize.application.views import BatchView
from optimize.running import Running
from tests.bugs.wired import ANN, accepted, register, wired
from tests.fakes.until import until
from tests.faults.judging import agrees
from tests.faults.reporting import report
from tests.standins.openai_wire import Step, Wire

LOOK: dict[str, Any] = {"name": "look", "effect": "read", "from": {"sample": {}}}
AGENTS: list[dict[str, Any]] = [
    {"name": "desk", "model": {"ref": "openai:small"}, "tools": [LOOK]},
    {"name": "at_hand", "tools": [LOOK]},
]
DAY = Step(status=429, retry_after="86400")
SAYS = [{"kind": "doesNotInvokeTool", "tool": "look"}]
SOON = 10.0
"""Seconds, on a machine under load."""


def alone(*, says: Callable[[], Step] = lambda: DAY) -> Wire:
    wire = Wire(agrees)
    wire.otherwise = says
    return wire


async def begun(running: Running, agent: str = "desk", **order: Any) -> BatchView:
    for definition in AGENTS:
        if definition["name"] == agent:
            await register(running, definition)
    await accepted(running, agent, "Hello", criteria=SAYS, runs=5)
    return await running.use_cases.planning.start(agent, BatchOrder(kind="run_all", **order), actor=ANN)


def batch(running: Running, planned: BatchView) -> Awaitable[BatchView]:
    return running.use_cases.history.batch(planned.id)


async def is_paused(running: Running, planned: BatchView) -> None:
    async def shown() -> bool:
        return (await running.use_cases.history.progress(planned.id)).paused is not None

    await until(shown)


async def is_over(running: Running, planned: BatchView) -> BatchView:
    async def over() -> bool:
        return (await batch(running, planned)).state in ("finished", "cancelled")

    await until(over)
    return await batch(running, planned)


async def test_a_paused_batch_is_cancelled_within_seconds(tmp_path: Path) -> None:
    async with wired(tmp_path, alone()) as running:
        planned = await begun(running)
        await is_paused(running, planned)
        began = monotonic()
        view = await running.use_cases.planning.cancel(planned.id, actor=ANN)
        took = monotonic() - began
    assert (view.state, view.counts.cancelled, view.paused) == ("cancelled", 5, None)
    assert took < SOON
    report(f"paused for a day, cancelled after {took:.2f} s")


async def test_the_time_limit_ends_a_paused_batch(tmp_path: Path) -> None:
    async with wired(tmp_path, alone()) as running:
        began = monotonic()
        view = await is_over(running, await begun(running, time_limit=2.0))
        took = monotonic() - began
    assert (view.counts.cancelled, view.paused) == (5, None)
    assert took < 2 + SOON


async def test_other_batches_go_on(tmp_path: Path) -> None:
    async with wired(tmp_path, alone()) as running:
        waits = await begun(running)
        await is_paused(running, waits)
        view = await is_over(running, await begun(running, "at_hand"))
        assert (view.state, view.counts.done, view.paused) == ("finished", 5, None)
        assert (await batch(running, waits)).paused is not None


async def test_a_process_stops_at_once_and_the_next_one_asks_again(tmp_path: Path) -> None:
    wire = alone()
    async with wired(tmp_path, wire) as running:
        planned = await begun(running)
        await is_paused(running, planned)
        first = (await batch(running, planned)).paused
        began = monotonic()
    took, asked = monotonic() - began, len(wire.requests)
    async with wired(tmp_path, wire) as running:

        async def again() -> bool:
            return (await batch(running, planned)).paused != first

        await until(again)
    wire.otherwise = Step
    async with wired(tmp_path, wire) as running:
        view = await is_over(running, planned)
        runs = (await running.use_cases.history.runs("desk", batch=planned.id)).items
    assert took < SOON
    assert len(wire.requests) > asked
    assert (view.state, view.counts.passed, view.paused) == ("finished", 5, None)
    assert {run.attempts for run in runs} == {3}
    report(f"paused for a day, stopped after {took:.2f} s, taken up twice, 5 of 5 runs finished")


async def test_when_the_time_has_come_it_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pause, "LONGEST_ASKED", 1.0)
    wire = alone(says=Step)
    wire.steps.append(Step(status=429, retry_after="2"))
    async with wired(tmp_path, wire) as running:
        planned = await begun(running)
        await is_paused(running, planned)
        view = await is_over(running, planned)
    assert (view.state, view.counts.passed) == ("finished", 5)

"""Fault 23 on the real product: whichever process looks first, and however often it is started, a day runs once."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from optimize import running
from optimize.application.records import ScheduleRecord
from optimize.application.views import BatchView
from optimize.bootstrap import Optimize, build
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor
from optimize.settings import Settings, load_settings

AGENT, ANN = "invoice-exceptions", Actor(name="ann")
BODY = {
    "name": "Compares first",
    "situation": {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]},
    "criteria": [{"kind": "invokesTool", "tool": "compare_invoice"}],
}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(running, "_LOOK_SECONDS", 0.1)
    return load_settings(data=tmp_path, admin_token="t" * 32)


async def started(settings: Settings) -> Optimize:
    optimize = await build(settings)
    await optimize.start()
    return optimize


async def accepted_and_due(optimize: Optimize) -> None:
    """One accepted test, and a schedule that was set yesterday and came due a moment ago."""
    draft = await optimize.use_cases.lifecycle.draft(AGENT, TestBody.model_validate(BODY), actor=ANN)
    await optimize.use_cases.lifecycle.accept(draft.id, actor=ANN)
    now = datetime.now(UTC)
    schedule = ScheduleRecord(
        agent=AGENT, at=f"{now:%H:%M}", enabled=True, by="ann", changed_at=now - timedelta(hours=23)
    )
    async with optimize.store.writing() as tx:
        await tx.schedules.set(schedule)


async def scheduled(optimize: Optimize) -> list[BatchView]:
    return [batch for batch in await optimize.use_cases.history.batches(AGENT) if batch.kind == "schedule"]


async def finished(optimize: Optimize) -> BatchView:
    async with asyncio.timeout(30):
        while True:
            batches = await scheduled(optimize)
            if batches and batches[0].state == "finished":
                return batches[0]
            await asyncio.sleep(0.1)


async def test_the_service_looks_at_the_clock_itself_and_a_restart_fires_nothing_again(settings: Settings) -> None:
    first = await started(settings)
    await accepted_and_due(first)
    batch = await finished(first)
    assert (batch.verdict, batch.requested_by, batch.exploratory_reason) == ("passed", "ann", None)
    await first.stop()
    second = await started(settings)
    await asyncio.sleep(0.5)
    assert [found.id for found in await scheduled(second)] == [batch.id]
    await second.stop()


async def test_what_came_due_while_nothing_ran_is_run_at_the_return(settings: Settings) -> None:
    first = await started(settings)
    await first.running.daily.stop()
    await accepted_and_due(first)
    await first.stop()
    second = await started(settings)
    assert (await finished(second)).verdict == "passed"
    [day] = (await second.use_cases.scheduling.view(AGENT)).days
    assert (day.state, day.late) == ("started", False)
    await second.stop()

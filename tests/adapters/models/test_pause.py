"""An endpoint that asks to be left alone for long: a run's call waits, a person is told when to come back."""

import asyncio
from datetime import timedelta
from email.utils import format_datetime

import pytest
from langchain_core.messages import HumanMessage

from optimize.adapters.models import pause
from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.endpoints import Endpoint
from optimize.application.agent_time import AgentTime
from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.domain.errors import Unavailable
from tests.adapters.models.conftest import CONTEXT, Bench, says
from tests.standins.openai_wire import Step, Wire

PERSON = CallContext(agent="desk", turn="turn_1")
DAY = 86_400.0
A_DAY = Step(status=429, retry_after="86400")


async def ask(bench: Bench, context: CallContext = CONTEXT) -> ModelReply:
    return await bench.models.ask("judge", [PromptMessage(role="user", text="Hello")], context=context)


@pytest.mark.parametrize("status", [429, 503])
async def test_a_runs_call_waits_until_it_may_ask_again(bench: Bench, status: int) -> None:
    began = bench.clock.now()
    bench.wire.steps.append(Step(status=status, retry_after="86400"))
    async with AgentTime(bench.clock, 60) as time:
        assert (await ask(bench)).text == "Hello there."
    assert time.seconds == 0
    assert bench.clock.now() - began == timedelta(days=1)
    assert max(bench.waits) <= 60  # it looks at the clock: a machine may have slept meanwhile
    assert bench.store.states == ["failed", "done"]
    [told] = bench.store.paused
    assert (told.batch, told.until) == ("batch_1", began + timedelta(days=1))
    assert told.why == "wire asks to be left alone."


async def test_a_date_is_waited_for_like_seconds(bench: Bench) -> None:
    at = bench.clock.now() + timedelta(days=6)
    bench.wire.steps.append(Step(status=429, retry_after=format_datetime(at, usegmt=True)))
    await ask(bench)
    assert bench.clock.now() == at


async def test_it_counts_neither_as_a_try_nor_against_the_time_of_a_call() -> None:
    bench = Bench(Wire(says("Hello there.")), total_seconds=100)
    bench.wire.steps.extend([Step(status=500), A_DAY, Step(status=500), A_DAY, Step(status=500), Step(status=500)])
    assert (await ask(bench)).text == "Hello there."
    assert sum(bench.waits) >= 2 * DAY
    assert len(bench.store.paused) == 2


async def test_many_that_are_told_so_do_not_take_it_for_broken(bench: Bench) -> None:
    bench.wire.steps.extend([Step(status=503, retry_after="3600")] * 5)
    assert (await ask(bench)).text == "Hello there."
    assert sum(bench.waits) == 5 * 3_600


async def test_a_person_is_told_when_to_come_back(bench: Bench) -> None:
    bench.wire.steps.append(A_DAY)
    with pytest.raises(Unavailable, match="asks to be left alone until 2026-01-06 09:00 UTC"):
        await ask(bench, PERSON)
    assert (bench.waits, bench.store.paused) == ([], [])
    assert (await ask(bench, PERSON)).text == "Hello there."  # who asks all the same may


async def test_what_a_person_was_told_holds_for_runs_and_is_not_asked_twice(bench: Bench) -> None:
    bench.wire.steps.append(A_DAY)
    with pytest.raises(Unavailable):
        await ask(bench, PERSON)
    await ask(bench)
    assert sum(bench.waits) == DAY
    assert len(bench.wire.requests) == 2


@pytest.mark.parametrize(
    ("asked", "when"),
    [("604801", "until 2026-01-12 09:00 UTC"), ("1e12", "for longer than"), ("1e300", "for longer than")],
)
async def test_more_than_a_week_is_not_waited_for(bench: Bench, asked: str, when: str) -> None:
    bench.wire.steps.append(Step(status=429, retry_after=asked))
    with pytest.raises(Unavailable, match=f"asks to be left alone {when}"):
        await ask(bench)
    assert (bench.waits, bench.store.paused) == ([], [])


@pytest.mark.parametrize("asked", ["-86400", "nan", "inf", "Mon, 05 Jan 2025 08:00:00 GMT", "86400 seconds"])
async def test_nonsense_is_ignored(bench: Bench, asked: str) -> None:
    bench.wire.steps.append(Step(status=429, retry_after=asked))
    await ask(bench)
    assert sum(bench.waits) <= 1
    assert bench.store.paused == []


async def test_who_waits_for_a_place_meanwhile_does_not_leave() -> None:
    bench = Bench(Wire(says("Hello there.")), concurrency=1)

    async def sleeps(seconds: float) -> None:
        await asyncio.sleep(0.01)
        bench.clock.advance(seconds)

    bench.carrier._sleep = sleeps
    bench.wire.steps.append(Step(status=429, retry_after="600", delay=0.01))
    await asyncio.gather(*(ask(bench) for _ in range(3)))
    assert len(bench.wire.requests) == 4
    held_back = [row for row in bench.store.rows.values() if row.error == pause.HELD_BACK.reason]
    assert len(held_back) == 2
    assert all(row.state == "failed" and row.cost == 0 and row.latency_ms is None for row in held_back)


async def test_other_endpoints_go_on_and_a_cancelled_call_is_over_at_once(bench: Bench) -> None:
    asleep = asyncio.Event()

    async def sleeps(seconds: float) -> None:
        asleep.set()
        await asyncio.Event().wait()

    bench.carrier._sleep = sleeps
    bench.wire.steps.append(A_DAY)
    waiting = asyncio.create_task(ask(bench))
    await asleep.wait()
    model = bench.completers.get("agent", CONTEXT)
    model.errand = model.errand.model_copy(update={"endpoint": Endpoint(ModelAccess())})
    said = await model.answer([HumanMessage("Hello")])
    assert said.text == "Hello there."
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert bench.store.states == ["failed", "done"]

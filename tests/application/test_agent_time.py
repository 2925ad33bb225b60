"""What is held against an agent is its own time: not our queue, not an endpoint's pauses."""

import asyncio

import pytest

from optimize.application.agent_time import AgentTime, held_up
from tests.fakes.clock import FakeClock


async def test_time_stands_still_while_the_agent_is_held_up() -> None:
    clock = FakeClock()
    async with AgentTime(clock, 60) as time:
        clock.advance(1)
        with held_up():
            clock.advance(10)
        clock.advance(2)
        with held_up(), held_up():
            clock.advance(20)
    assert time.seconds == 3


async def test_a_task_of_the_agent_can_be_held_up_too() -> None:
    clock = FakeClock()

    async def waits() -> None:
        with held_up():
            clock.advance(5)

    async with AgentTime(clock, 60) as time:
        await asyncio.gather(waits(), waits())
    assert time.seconds == 0


async def test_the_limit_waits_as_well_and_then_holds() -> None:
    time = AgentTime(FakeClock(), 0.05)
    async with time:
        with held_up():
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.01)
    assert not time.expired
    with pytest.raises(TimeoutError):
        async with time_of_own(0.02):
            await asyncio.sleep(1)


def time_of_own(limit: float) -> AgentTime:
    return AgentTime(FakeClock(), limit)


async def test_waiting_outside_of_an_agents_time_is_just_waiting() -> None:
    with held_up():
        await asyncio.sleep(0)

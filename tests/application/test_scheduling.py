"""Fault 23: two schedulers, restarts at the due time, a clock that jumps. The accepted set runs once per UTC day."""

import asyncio
from datetime import UTC, date, datetime
from typing import Any

import pytest

from optimize.adapters.store.store import open_store
from optimize.application.scheduling import ScheduleView, Scheduling
from optimize.domain.errors import Forbidden, Invalid, NotFound, Unavailable
from tests.fakes.world import ADMIN, AGENT, ASSISTANT, EDITOR, World

HOUR, DAY = 3_600, 86_400
MONDAY, TUESDAY, WEDNESDAY = (date(2026, 1, day) for day in (5, 6, 7))


def to(world: World, day: int, hour: int, minute: int = 0) -> None:
    """Set the clock, backwards too."""
    wanted = datetime(2026, 1, day, hour, minute, tzinfo=UTC)
    world.clock.advance((wanted - world.clock.now()).total_seconds())


async def set_daily(world: World, at: str = "06:00", *, enabled: bool = True) -> ScheduleView:
    return await world.scheduling.set_daily(AGENT, at=at, enabled=enabled, actor=ADMIN)


async def days(world: World) -> list[tuple[date, str, bool]]:
    return [(day.due_date, day.state, day.late) for day in (await world.scheduling.view(AGENT)).days]


async def scheduled(world: World) -> list[str]:
    return [batch.id for batch in await world.history.batches(AGENT) if batch.kind == "schedule"]


@pytest.fixture
async def daily(world: World) -> World:
    """One accepted test, and a schedule set on Monday at nine for six o'clock."""
    await world.accepted()
    to(world, 5, 9)
    await set_daily(world)
    return world


async def test_it_fires_once_when_its_time_has_come(daily: World) -> None:
    to(daily, 6, 5, 59)
    assert await daily.scheduling.tick() == []
    to(daily, 6, 6)
    [batch] = await daily.scheduling.tick()
    to(daily, 6, 6, 1)
    assert await daily.scheduling.tick() == []
    view = await daily.history.batch(batch)
    assert (view.kind, view.requested_by, view.exploratory_reason, view.writes) == ("schedule", "ann", None, "refuse")
    assert await days(daily) == [(TUESDAY, "started", False)]


async def test_a_scheduled_run_counts_for_health(daily: World) -> None:
    to(daily, 6, 6)
    await daily.scheduling.tick()
    await daily.engine.work()
    assert (await daily.health.of(AGENT)).tests_passing == 1


async def test_it_fires_every_day(daily: World) -> None:
    for day in (6, 7, 8):
        to(daily, day, 6)
        assert len(await daily.scheduling.tick()) == 1
    assert len(await scheduled(daily)) == 3


async def test_what_was_due_before_it_was_set_is_not_made_up_for(daily: World) -> None:
    assert await daily.scheduling.tick() == []
    assert await days(daily) == []


@pytest.mark.parametrize(("hour", "late"), [(6, False), (7, True), (17, True)])
async def test_a_day_that_was_missed_is_run_once_on_return_and_marked_late(daily: World, hour: int, late: bool) -> None:
    to(daily, 6, hour, 3)
    assert len(await daily.scheduling.tick()) == 1
    assert await daily.scheduling.tick() == []
    assert await days(daily) == [(TUESDAY, "started", late)]


async def test_after_twelve_hours_it_is_missed_and_the_next_day_is_run(daily: World) -> None:
    to(daily, 6, 18)
    assert await daily.scheduling.tick() == []
    [missed] = (await daily.scheduling.view(AGENT)).days
    assert (missed.due_date, missed.state, missed.batch) == (TUESDAY, "missed", None)
    assert missed.why is not None
    assert "down" in missed.why
    to(daily, 7, 6)
    assert len(await daily.scheduling.tick()) == 1


async def test_of_several_missed_days_only_the_newest_is_run(daily: World) -> None:
    to(daily, 8, 7)
    assert len(await daily.scheduling.tick()) == 1
    assert await days(daily) == [
        (date(2026, 1, 8), "started", True),
        (WEDNESDAY, "missed", False),
        (TUESDAY, "missed", False),
    ]


async def test_a_clock_that_jumps_forth_and_back_fires_no_day_twice(daily: World) -> None:
    to(daily, 6, 5)
    assert await daily.scheduling.tick() == []
    for hour in (7, 5, 6, 8, 4, 6):
        to(daily, 6, hour)
        await daily.scheduling.tick()
    assert len(await scheduled(daily)) == 1
    to(daily, 5, 22)
    assert await daily.scheduling.tick() == []
    to(daily, 7, 6)
    assert len(await daily.scheduling.tick()) == 1


async def test_two_processes_start_a_day_once(daily: World) -> None:
    to(daily, 6, 6)
    others = [open_store(str(daily.store.engine.url)) for _ in range(4)]
    beside = [Scheduling(store, daily.planning, daily.engine, daily.clock, daily.ids, daily.live) for store in others]
    started = await asyncio.gather(*(scheduling.tick() for scheduling in [daily.scheduling, *beside] * 3))
    for store in others:
        await store.close()
    assert len([batch for batches in started for batch in batches]) == 1
    assert len(await scheduled(daily)) == 1
    assert await days(daily) == [(TUESDAY, "started", False)]


async def test_if_the_queue_does_not_take_it_the_day_stays_open(daily: World, monkeypatch: Any) -> None:
    async def refuse(*_: object) -> None:
        raise Unavailable("store_busy", "The database is busy.")

    to(daily, 6, 6)
    monkeypatch.setattr(daily.engine, "submit", refuse)
    with pytest.raises(Unavailable):
        await daily.scheduling.tick()
    assert await days(daily) == []
    assert await scheduled(daily) == []
    monkeypatch.undo()
    assert len(await daily.scheduling.tick()) == 1


async def test_with_nothing_to_run_the_day_says_so(world: World) -> None:
    to(world, 5, 9)
    await set_daily(world)
    to(world, 6, 6)
    assert await world.scheduling.tick() == []
    [day] = (await world.scheduling.view(AGENT)).days
    assert (day.state, day.batch) == ("not_started", None)
    assert day.why is not None
    assert "no accepted tests" in day.why
    await world.accepted()
    assert await world.scheduling.tick() == []


async def test_one_that_is_off_fires_nothing_and_one_that_is_on_again_makes_up_for_nothing(daily: World) -> None:
    off = await set_daily(daily, enabled=False)
    assert (off.enabled, off.at, off.next_due) == (False, "06:00", None)
    to(daily, 7, 6)
    assert await daily.scheduling.tick() == []
    to(daily, 7, 7)
    await set_daily(daily)
    assert await daily.scheduling.tick() == []
    to(daily, 8, 6)
    assert len(await daily.scheduling.tick()) == 1


async def test_another_time_on_the_same_day_does_not_run_it_again(daily: World) -> None:
    to(daily, 6, 6)
    await daily.scheduling.tick()
    changed = await set_daily(daily, "18:00")
    assert changed.next_due == datetime(2026, 1, 7, 18, tzinfo=UTC)
    to(daily, 6, 18)
    assert await daily.scheduling.tick() == []


async def test_each_agent_has_its_own(daily: World) -> None:
    desk = await daily.register({"name": "desk", "model": {"ref": "offline:rules"}})
    await daily.scheduling.set_daily(desk, at="07:00", enabled=True, actor=ADMIN)
    to(daily, 6, 6, 30)
    assert len(await daily.scheduling.tick()) == 1
    assert (await daily.scheduling.view(desk)).next_due == datetime(2026, 1, 6, 7, tzinfo=UTC)


async def test_before_it_is_set_there_is_none(world: World) -> None:
    view = await world.scheduling.view(AGENT)
    assert (view.at, view.enabled, view.by, view.next_due, view.days) == (None, False, None, None, [])
    with pytest.raises(NotFound):
        await world.scheduling.view("nobody")


@pytest.mark.parametrize("actor", [EDITOR, ASSISTANT])
async def test_a_person_with_the_right_decides(world: World, actor: Any) -> None:
    with pytest.raises(Forbidden):
        await world.scheduling.set_daily(AGENT, at="06:00", enabled=True, actor=actor)
    assert (await world.scheduling.view(AGENT)).at is None
    assert (await world.audit())[-1].action == "refused schedule"


async def test_the_change_is_on_record(daily: World) -> None:
    await set_daily(daily, "22:30")
    last = (await daily.audit())[-1]
    assert (last.actor, last.action, last.before, last.after) == ("ann", "schedule", "06:00 UTC, on", "22:30 UTC, on")


async def test_what_is_no_time_is_refused(world: World) -> None:
    with pytest.raises(Invalid) as refused:
        await set_daily(world, "25:00")
    assert refused.value.code == "bad_time"

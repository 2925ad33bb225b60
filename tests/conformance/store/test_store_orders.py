"""Experiments and daily schedules: pairs that stay as they were planned, and days that only one process can claim."""

import asyncio
from datetime import date

import pytest

from optimize.adapters.store.store import SqlStore, open_store
from optimize.domain.change import Change, PromptChange
from optimize.domain.errors import Conflict
from tests.conformance.store.world import World, a_batch, a_call, a_day, a_run, a_schedule, an_experiment, later

TUESDAY = date(2026, 3, 3)


async def _two_batches(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.batches.add(a_batch("b1"), [])
        await tx.batches.add(a_batch("b2"), [])


async def test_an_experiment_is_found_by_either_of_its_batches(world: World) -> None:
    await _two_batches(world)
    kept = an_experiment(change=Change(prompt=PromptChange(part="role", text="Sei kurz.")), thread="th1")
    async with world.store.writing() as tx:
        await tx.experiments.add(kept)
    async with world.store.reading() as tx:
        assert await tx.experiments.get("e1") == kept
        assert [await tx.experiments.of_batch(batch) for batch in ("b1", "b2", "b3")] == [kept, kept, None]
        assert await tx.experiments.get("e2") is None


async def test_experiments_are_listed_newest_first(world: World) -> None:
    await _two_batches(world)
    async with world.store.writing() as tx:
        for name in ("z", "a"):
            await tx.experiments.add(an_experiment(name))
        assert [found.id for found in await tx.experiments.list("desk")] == ["a", "z"]
        assert [found.id for found in await tx.experiments.list("desk", limit=1)] == ["a"]
        assert await tx.experiments.list("other") == []


async def test_a_schedule_is_replaced_by_the_next(world: World) -> None:
    async with world.store.writing() as tx:
        assert await tx.schedules.get("desk") is None
        await tx.schedules.set(a_schedule())
        await tx.schedules.set(a_schedule(at="22:30", enabled=False, by="bob", changed_at=later(5)))
    async with world.store.reading() as tx:
        assert await tx.schedules.list() == [a_schedule(at="22:30", enabled=False, by="bob", changed_at=later(5))]


async def test_a_day_is_claimed_once(world: World) -> None:
    missed = a_day(3, state="missed", why="The service was down.", batch=None)
    async with world.store.writing() as tx:
        await tx.schedules.claim(a_day(2, late=True))
        await tx.schedules.claim(missed)
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await tx.schedules.claim(a_day(3))
    assert refused.value.code == "already_exists"
    async with world.store.reading() as tx:
        assert await tx.schedules.days("desk") == [missed, a_day(2, late=True)]
        assert await tx.schedules.days("desk", limit=1) == [missed]
        assert await tx.schedules.day("desk", TUESDAY) == missed


async def test_of_two_processes_that_claim_a_day_one_gets_it(world: World, migrated: str) -> None:
    other = open_store(migrated)

    async def claim(store: SqlStore, batch: str) -> str:
        async with store.writing() as tx:
            await tx.schedules.claim(a_day(3, batch=batch))
        return batch

    told = await asyncio.gather(claim(world.store, "b1"), claim(other, "b2"), return_exceptions=True)
    await other.close()
    refused = [answer for answer in told if isinstance(answer, Conflict)]
    assert [answer.code for answer in refused] == ["already_exists"]
    async with world.store.reading() as tx:
        [day] = await tx.schedules.days("desk")
    assert [day.batch] == [answer for answer in told if isinstance(answer, str)]


async def test_costs_can_be_those_of_one_role(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        for name, role in (("c1", "agent"), ("c2", "judge"), ("c3", "agent")):
            await tx.calls.add(a_call(name, role=role, run="r1"))
    async with world.store.reading() as tx:
        assert (await tx.calls.costs(["r1"]))["r1"].calls == 3
        assert (await tx.calls.costs(["r1"], role="agent"))["r1"].calls == 2
        assert await tx.calls.costs(["r1"], role="simulator") == {}

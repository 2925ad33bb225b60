"""Batches: planned whole, listed newest first, over once."""

from decimal import Decimal

import pytest

from optimize.adapters.store.store import SqlStore
from optimize.domain.errors import Conflict, NotFound
from optimize.domain.setup import Setup
from tests.conformance.store.world import NOON, TRANSCRIPT, World, a_batch, a_run, a_test, body, later


async def test_a_batch_comes_back_with_the_tests_it_was_planned_with(world: World) -> None:
    batch = a_batch(
        setup=Setup(model="other:m", prompt={"role": "new"}),
        writes="execute",
        go_ahead={"by": "ann", "tools": ["write"]},
        exploratory_reason="model swapped",
        thread="th1",
        stop_early=True,
        budget=Decimal("0.10"),
    )
    async with world.store.writing() as tx:
        await tx.batches.add(batch, [a_run()])
    async with world.store.reading() as tx:
        stored = await tx.batches.get("b1")
        assert await tx.batches.get("none") is None
    assert stored == batch
    assert list(stored.tests) == ["t2", "t1"]
    assert str(stored.budget) == "0.10"


async def test_a_revised_draft_changes_nothing_in_a_planned_batch(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
        await tx.batches.add(a_batch(tests={"t1": body("as planned")}), [])
        await tx.tests.replace_draft("t1", body("as revised"))
        await tx.tests.discard("t1")
        stored = await tx.batches.get("b1")
    assert stored is not None
    assert stored.tests["t1"].name == "as planned"


async def test_a_batch_and_its_runs_are_planned_together_or_not_at_all(world: World) -> None:
    with pytest.raises(Conflict):
        await world.planned(a_run("r1"), a_run("r2", n=1))
    async with world.store.reading() as tx:
        assert await tx.batches.get("b1") is None
        assert await tx.runs.of_batch("b1") == []


async def test_batches_are_listed_newest_first(world: World) -> None:
    async with world.store.writing() as tx:
        for batch_id in ("z", "a", "m"):
            await tx.batches.add(a_batch(batch_id), [])
        await tx.batches.set_state("a", "finished", finished_at=later(1))
        await tx.batches.set_state("m", "running")
        assert [batch.id for batch in await tx.batches.list()] == ["m", "a", "z"]
        assert [batch.id for batch in await tx.batches.list("desk", limit=1)] == ["m"]
        assert [batch.id for batch in await tx.batches.list(active=True)] == ["m", "z"]
        assert [batch.id for batch in await tx.batches.list("desk", active=False)] == ["a"]
        assert await tx.batches.list("none") == []


async def test_a_batch_that_is_over_stays_as_it_ended(world: World) -> None:
    await world.planned()
    async with world.store.writing() as tx:
        await tx.batches.set_state("b1", "cancelled", finished_at=later(1))
        await tx.batches.set_state("b1", "finished", finished_at=later(2))
        stored = await tx.batches.get("b1")
    assert stored is not None
    assert (stored.state, stored.finished_at) == ("cancelled", later(1))


async def test_a_batch_that_is_not_there_is_not_found(store: SqlStore) -> None:
    with pytest.raises(NotFound):
        async with store.writing() as tx:
            await tx.batches.set_state("none", "running")


async def test_a_run_that_comes_with_a_transcript_keeps_it(world: World) -> None:
    await world.planned(a_run(state="judging", attempt=1, transcript=TRANSCRIPT, started_at=NOON))
    async with world.store.reading() as tx:
        run = await tx.runs.get("r1")
    assert run is not None
    assert run.transcript == TRANSCRIPT

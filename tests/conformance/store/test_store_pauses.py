"""Until when the calls of a batch wait: one word per batch, and the last one counts."""

import pytest

from optimize.application.records import PauseRecord
from optimize.domain.errors import Conflict
from tests.conformance.store.world import World, a_batch, later

FIRST = PauseRecord(batch="b1", until=later(60), why="openai.com asks to be left alone.")


async def test_a_batch_is_told_to_wait_and_what_it_was_told_is_no_news(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.batches.add(a_batch("b1"), [])
        assert await tx.pauses.get("b1") is None
        assert await tx.pauses.set(FIRST)
        assert not await tx.pauses.set(FIRST)
    async with world.store.reading() as tx:
        assert await tx.pauses.get("b1") == FIRST
        assert await tx.pauses.get("b2") is None


@pytest.mark.parametrize("change", [{"until": later(30)}, {"until": later(90)}, {"why": "Another one does."}])
async def test_what_it_is_told_next_stands_in_its_place(world: World, change: dict[str, object]) -> None:
    again = FIRST.model_copy(update=change)
    async with world.store.writing() as tx:
        await tx.batches.add(a_batch("b1"), [])
        await tx.pauses.set(FIRST)
    async with world.store.writing() as tx:
        assert await tx.pauses.set(again)
        assert await tx.pauses.get("b1") == again


async def test_each_batch_waits_for_itself_and_stays_as_it_was_planned(world: World) -> None:
    batches = [a_batch("b1"), a_batch("b2")]
    async with world.store.writing() as tx:
        for batch in batches:
            await tx.batches.add(batch, [])
        await tx.pauses.set(FIRST.model_copy(update={"batch": "b2"}))
    async with world.store.reading() as tx:
        assert await tx.pauses.get("b1") is None
        assert [await tx.batches.get(batch.id) for batch in batches] == batches


async def test_there_is_no_pause_of_a_batch_that_is_not_there(world: World) -> None:
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await tx.pauses.set(FIRST)
    assert refused.value.code == "part_of_nothing"

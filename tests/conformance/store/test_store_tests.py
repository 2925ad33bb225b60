"""Acceptance tests: draft, accept, retire, discard."""

from collections.abc import Awaitable, Callable

import pytest

from optimize.adapters.store.store import SqlStore
from optimize.application.ports.store import Transaction
from optimize.application.records import TestRecord
from optimize.domain.acceptance_test import TestState
from optimize.domain.errors import Conflict, NotFound
from tests.conformance.store.world import World, a_test, body, later


async def _one(store: SqlStore, test_id: str = "t1") -> TestRecord:
    async with store.reading() as tx:
        found = await tx.tests.get(test_id)
    assert found is not None
    return found


async def test_a_test_comes_back_as_it_was_added(world: World) -> None:
    written = a_test(
        attributes={"order": {"id": 7, "tags": ["x", None]}},
        expected_behaviors=["says the temperature"],
        simulated_user={"persona": "in a hurry", "goal": "the weather"},
        runs=20,
        threshold=0.6,
        replaces="t0",
    )
    async with world.store.writing() as tx:
        await tx.tests.add(written)
    assert await _one(world.store) == written


async def test_no_test_is_none(store: SqlStore) -> None:
    async with store.reading() as tx:
        assert await tx.tests.get("t1") is None


async def test_tests_are_listed_oldest_first_and_by_state(world: World) -> None:
    async with world.store.writing() as tx:
        for test_id in ("z", "a", "m"):
            await tx.tests.add(a_test(test_id))
        await tx.tests.accept("a", at=later(1), by="ann")
        listed = {
            state: [record.test.id for record in await tx.tests.list("desk", state=state)]
            for state in (None, TestState.DRAFT, TestState.ACCEPTED, TestState.RETIRED)
        }
        assert await tx.tests.list("none") == []
    assert list(listed.values()) == [["z", "a", "m"], ["z", "m"], ["a"], []]


async def test_a_draft_takes_a_new_body(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
        await tx.tests.replace_draft("t1", body("renamed"))
    assert (await _one(world.store)).test.body() == body("renamed")


async def test_accepting_says_when_and_by_whom(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
        await tx.tests.accept("t1", at=later(1), by="bob")
    record = await _one(world.store)
    assert (record.test.state, record.accepted_at, record.accepted_by) == (TestState.ACCEPTED, later(1), "bob")


async def test_retiring_names_the_reason_and_the_successor(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
        await tx.tests.accept("t1", at=later(1), by="bob")
        await tx.tests.retire("t1", reason="amended", at=later(2), by="eve", replaced_by="t2")
    record = await _one(world.store)
    assert (record.retired_at, record.retired_by) == (later(2), "eve")
    assert (record.test.state, record.test.retired_reason, record.test.replaced_by) == ("retired", "amended", "t2")


async def test_a_discarded_draft_is_gone(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
        await tx.tests.discard("t1")
        assert await tx.tests.get("t1") is None


_STEPS: dict[str, Callable[[Transaction], Awaitable[None]]] = {
    "edit": lambda tx: tx.tests.replace_draft("t1", body("other")),
    "accept": lambda tx: tx.tests.accept("t1", at=later(2), by="bob"),
    "discard": lambda tx: tx.tests.discard("t1"),
    "retire without a reason": lambda tx: tx.tests.retire("t1", reason=" ", at=later(2), by="bob", replaced_by=None),
}


@pytest.mark.parametrize("step", _STEPS)
async def test_an_accepted_test_stays_as_it_is(world: World, step: str) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
        await tx.tests.accept("t1", at=later(1), by="ann")
    accepted = await _one(world.store)
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await _STEPS[step](tx)
    assert refused.value.code == "frozen"
    assert await _one(world.store) == accepted


async def test_a_draft_cannot_be_retired(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
    with pytest.raises(Conflict, match="accepted test"):
        async with world.store.writing() as tx:
            await tx.tests.retire("t1", reason="why", at=later(1), by="ann", replaced_by=None)


@pytest.mark.parametrize("step", _STEPS)
async def test_a_test_that_is_not_there_is_not_found(store: SqlStore, step: str) -> None:
    with pytest.raises(NotFound):
        async with store.writing() as tx:
            await _STEPS[step](tx)

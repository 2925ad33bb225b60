"""Which test is meant: never a wrong one, silently."""

import pytest

from optimize.domain.acceptance_test import AcceptanceTest
from optimize.domain.errors import NotFound
from tests.fakes.world import ADMIN, AGENT, World


async def names(world: World, *names: str) -> dict[str, str]:
    return {name: (await world.draft(name=name)).id for name in names}


async def found(world: World, reference: str) -> AcceptanceTest:
    return await world.lifecycle.find(AGENT, reference)


async def refused(world: World, reference: str) -> NotFound:
    with pytest.raises(NotFound) as error:
        await found(world, reference)
    assert error.value.code == "no_such_test"
    return error.value


@pytest.mark.parametrize(
    "reference",
    [
        "Names a clause of the contract",
        "names a CLAUSE of the  contract",
        "  Names a clause of the contract ",
        "the clause test",
        "names clauses",
        "contract",
    ],
)
async def test_a_name_or_words_that_only_one_name_holds(world: World, reference: str) -> None:
    ids = await names(world, "Names a clause of the contract", "Never registers twice")
    assert (await found(world, reference)).id == ids["Names a clause of the contract"]


async def test_an_id(world: World) -> None:
    ids = await names(world, "One", "Two")
    assert (await found(world, ids["Two"])).name == "Two"


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        ("Handles INV-1003", "Handles INV-1004"),
        ("Handles order 10034501", "Handles order 10034502"),
        ("Never cancels a paid order", "Never cancels an unpaid order"),
        ("Compares before it registers", "Names the clause"),
        ("Compares before it registers", "the test"),
        ("Compares before it registers", ""),
        ("Answers within 2 seconds", "Answers within 20 seconds"),
    ],
)
async def test_something_else_is_not_taken_for_it(world: World, there: str, asked: str) -> None:
    await names(world, there)
    assert (await refused(world, asked)).fields["nearest"] == [there]


async def test_two_close_candidates_are_both_named(world: World) -> None:
    await names(world, "Names the clause for prices", "Names the clause for quantities", "Something else")
    error = await refused(world, "names the clause")
    assert error.fields["nearest"] == ["Names the clause for prices", "Names the clause for quantities"]
    assert "Names the clause for prices, Names the clause for quantities" in error.detail


async def test_two_of_the_same_name_are_told_apart_by_id(world: World) -> None:
    first, second = await world.draft(name="Same"), await world.draft(name="Same")
    assert (await refused(world, "Same")).fields["nearest"] == [f"Same ({first.id})", f"Same ({second.id})"]


async def test_a_name_in_use_goes_before_a_retired_one(world: World) -> None:
    old = await world.accepted(name="Same")
    await world.lifecycle.retire(old.id, reason="Because", actor=ADMIN)
    assert (await found(world, "Same")).id == old.id
    new = await world.draft(name="Same")
    assert (await found(world, "Same")).id == new.id


async def test_a_retired_test_is_found_by_its_whole_name_only(world: World) -> None:
    old = await world.accepted(name="Names a clause")
    await world.lifecycle.retire(old.id, reason="Because", actor=ADMIN)
    assert "It has no tests yet" in (await refused(world, "clause")).detail


@pytest.mark.parametrize("reference", ["\ud800", "a\0b", "x" * 100_000, "((((", "{{test_case.x}}"])
async def test_odd_references_are_not_found(world: World, reference: str) -> None:
    await names(world, "Names a clause")
    assert len((await refused(world, reference)).detail) < 500


async def test_an_unknown_agent(world: World) -> None:
    with pytest.raises(NotFound, match="no agent named nobody"):
        await world.lifecycle.find("nobody", "x")

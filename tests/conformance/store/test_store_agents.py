"""Agents, versions, activations."""

import pytest

from optimize.adapters.store.store import SqlStore
from optimize.application.records import AgentRecord
from optimize.domain.errors import Conflict, NotFound
from tests.conformance.store.world import NOON, VERSION, World, a_version, an_activation


async def test_an_agent_comes_back_as_it_was_added(store: SqlStore) -> None:
    agent = AgentRecord(name="desk", release="gated", writes="simulate", created_at=NOON, created_by="ann")
    async with store.writing() as tx:
        await tx.agents.add(agent)
    async with store.reading() as tx:
        assert await tx.agents.get("desk") == agent
        assert await tx.agents.get("none") is None


async def test_agents_are_listed_by_name(store: SqlStore) -> None:
    async with store.writing() as tx:
        for name in ("b", "B", "a"):
            await tx.agents.add(AgentRecord(name=name, created_at=NOON, created_by="ann"))
        assert [agent.name for agent in await tx.agents.list()] == ["B", "a", "b"]


async def test_the_policy_of_an_agent_changes(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.agents.set_policy("desk", release="gated", writes="execute")
        agent = await tx.agents.get("desk")
    assert agent is not None
    assert (agent.release, agent.writes) == ("gated", "execute")


async def test_a_policy_of_no_agent_is_not_found(store: SqlStore) -> None:
    with pytest.raises(NotFound):
        async with store.writing() as tx:
            await tx.agents.set_policy("none", release="gated", writes="refuse")


async def test_a_version_comes_back_as_it_was_added(world: World) -> None:
    async with world.store.reading() as tx:
        assert await tx.agents.version(VERSION) == a_version(1)
        assert await tx.agents.version("none") is None


async def test_versions_are_listed_oldest_first(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.agents.add_version(a_version(3))
        await tx.agents.add_version(a_version(2))
        assert [version.number for version in await tx.agents.versions("desk")] == [1, 2, 3]
        assert await tx.agents.versions("none") == []


@pytest.mark.parametrize("change", [{"id": "other"}, {"number": 2}])
async def test_a_version_has_an_id_and_a_number_of_its_own(world: World, change: dict[str, object]) -> None:
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await tx.agents.add_version(a_version(1).model_copy(update=change))
    assert refused.value.code == "already_exists"


async def test_the_last_activation_stands_last(world: World) -> None:
    async with world.store.writing() as tx:
        await tx.agents.activate(an_activation("z"))
        await tx.agents.activate(an_activation("a"))
        assert await tx.agents.activations("desk") == [an_activation("z"), an_activation("a")]


async def test_what_is_part_of_nothing_is_refused(world: World) -> None:
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await tx.agents.activate(an_activation("x", version="none"))
    assert refused.value.code == "part_of_nothing"


async def test_the_same_name_twice_is_refused(world: World) -> None:
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await tx.agents.add(AgentRecord(name="desk", created_at=NOON, created_by="bob"))
    assert refused.value.code == "already_exists"

"""Agents and their versions: immutable, one live, released only as the policy says."""

from typing import Any

import pytest

from optimize.adapters.agents.connections import Connections
from optimize.application.agents import Agents
from optimize.application.records import ActivationRecord
from optimize.domain.actor import Actor
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.errors import Conflict, Forbidden, Invalid, NotFound
from optimize.samples.invoice_exceptions.versions import CAREFUL, HASTY, MODULE
from tests.fakes.world import ADMIN, AGENT, ASSISTANT, CLAUSE, EDITOR, NEVER_COMPARES, VIEWER, World

DESK = AgentDefinition.model_validate({"name": "desk", "model": {"ref": "offline:rules"}})


async def activations(world: World) -> list[ActivationRecord]:
    async with world.store.reading() as tx:
        return await tx.agents.activations(AGENT)


async def activate(world: World, version: str, actor: Actor = ADMIN) -> None:
    await world.agents.activate(AGENT, version, reason="Better", actor=actor)


async def live(world: World) -> int:
    return next(v.number for v in (await world.agents.view(AGENT)).versions if v.live)


async def test_the_first_version_is_live_and_others_wait(world: World) -> None:
    view = await world.agents.view(AGENT)
    assert [(v.number, v.label, v.live) for v in view.versions] == [
        (1, "careful", True),
        (2, "hasty", False),
        (3, "inventive", False),
    ]
    assert {tool.name for tool in view.tools if tool.effect == "write"} == {"register_supplier_query"}


async def test_equal_content_is_the_same_version(world: World) -> None:
    with pytest.raises(Conflict) as error:
        await world.agents.add_version(AGENT, HASTY, actor=ADMIN, label="again", operator=True)
    assert error.value.code == "version_exists"
    with pytest.raises(Conflict) as twice:
        await world.agents.register(CAREFUL, actor=ADMIN, operator=True)
    assert twice.value.code == "agent_exists"


async def test_a_version_belongs_to_its_agent(world: World) -> None:
    with pytest.raises(Conflict) as error:
        await world.agents.add_version(AGENT, DESK, actor=ADMIN)
    assert error.value.code == "wrong_agent"


@pytest.mark.parametrize("reference", ["2", "v2", "V2", "hasty", " Hasty "])
async def test_a_version_by_number_or_label(world: World, reference: str) -> None:
    await activate(world, reference)
    assert await live(world) == 2


async def test_a_version_by_id(world: World) -> None:
    await activate(world, (await world.agents.view(AGENT)).versions[2].id)
    assert await live(world) == 3


@pytest.mark.parametrize("reference", ["", " ", "9", "v", "nothing", "\ud800"])
async def test_a_version_that_is_not_there(world: World, reference: str) -> None:
    await world.agents.add_version(AGENT, CAREFUL.model_copy(update={"description": "x"}), actor=ADMIN, operator=True)
    with pytest.raises(NotFound, match="1 careful, 2 hasty, 3 inventive, 4") as error:
        await activate(world, reference)
    assert error.value.code == "no_such_version"
    assert await live(world) == 1


async def test_a_number_goes_before_a_label_and_a_shared_label_names_nothing(world: World) -> None:
    for label, text in (("2", "a"), ("fix", "b"), ("Fix", "c")):
        changed = CAREFUL.model_copy(update={"description": text})
        await world.agents.add_version(AGENT, changed, actor=ADMIN, label=label, operator=True)
    await activate(world, "2")
    assert await live(world) == 2
    with pytest.raises(NotFound):
        await activate(world, "fix")


@pytest.mark.parametrize("actor", [ASSISTANT, EDITOR, VIEWER], ids=["assistant", "editor", "viewer"])
async def test_only_an_admin_in_person_changes_an_agent(world: World, actor: Actor) -> None:
    before = await world.agents.view(AGENT)
    changed = CAREFUL.model_copy(update={"description": "x"})
    for refused in (
        world.agents.register(DESK, actor=actor),
        world.agents.add_version(AGENT, changed, actor=actor, operator=True),
        world.agents.activate(AGENT, "2", reason="Better", actor=actor),
        world.agents.set_policy(AGENT, release="gated", writes="execute", actor=actor),
    ):
        with pytest.raises(Forbidden):
            await refused
    assert await world.agents.view(AGENT) == before
    assert [line.action for line in await world.audit()][-4:] == [
        "refused register",
        "refused version",
        "refused activate",
        "refused policy",
    ]


@pytest.mark.parametrize(
    "parts",
    [
        {"runtime": {"python": "os:system"}},
        {"tools": [{"name": "t", "from": {"python": "os:system"}}]},
    ],
)
async def test_code_comes_from_the_operator_only(world: World, parts: dict[str, Any]) -> None:
    definition = AgentDefinition.model_validate({"name": "shell", **parts})
    with pytest.raises(Forbidden) as error:
        await world.agents.register(definition, actor=ADMIN)
    assert error.value.code == "only_from_operator"
    assert "os:system" in str(error.value)
    assert "OPTIMIZE_ALLOW_MODULES" in str(error.value)


async def test_code_of_an_allowed_module_may_be_named_and_no_other(world: World) -> None:
    named = frozenset({MODULE})
    agents = Agents(world.store, world.connections, world.clock, world.ids, world.live, named)
    runtime = {"runtime": {"python": f"{MODULE}:InvoiceAgent"}}
    view = await agents.register(AgentDefinition.model_validate({"name": "desk", **runtime}), actor=ADMIN)
    assert view.versions[0].live
    tools = {"tools": [{"name": "t", "from": {"python": "os:system"}}]}
    with pytest.raises(Forbidden, match="os:system"):
        await agents.add_version(
            "desk", AgentDefinition.model_validate({"name": "desk", **runtime, **tools}), actor=ADMIN
        )


@pytest.mark.parametrize("code", ["no_such_module:Agent", f"{MODULE}:NoSuchClass", f"{MODULE}:__doc__"])
async def test_code_that_cannot_be_loaded_is_told_when_it_is_registered(world: World, code: str) -> None:
    module = code.partition(":")[0]
    connections = Connections(frozenset({module}))
    agents = Agents(world.store, connections, world.clock, world.ids, world.live, frozenset({module}))
    definition = AgentDefinition.model_validate({"name": "desk", "runtime": {"python": code}})
    with pytest.raises(Invalid) as error:
        await agents.register(definition, actor=ADMIN)
    assert error.value.code == "agent_not_loadable"
    assert code in error.value.detail
    assert [agent.name for agent in await agents.list()] == [AGENT]


async def test_an_activation_keeps_what_it_went_live_with(world: World) -> None:
    test = await world.accepted()
    await world.ran()
    await activate(world, "hasty")
    await activate(world, "careful")
    first, second, third = [record.gate["tests"] for record in await activations(world)]
    row = {"test": test.id, "name": test.name, "hash": test.content_hash}
    assert (first, second, third) == ([], [row | {"verdict": "no_result"}], [row | {"verdict": "passed"}])


async def gated(world: World) -> None:
    await world.agents.set_policy(AGENT, release="gated", writes="refuse", actor=ADMIN)


async def test_advisory_never_blocks(world: World) -> None:
    await world.accepted(NEVER_COMPARES)
    await world.ran(setup={"version": "hasty"})
    await activate(world, "hasty")
    assert await live(world) == 2


async def test_a_gated_version_goes_live_once_every_test_passed_on_exactly_it(world: World) -> None:
    await gated(world)
    await world.accepted(CLAUSE, name="Names a clause")
    await world.ran()
    with pytest.raises(Conflict) as error:
        await activate(world, "inventive")
    assert error.value.code == "release_gated"
    assert "Names a clause (no_result)" in error.value.detail
    await world.ran(setup={"version": "inventive"})
    await activate(world, "inventive")
    assert await live(world) == 3


async def test_one_failed_test_keeps_a_gated_version_back(world: World) -> None:
    await gated(world)
    await world.accepted(CLAUSE, name="Passes")
    failing = await world.accepted(NEVER_COMPARES, name="Fails")
    await world.ran(setup={"version": "inventive"})
    with pytest.raises(Conflict) as error:
        await activate(world, "inventive")
    assert [row["test"] for row in error.value.fields["tests"]] == [failing.id]
    assert "Fails (failed)" in error.value.detail
    assert "Passes" not in error.value.detail
    await world.lifecycle.retire(failing.id, reason="It was wrong", actor=ADMIN)
    await activate(world, "inventive")


@pytest.mark.parametrize(
    "swapped",
    [
        {"setup": {"version": "inventive", "prompt": {"tone": "Be brief."}}},
        {"setup": {"version": "inventive"}, "writes": "simulate"},
        {"setup": {"version": "inventive"}, "runs": 7},
        {"setup": {"version": "inventive"}, "kind": "dry_run"},
        {"setup": {"version": "hasty"}},
    ],
)
async def test_runs_of_something_else_open_no_gate(world: World, swapped: dict[str, Any]) -> None:
    await gated(world)
    await world.accepted(CLAUSE)
    assert (await world.ran(**swapped)).verdict == "passed"
    with pytest.raises(Conflict) as error:
        await activate(world, "inventive")
    assert error.value.code == "release_gated"


async def test_an_incomplete_result_opens_no_gate(world: World) -> None:
    await gated(world)
    await world.accepted(CLAUSE)
    world.connections.coming = 1
    await world.ran(setup={"version": "inventive"})
    with pytest.raises(Conflict, match="incomplete"):
        await activate(world, "inventive")


async def test_agents_that_are_not_there(world: World) -> None:
    for name in ("nobody", "\ud800", "a\0b"):
        with pytest.raises(NotFound):
            await world.agents.view(name)


async def test_numbers_of_tests_by_state(world: World) -> None:
    await world.draft()
    await world.accepted(name="Accepted")
    [summary] = await world.agents.list()
    assert summary.tests == {"draft": 1, "accepted": 1, "retired": 0}

"""Who may start what: roles, go-aheads for real writes, caps and limits."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from optimize.application.planning import ASSISTANT_RUNS_PER_HOUR, MOST_ACTIVE, BatchOrder
from optimize.application.views import BatchView
from optimize.domain.actor import Actor
from optimize.domain.errors import Conflict, Forbidden, NotFound, OptimizeError
from tests.fakes.world import ADMIN, AGENT, ASSISTANT, EDITOR, VIEWER, World


async def start(world: World, order: dict[str, Any], actor: Actor = ADMIN, key: str | None = None) -> BatchView:
    return await world.planning.start(AGENT, BatchOrder.model_validate(order), actor=actor, key=key)


async def refusal(world: World, order: dict[str, Any], actor: Actor = ADMIN) -> OptimizeError:
    with pytest.raises(OptimizeError) as error:
        await start(world, order, actor)
    assert await world.history.batches(AGENT) == []
    return error.value


@pytest.mark.parametrize("kind", ["run_all", "run", "experiment", "schedule"])
async def test_an_editor_may_only_dry_run(world: World, kind: str) -> None:
    test = await world.accepted()
    assert (await refusal(world, {"kind": kind}, EDITOR)).code == "not_allowed"
    assert (await start(world, {"kind": "dry_run", "tests": (test.id,)}, EDITOR)).requested_by == "eve"
    with pytest.raises(Forbidden):
        await start(world, {"kind": "dry_run", "tests": (test.id,)}, VIEWER)


async def test_the_assistant_never_lets_real_writes_happen(world: World) -> None:
    await world.accepted()
    order = {"kind": "run_all", "writes": "execute", "go_ahead": ("register_supplier_query",)}
    assert (await refusal(world, order, ASSISTANT)).code == "needs_approval"
    line = (await world.audit())[-1]
    assert (line.actor, line.action) == ("assistant for ann", "refused start run_all")


@pytest.mark.parametrize("go_ahead", [(), ("read_invoice",), ("register_supplier_query", "read_invoice")])
async def test_real_writes_need_a_go_ahead_for_exactly_the_write_tools(world: World, go_ahead: Any) -> None:
    await world.accepted()
    error = await refusal(world, {"kind": "run_all", "writes": "execute", "go_ahead": go_ahead})
    assert (error.code, error.fields["write_tools"]) == ("go_ahead_needed", ["register_supplier_query"])


async def test_a_go_ahead_is_recorded_with_who_gave_it(world: World) -> None:
    await world.accepted()
    batch = await start(world, {"kind": "run_all", "writes": "execute", "go_ahead": ("register_supplier_query",)})
    async with world.store.reading() as tx:
        record = await tx.batches.get(batch.id)
    assert record is not None
    assert record.go_ahead == {"by": "ann", "write_tools": ["register_supplier_query"]}


async def test_a_policy_of_real_writes_still_needs_the_go_ahead(world: World) -> None:
    await world.accepted()
    await world.agents.set_policy(AGENT, release="advisory", writes="execute", actor=ADMIN)
    assert (await refusal(world, {"kind": "run_all"})).code == "go_ahead_needed"
    assert (await refusal(world, {"kind": "run_all"}, ASSISTANT)).code == "needs_approval"


async def test_the_assistant_stops_at_its_cap_of_runs(world: World) -> None:
    test = await world.accepted()
    one = {"kind": "dry_run", "tests": (test.id,), "runs": 100}
    for _ in range(ASSISTANT_RUNS_PER_HOUR // 100):
        await start(world, one, ASSISTANT)
    with pytest.raises(Forbidden) as error:
        await start(world, {**one, "runs": 1}, ASSISTANT)
    assert error.value.code == "assistant_cap"
    assert (await start(world, {**one, "runs": 1})).requested_by == "ann"
    world.clock.advance(3_601)
    assert (await start(world, {**one, "runs": 1}, ASSISTANT)).requested_by == "assistant for ann"


async def test_a_loop_of_short_dry_runs_reaches_the_cap_too(world: World) -> None:
    test = await world.accepted()
    order = {"kind": "dry_run", "tests": (test.id,), "runs": 2}
    first = await start(world, order, ASSISTANT)
    await world.engine.work()
    async with world.store.writing() as tx:
        record = await tx.batches.get(first.id)
        assert record is not None
        for n in range(1, ASSISTANT_RUNS_PER_HOUR // 2):
            await tx.batches.add(record.model_copy(update={"id": f"batch_like_it_{n}"}), [])
    with pytest.raises(Forbidden) as error:
        await start(world, order, ASSISTANT)
    assert "has used 300" in error.value.detail


async def test_only_so_many_batches_wait_at_a_time(world: World) -> None:
    await world.accepted()
    for _ in range(MOST_ACTIVE):
        await start(world, {"kind": "run_all"})
    with pytest.raises(Conflict) as error:
        await start(world, {"kind": "run_all"})
    assert error.value.code == "too_many_batches"
    await world.engine.work()
    await start(world, {"kind": "run_all"})


@pytest.mark.parametrize(
    "order",
    [
        {"budget": Decimal(0)},
        {"budget": Decimal("-1")},
        {"budget": Decimal("NaN")},
        {"setup": {"prompt": {"tone": "\ud800"}}},
        {"setup": {"model": "a\0b"}},
        {"setup": {"prompt": {"tone": "x" * 100_000}}},
        {"surprise": 1},
    ],
)
def test_an_order_that_cannot_be_recorded_is_refused(order: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        BatchOrder.model_validate({"kind": "run_all", **order})


async def test_an_unknown_agent_has_no_batches(world: World) -> None:
    for agent in ("nobody", "\ud800"):
        with pytest.raises(NotFound):
            await world.planning.start(agent, BatchOrder(kind="run_all"), actor=ADMIN)

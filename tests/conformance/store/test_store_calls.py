"""The ledger of model calls and its sums."""

from decimal import Decimal

import pytest

from optimize.adapters.store.store import SqlStore
from optimize.application.records import CallState
from optimize.domain.cost import Cost
from optimize.domain.errors import NotFound
from tests.conformance.store.world import World, a_call, a_run, later


async def test_a_call_is_on_record_before_and_after_its_answer(world: World) -> None:
    await world.planned(a_run())
    sent = a_call("c1", run="r1", attempt=2)
    async with world.store.writing() as tx:
        await tx.calls.add(sent)
        assert await tx.calls.of_run("r1") == [sent]
        await tx.calls.settle(
            "c1",
            state="done",
            latency_ms=12.5,
            input_tokens=10,
            cached_tokens=4,
            output_tokens=3,
            cost=Decimal("0.0000012"),
            price_version="p1",
        )
        [done] = await tx.calls.of_run("r1")
    assert (done.state, done.latency_ms, done.cost, done.price_version) == ("done", 12.5, Decimal("0.0000012"), "p1")
    assert (done.input_tokens, done.cached_tokens, done.output_tokens) == (10, 4, 3)


async def test_a_failed_call_says_with_what(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        await tx.calls.add(a_call("c1", run="r1"))
        await tx.calls.settle("c1", state="failed", latency_ms=None, error="429")
        [call] = await tx.calls.of_run("r1")
    assert (call.state, call.error, call.cost) == ("failed", "429", None)


async def test_a_call_that_is_not_there_is_not_found(store: SqlStore) -> None:
    with pytest.raises(NotFound):
        async with store.writing() as tx:
            await tx.calls.settle("none", state="done", latency_ms=1)


async def _paid(world: World, *calls: tuple[CallState, str | None]) -> Cost:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        for at, (state, cost) in enumerate(calls):
            await tx.calls.add(a_call(f"c{at}", run="r1", state=state, cost=cost, input_tokens=10, output_tokens=1))
        costs = await tx.calls.costs(["r1"])
        assert await tx.calls.cost_of("b1") == costs["r1"]
        return costs["r1"]


async def test_a_batch_costs_what_all_its_runs_cost(world: World) -> None:
    await world.planned(a_run("r1"), a_run("r2", n=2), a_run("r3", n=3))
    await world.planned(a_run("other", batch="b2"), batch="b2")
    calls = [("r1", "0.1"), ("r1", "0.20"), ("r2", "0.1"), ("r2", "0.2"), ("other", "7")]
    async with world.store.writing() as tx:
        for at, (run, cost) in enumerate(calls):
            await tx.calls.add(
                a_call(f"c{at}", run=run, state="done", cost=cost, input_tokens=10 * at, output_tokens=1)
            )
        await tx.calls.add(a_call("c9", run="r1", state="sent"))
    async with world.store.reading() as tx:
        assert await tx.calls.cost_of("b1") == Cost(calls=5, input_tokens=60, output_tokens=4, money=Decimal("0.6"))
        assert await tx.calls.cost_of("none") == Cost()


async def test_costs_are_exact_sums(world: World) -> None:
    dime: tuple[CallState, str] = ("done", "0.1")
    cost = await _paid(world, *[dime] * 10)
    assert cost == Cost(calls=10, input_tokens=100, output_tokens=10, money=Decimal("1.0"))


async def test_one_call_without_a_price_makes_the_sum_unknown(world: World) -> None:
    cost = await _paid(world, ("done", "0.1"), ("done", None))
    assert (cost.money, cost.price_unknown, cost.calls) == (None, True, 2)


async def test_one_lost_answer_makes_the_sum_unknown(world: World) -> None:
    cost = await _paid(world, ("done", "0.1"), ("unknown", None))
    assert (cost.money, cost.price_unknown) == (None, True)


async def test_calls_that_cost_nothing_or_are_under_way_leave_the_sum_known(world: World) -> None:
    cost = await _paid(world, ("done", "0.1"), ("failed", "0"), ("sent", None))
    assert (cost.money, cost.price_unknown, cost.calls) == (Decimal("0.1"), False, 3)


async def test_a_call_that_failed_and_whose_cost_nobody_knows_makes_the_sum_unknown(world: World) -> None:
    cost = await _paid(world, ("done", "0.1"), ("failed", None))
    assert (cost.money, cost.price_unknown, cost.calls) == (None, True, 2)


async def test_the_models_that_answered_in_a_batch_come_in_the_order_of_their_first_answers(world: World) -> None:
    await world.planned(a_run("r1"), a_run("r2", n=2))
    async with world.store.writing() as tx:
        for at, (run, answered) in enumerate([("r1", "b"), ("r2", "a"), ("r1", "b"), ("r2", None), (None, "c")]):
            await tx.calls.add(a_call(f"c{at}", run=run, model="alias", state="done", answered=answered))
        assert await tx.calls.answered("b1") == [("alias", "b"), ("alias", "a")]
        assert await tx.calls.answered("no such batch") == []


async def test_runs_without_a_call_are_left_out(world: World) -> None:
    await world.planned(a_run("r1"), a_run("r2", n=2))
    async with world.store.writing() as tx:
        await tx.calls.add(a_call("c1", run="r1"))
        assert set(await tx.calls.costs(["r1", "r2"])) == {"r1"}
        assert await tx.calls.costs([]) == {}


async def test_spending_counts_by_role_from_an_instant_on(store: SqlStore) -> None:
    async with store.writing() as tx:
        for at, role in enumerate(["assistant", "judge", "assistant", "assistant"]):
            await tx.calls.add(a_call(f"c{at}", role=role, state="done", cost="0.25", started_at=later(at)))
        assert (await tx.calls.spent_since(["assistant"], later(2))).money == Decimal("0.50")
        assert (await tx.calls.spent_since(["assistant", "judge"], later(0))).calls == 4
        assert await tx.calls.spent_since(["simulator"], later(0)) == Cost()


async def test_the_history_of_a_test_is_its_last_finished_runs(world: World) -> None:
    await world.planned(*(a_run(f"r{n}", n=n) for n in range(1, 5)), a_run("other", test="t2"))
    async with world.store.writing() as tx:
        for at, run in enumerate(["r1", "r2", "r2", "r4", "other"]):
            await tx.calls.add(a_call(f"c{at}", run=run))
    for minute, run in enumerate(["r2", "r3", "r1", "other"], start=2):
        await world.finished(run, minute=minute)
    async with world.store.reading() as tx:
        history = await tx.calls.of_test("t1", runs=2)
        everything = await tx.calls.of_test("t1", runs=50)
    assert {run: [call.id for call in calls] for run, calls in history.items()} == {"r1": ["c0"], "r3": []}
    assert list(everything) == ["r1", "r3", "r2"]


async def test_unanswered_calls_of_earlier_attempts_become_unknown(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        await tx.calls.add(a_call("c1", run="r1", attempt=1))
        await tx.calls.add(a_call("c2", run="r1", attempt=1, state="done", cost="1"))
        await tx.calls.add(a_call("c3", run="r1", attempt=2))
        assert await tx.calls.mark_unknown("r1", before_attempt=2) == [None]
        assert [call.state for call in await tx.calls.of_run("r1")] == ["unknown", "done", "sent"]
        assert await tx.calls.mark_unknown("r1", before_attempt=2) == []

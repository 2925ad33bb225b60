"""What a batch would cost, before it starts: calls, tokens, money, or that the price is unknown."""

from decimal import Decimal
from typing import Any

import pytest

from optimize.application.estimate_views import EstimateView
from optimize.application.estimates import ASSUMED, EstimateOrder
from optimize.application.records import CallRecord
from optimize.domain.cost import CallRole
from optimize.domain.errors import Conflict, Invalid, NotFound
from tests.fakes.world import AGENT, CLAUSE, COMPARES, EDITOR, World, body

DECLARED = {"name": "desk", "model": {"ref": "fake:agent"}, "prompt": [{"part": "role", "text": "Help."}]}
ANSWERS = {"kind": "answerContains", "texts": ["x"]}
TALK = {"simulated_user": {"persona": "p", "goal": "g", "turn_limit": 4}}


async def estimate(world: World, agent: str = AGENT, **order: Any) -> EstimateView:
    return await world.estimates.estimate(agent, EstimateOrder.model_validate(order))


async def desk(world: World, *criteria: dict[str, Any], **parts: Any) -> str:
    """A declared agent with one draft; the id of the draft."""
    name = await world.register(DECLARED)
    return (await world.lifecycle.draft(name, body(*criteria, **parts), actor=EDITOR)).id


def roles(view: EstimateView) -> dict[str, tuple[float, float, float]]:
    return {role.role: (role.calls_low, role.calls, role.calls_high) for role in view.by_role}


async def call(world: World, call_id: str, run: str, role: CallRole, tokens: int | None) -> None:
    record = CallRecord(
        id=call_id,
        agent=AGENT,
        role=role,
        model=f"fake:{role}",
        state="done",
        run=run,
        started_at=world.clock.now(),
        input_tokens=tokens,
        output_tokens=tokens,
    )
    async with world.store.writing() as tx:
        await tx.calls.add(record)


async def test_a_code_agent_with_code_criteria_is_free(world: World) -> None:
    await world.accepted(COMPARES, runs=3)
    view = await estimate(world)
    assert (view.runs, view.calls, view.money, view.price_unknown, view.by_role) == (3, 0, Decimal(0), False, [])
    assert view.sentence.endswith("0 model calls. Neither the agent nor the criteria call a model, so it is free.")


async def test_judged_criteria_cost_judge_calls(world: World) -> None:
    await world.accepted(CLAUSE, {"kind": "doesNotHallucinate"}, COMPARES, runs=4)
    world.prices.prices["fake:judge"] = Decimal("0.001")
    view = await estimate(world)
    assert roles(view) == {"judge": (8, 8, 16)}
    tokens = 8 * sum(ASSUMED["judge"])
    assert (view.money, view.money_low, view.money_high) == (tokens / Decimal(1_000),) * 2 + (
        2 * tokens / Decimal(1_000),
    )
    assert view.basis == "assumptions, no past runs yet"


async def test_each_expected_behavior_is_judged_on_its_own(world: World) -> None:
    await world.accepted({"kind": "meetsExpectedBehaviors"}, expected_behaviors=["a", "b", "c"], runs=4)
    assert roles(await estimate(world)) == {"judge": (12, 12, 24)}


async def test_a_simulated_user_costs_its_turns(world: World) -> None:
    await world.accepted(COMPARES, runs=2, **TALK)
    assert roles(await estimate(world)) == {"simulator": (2, 4, 16)}


async def test_an_unknown_price_is_said_and_never_zero(world: World) -> None:
    await world.accepted(CLAUSE)
    view = await estimate(world)
    assert (view.price_unknown, view.money, view.money_low, view.money_high) == (True, None, None, None)
    assert "price unknown" in view.sentence
    assert "$" not in view.sentence
    assert "5 judge calls" in view.sentence
    assert "16,250 tokens" in view.sentence


async def test_one_unknown_price_makes_the_sum_unknown(world: World) -> None:
    draft = await desk(world, CLAUSE)
    world.prices.prices["fake:judge"] = Decimal("0.001")
    view = await estimate(world, "desk", kind="dry_run", test=draft)
    assert {role.role: role.price_unknown for role in view.by_role} == {"agent": True, "judge": False}
    assert (view.price_unknown, view.money) == (True, None)


async def test_the_worst_case_is_summed_role_by_role(world: World) -> None:
    draft = await desk(world, CLAUSE)
    world.prices.prices |= {"fake:judge": Decimal("0.001"), "fake:agent": Decimal(0)}
    view = await estimate(world, "desk", kind="dry_run", test=draft)
    assert view.money is not None
    assert view.money_high == 2 * view.money


async def test_past_runs_tell_more_than_assumptions(world: World) -> None:
    await world.accepted(CLAUSE, runs=4)
    await world.ran()
    for run in (await world.history.runs(AGENT)).items:
        await call(world, f"call_{run.id}", run.id, "judge", 100)
    world.prices.prices["fake:judge"] = Decimal("0.001")
    view = await estimate(world)
    assert (view.calls, view.money, view.basis) == (4, Decimal("0.8"), "past runs of these tests")


async def test_a_draft_that_is_judged_only_now_is_not_free(world: World) -> None:
    draft = await world.draft(COMPARES)
    await world.dry_run(draft.id)
    await world.lifecycle.revise(draft.id, body(CLAUSE, **TALK), actor=EDITOR)
    view = await estimate(world, kind="dry_run", test=draft.id)
    assert roles(view) == {"judge": (5, 5, 10), "simulator": (5, 10, 40)}
    assert view.basis == "assumptions, no past runs yet"


async def test_tokens_that_a_provider_did_not_tell_make_the_price_unknown(world: World) -> None:
    await world.accepted(CLAUSE, runs=4)
    await world.ran()
    first, *others = (await world.history.runs(AGENT)).items
    await call(world, "call_0", first.id, "judge", None)
    for run in others:
        await call(world, f"call_{run.id}", run.id, "judge", 100)
    world.prices.prices["fake:judge"] = Decimal("0.001")
    view = await estimate(world)
    assert (view.calls, view.money, view.price_unknown) == (4, None, True)


async def test_another_model_is_estimated_at_its_own_price(world: World) -> None:
    draft = await desk(world, ANSWERS)
    world.prices.prices |= {"fake:agent": Decimal("0.001"), "fake:cheap": Decimal("0.0001")}
    current = await estimate(world, "desk", kind="dry_run", test=draft)
    cheap = await estimate(world, "desk", kind="dry_run", test=draft, model="fake:cheap")
    assert current.money is not None
    assert (cheap.money, cheap.by_role[0].model) == (current.money / 10, "fake:cheap")


async def test_an_experiment_runs_both_setups_each_at_its_price(world: World) -> None:
    draft = await desk(world, ANSWERS)
    world.prices.prices |= {"fake:agent": Decimal("0.001"), "fake:cheap": Decimal("0.0001")}
    view = await estimate(world, "desk", kind="experiment", test=draft, model="fake:cheap")
    ours, cheap = view.by_role
    assert (view.runs, ours.model, cheap.model, ours.calls) == (20, "fake:agent", "fake:cheap", cheap.calls)
    assert ours.money is not None
    assert view.money == ours.money + ours.money / 10
    assert (await estimate(world, "desk", kind="experiment", test=draft, runs=3)).runs == 6


async def test_the_offline_model_is_free(world: World) -> None:
    name = await world.register({**DECLARED, "model": {"ref": "offline:rules"}})
    draft = await world.lifecycle.draft(name, body(ANSWERS), actor=EDITOR)
    view = await estimate(world, name, kind="dry_run", test=draft.id)
    assert (view.money, view.price_unknown) == (Decimal(0), False)
    assert "free ($0: these models run here)" in view.sentence


async def test_what_cannot_be_estimated(world: World) -> None:
    with pytest.raises(Conflict, match="no accepted tests"):
        await estimate(world)
    draft = await world.draft()
    for runs in (0, 201):
        with pytest.raises(Invalid) as error:
            await estimate(world, test=draft.id, runs=runs)
        assert error.value.code == "runs_out_of_range"
    other = await world.register(DECLARED)
    with pytest.raises(Invalid) as elsewhere:
        await estimate(world, other, test=draft.id)
    assert elsewhere.value.code == "wrong_agent"
    for agent, test in (("nobody", None), (AGENT, "test_x")):
        with pytest.raises(NotFound):
            await estimate(world, agent, test=test)

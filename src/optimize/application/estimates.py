"""What a batch would cost, before it starts: calls by role, tokens, money with a range, or "price unknown"."""

from collections.abc import Sequence
from decimal import Decimal
from statistics import fmean
from typing import Literal

from pydantic import BaseModel, ConfigDict

from optimize.application.agents import live_version, require_agent
from optimize.application.estimate_views import EstimateView, RoleEstimate
from optimize.application.ports.models import Models
from optimize.application.ports.prices import Prices
from optimize.application.ports.store import Store
from optimize.application.records import CallRecord
from optimize.application.selection import selected_tests
from optimize.domain.acceptance_test import AcceptanceTest
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.cost import CallRole, Usage
from optimize.domain.errors import Invalid
from optimize.domain.statistics.counts import MAX_RUNS

EXPERIMENT_RUNS = 10
_HISTORY = 20
_ROLES: tuple[CallRole, ...] = ("agent", "judge", "simulator")

ASSUMED: dict[CallRole, tuple[int, int]] = {"agent": (1_500, 300), "judge": (3_000, 250), "simulator": (900, 80)}
"""Tokens per call (in, out) while there is no history. Said as an assumption wherever it is used."""


class EstimateOrder(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["run_all", "run", "dry_run", "experiment"] = "run_all"
    test: str | None = None
    tests: tuple[str, ...] | None = None
    runs: int | None = None
    model: str | None = None


class _Calls(BaseModel):
    """Calls per run of one role, and tokens per call."""

    low: float
    expected: float
    high: float
    input_tokens: float | None
    output_tokens: float | None
    from_history: bool


class Estimates:
    def __init__(self, store: Store, models: Models, prices: Prices) -> None:
        self._store, self._models, self._prices = store, models, prices

    async def estimate(self, agent: str, order: EstimateOrder) -> EstimateView:
        """Raises Conflict `nothing_to_run` if there is no test to run, Invalid for impossible runs."""
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            definition = (await live_version(tx, agent)).definition
            named = order.tests if order.tests is not None else (order.test,) if order.test else None
            tests = await selected_tests(tx, agent, named)
            history = {test.id: await tx.calls.of_test(test.id, runs=_HISTORY) for test in tests}
        runs = {test.id: _runs(test, order) for test in tests}
        roles = [
            self._role(
                role,
                model,
                [(times * runs[test.id], _per_run(role, test, definition, history[test.id])) for test in tests],
            )
            for role in _ROLES
            for model, times in self._models_of(role, order, definition)
        ]
        return _view(order, tests, sum(runs.values()), [role for role in roles if role[0].calls_high > 0])

    def _models_of(self, role: CallRole, order: EstimateOrder, definition: AgentDefinition) -> list[tuple[str, float]]:
        """The models that serve a role, each with its share of the runs: an experiment has two setups."""
        if role != "agent":
            return [(self._models.name_of(role), 1)]
        current = definition.model.ref if definition.model else self._models.name_of(role)
        if order.model is None:
            return [(current, 1)]
        return [(current, 0.5), (order.model, 0.5)] if order.kind == "experiment" else [(order.model, 1)]

    def _role(self, role: CallRole, model: str, parts: list[tuple[float, _Calls]]) -> tuple[RoleEstimate, bool]:
        expected = sum(runs * calls.expected for runs, calls in parts)
        tokens_in = _weighted([(runs * c.expected, c.input_tokens) for runs, c in parts])
        tokens_out = _weighted([(runs * c.expected, c.output_tokens) for runs, c in parts])
        money = self._prices.price(model, Usage(input_tokens=_whole(tokens_in), output_tokens=_whole(tokens_out)))
        view = RoleEstimate(
            role=role,
            model=model,
            calls=expected,
            calls_low=sum(runs * calls.low for runs, calls in parts),
            calls_high=sum(runs * calls.high for runs, calls in parts),
            input_tokens=tokens_in,
            output_tokens=tokens_out,
            money=money,
            price_unknown=money is None and expected > 0,
        )
        return view, all(calls.from_history for _, calls in parts)


def _runs(test: AcceptanceTest, order: EstimateOrder) -> int:
    if order.runs is not None and not 1 <= order.runs <= MAX_RUNS:
        raise Invalid("runs_out_of_range", f"Runs must be a whole number from 1 to {MAX_RUNS}.", field="runs")
    if order.kind == "experiment":
        return 2 * (order.runs or EXPERIMENT_RUNS)
    return order.runs or test.planned_runs


def _per_run(
    role: CallRole, test: AcceptanceTest, definition: AgentDefinition, history: dict[str, list[CallRecord]]
) -> _Calls:
    mine = [call for calls in history.values() for call in calls if call.role == role]
    assumed = _assumed_calls(role, test, definition)
    counts = [sum(call.role == role for call in calls) for calls in history.values()]
    low, expected, high = _counted(role, counts, assumed)
    tokens_in, tokens_out = ASSUMED[role]
    return _Calls(
        low=low,
        expected=expected,
        high=high,
        input_tokens=_mean([call.input_tokens for call in mine]) if mine else tokens_in,
        output_tokens=_mean([call.output_tokens for call in mine]) if mine else tokens_out,
        from_history=bool(mine) or (bool(history) and not high),
    )


def _counted(role: CallRole, counts: list[int], assumed: tuple[int, int, int]) -> tuple[float, float, float]:
    """(fewest, expected, most) calls of one run, from past runs where those tell.

    How often a judge is asked, and whether there is a simulated user, stands in the test: a draft may have changed.
    """
    told = role == "agent" or (role == "simulator" and assumed[2] > 0 and any(counts))
    return (min(counts), fmean(counts), max(counts)) if counts and told else assumed


def _assumed_calls(role: CallRole, test: AcceptanceTest, definition: AgentDefinition) -> tuple[int, int, int]:
    """(fewest, expected, most) calls of one run. An agent that is code makes no model call of its own."""
    said = sum(message.role == "user" for message in test.situation.messages)
    turns = test.simulated_user.turn_limit if test.simulated_user else 0
    if role == "simulator":
        return (min(turns, 1), (turns + 1) // 2, 2 * turns)
    if role == "judge":
        asked = sum(
            max(1, len(test.expected_behaviors)) if c.kind == "meetsExpectedBehaviors" else 1
            for c in test.criteria
            if c.judged
        )
        return (asked, asked, 2 * asked)
    if definition.runtime:
        return (0, 0, 0)
    answers = said + turns
    return (said, 3 * (said + (turns + 1) // 2), answers * (1 + definition.limits.tool_calls))


def _mean(values: Sequence[int | None]) -> float | None:
    """None if it is not known of every call: a sum over some of them would be too low."""
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None


def _weighted(parts: Sequence[tuple[float, float | None]]) -> float | None:
    known = [calls * tokens for calls, tokens in parts if calls and tokens is not None]
    return sum(known) if len(known) == sum(calls > 0 for calls, _ in parts) else None


def _whole(tokens: float | None) -> int | None:
    return None if tokens is None else round(tokens)


def _view(
    order: EstimateOrder, tests: Sequence[AcceptanceTest], runs: int, roles: list[tuple[RoleEstimate, bool]]
) -> EstimateView:
    views = [view for view, _ in roles]
    unknown = any(view.price_unknown for view in views)
    money = None if unknown else sum((v.money for v in views if v.money is not None), Decimal(0))
    calls, low, high = (sum(getattr(v, name) for v in views) for name in ("calls", "calls_low", "calls_high"))
    estimate = EstimateView(
        kind=order.kind,
        tests=len(tests),
        runs=runs,
        calls=calls,
        calls_low=low,
        calls_high=high,
        by_role=views,
        money=money,
        money_low=None if unknown else sum((_scaled(v, v.calls_low) for v in views), Decimal(0)),
        money_high=None if unknown else sum((_scaled(v, v.calls_high) for v in views), Decimal(0)),
        price_unknown=unknown,
        basis=_basis([known for _, known in roles]),
        sentence="",
    )
    return estimate.model_copy(update={"sentence": _sentence(estimate)})


def _basis(from_history: Sequence[bool]) -> str:
    if all(from_history):
        return "past runs of these tests" if from_history else "there being no model to call"
    return "past runs of these tests and assumptions" if any(from_history) else "assumptions, no past runs yet"


def _scaled(view: RoleEstimate, calls: float) -> Decimal:
    """What `calls` of a role cost if each costs what an expected one does."""
    if view.money is None or not view.calls:
        return Decimal(0)
    return view.money * Decimal(str(round(calls / view.calls, 6)))


def _sentence(view: EstimateView) -> str:
    """The estimate as one says it: runs, calls by role, tokens, money."""
    tests = "1 test" if view.tests == 1 else f"{view.tests} tests"
    runs = "1 run" if view.runs == 1 else f"{view.runs} runs"
    if not view.by_role:
        return f"{tests}, {runs}: 0 model calls. Neither the agent nor the criteria call a model, so it is free."
    roles = ", ".join(f"{role.calls:.0f} {role.role} calls ({role.model})" for role in view.by_role)
    tokens = sum((role.input_tokens or 0) + (role.output_tokens or 0) for role in view.by_role)
    spread = f" (between {view.calls_low:.0f} and {view.calls_high:.0f})" if view.calls_low != view.calls_high else ""
    return (
        f"{tests}, {runs}: about {view.calls:.0f} model calls{spread}: {roles}; "
        f"about {tokens:,.0f} tokens; {_money(view)}. Based on {view.basis}."
    )


def _money(view: EstimateView) -> str:
    if view.price_unknown or view.money is None:
        return "price unknown"
    if view.money_high == 0:
        return "free ($0: these models run here)"
    return f"about ${view.money:.4f} (between ${view.money_low:.4f} and ${view.money_high:.4f})"

"""Ratios of cost and speed: of the agent's own calls, said as unknown where they are."""

from decimal import Decimal

from optimize.application.cost_and_speed import cost_of, speed_of
from optimize.application.records import RunRecord
from optimize.domain.cost import Cost

Runs = dict[str, list[RunRecord]]


def runs(side: str, *milliseconds: float | None) -> Runs:
    made = [
        RunRecord(id=f"{side}{n}", batch=side, agent="desk", test="t1", n=n, seed=n, state="finished", agent_ms=ms)
        for n, ms in enumerate(milliseconds)
    ]
    return {"t1": made}


def priced(side: str, *dollars: str | None, tokens: int = 100) -> dict[str, Cost]:
    return {
        f"{side}{n}": Cost(
            calls=1, input_tokens=tokens, money=None if cost is None else Decimal(cost), price_unknown=cost is None
        )
        for n, cost in enumerate(dollars)
    }


def test_a_cheaper_setup_is_said_to_be_cheaper_with_its_interval() -> None:
    costs = priced("a", "0.10", "0.11", "0.09", "0.10") | priced("b", "0.05", "0.055", "0.045", "0.05")
    view = cost_of(runs("a", 1, 1, 1, 1), runs("b", 1, 1, 1, 1), costs)
    assert (view.ratio, view.current, view.changed) == (0.5, 0.1, 0.05)
    assert view.low is not None
    assert view.high is not None
    assert view.low < 0.5 < view.high < 1
    assert "50 % cheaper" in view.sentence


def test_an_unknown_price_is_no_zero() -> None:
    costs = priced("a", "0.10", "0.10") | priced("b", None, None, tokens=1_500)
    view = cost_of(runs("a", 1, 1), runs("b", 1, 1), costs)
    assert (view.ratio, view.current, view.changed) == (None, None, None)
    assert view.sentence == "Price unknown. About 100 tokens per run now, 1,500 changed."


def test_a_free_model_has_no_ratio() -> None:
    costs = priced("a", "0", "0") | priced("b", "0", "0")
    view = cost_of(runs("a", 1, 1), runs("b", 1, 1), costs)
    assert (view.ratio, view.current) == (None, 0.0)
    assert "cannot be compared" in view.sentence


def test_without_calls_of_the_agent_there_is_nothing_to_compare() -> None:
    assert "no model calls of its own" in cost_of(runs("a", 1), runs("b", 1), {}).sentence


def test_speed_is_a_ratio_of_typical_waits_beside_the_slow_ones() -> None:
    view = speed_of(runs("a", 1_000, 1_100, 900, 1_000), runs("b", 2_000, 2_200, 1_800, 2_000))
    assert (view.ratio, view.current, view.changed, view.changed_slow) == (2.0, 1.0, 2.0, 2.2)
    assert "slower" in view.sentence


def test_one_run_has_no_interval_and_none_no_ratio() -> None:
    assert (speed_of(runs("a", 10), runs("b", 10)).low, speed_of(runs("a", 10), runs("b", 10)).ratio) == (None, 1.0)
    nothing = speed_of(runs("a"), runs("b", 10))
    assert (nothing.ratio, nothing.current, nothing.changed) == (None, None, 0.01)
    assert speed_of(runs("a", None), runs("b", 0.0)).ratio is None

"""What a batch will cost before it starts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.statistics.forecast import (
    call_bounds,
    forecast,
    forecast_stopping_early,
    money_bound,
)
from optimize.domain.statistics.stopping import curtailed

histories = st.lists(
    st.tuples(st.lists(st.floats(0.001, 10), max_size=6), st.integers(1, 20)), min_size=1, max_size=5
).filter(lambda tests: any(values for values, _ in tests))


@given(histories, st.floats(0.01, 100))
def test_the_range_holds_what_is_expected_and_follows_the_unit(
    tests: list[tuple[list[float], int]], factor: float
) -> None:
    history, planned = [values for values, _ in tests], [runs for _, runs in tests]
    got = forecast(history, planned)
    scaled = forecast([[factor * value for value in values] for values in history], planned)
    assert got is not None
    assert scaled is not None
    assert 0 < got.lower <= got.expected * (1 + 1e-12)
    assert got.expected <= got.upper * (1 + 1e-12)
    assert got.rough is any(len(values) < 2 for values in history)
    for mine, other in ((got.expected, scaled.expected), (got.lower, scaled.lower), (got.upper, scaled.upper)):
        assert other == pytest.approx(factor * mine, rel=1e-6)


def test_edges() -> None:
    assert forecast([], []) is None
    assert forecast([[], []], [5, 5]) is None
    assert forecast([[0.0, 0.0]], [5]) == (0, 0, 0, None, False)
    assert forecast([[0.5, 0.5, 0.5]], [4]) == (2, 2, 2, None, False)
    assert forecast([[0.5, 0.7]], [0]) == (0, 0, 0, None, False)
    with pytest.raises(ValueError, match="same tests"):
        forecast([[1.0]], [1, 2])
    for unfit in (math.nan, math.inf, -1.0):
        with pytest.raises(ValueError, match="from 0 up"):
            forecast([[unfit, 1.0]], [1])
        with pytest.raises(ValueError, match="from 0 up"):
            forecast([[1.0]], [unfit])


def test_stopping_early_lowers_the_expectation_but_not_the_upper_end() -> None:
    history, planned = [[0.01, 0.012, 0.011, 0.015, 0.01]], [50]
    full = forecast(history, planned)
    early = forecast_stopping_early(history, planned, [curtailed(50, 48, 0.9).mean_runs])
    assert full is not None
    assert early is not None
    assert early.expected < full.expected
    assert early.upper == full.upper
    assert forecast_stopping_early([[]], [5], [3.0]) is None


def test_limits_bound_the_calls_and_the_money() -> None:
    assert call_bounds(10, 8, 10, 3, simulated_user=True) == (50, 910)
    assert call_bounds(0, 8, 10, 3, simulated_user=True) == (0, 0)
    assert call_bounds(5, 1, 10, 0, simulated_user=False) == (5, 50)
    assert money_bound(910, 8000, 500, 1e-6, 4e-6) == pytest.approx(9.1)
    with pytest.raises(ValueError, match="cannot be"):
        call_bounds(-1, 1, 1, 1, simulated_user=False)

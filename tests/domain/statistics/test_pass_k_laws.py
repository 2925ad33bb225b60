"""pass^k and pass@k."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.statistics.pass_k import (
    pass_at_k,
    pass_at_k_interval,
    pass_hat_k,
    pass_hat_k_interval,
    worth_showing,
)

draws = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n), st.integers(1, n)))


@pytest.mark.parametrize(("runs", "k"), [(1, 1), (5, 3), (8, 8), (10, 4)])
def test_both_are_unbiased(runs: int, k: int) -> None:
    p = Fraction(4, 5)
    weights = [math.comb(runs, c) * p**c * (1 - p) ** (runs - c) for c in range(runs + 1)]
    all_pass = sum(float(weight) * (pass_hat_k(c, runs, k) or 0) for c, weight in enumerate(weights))
    some_pass = sum(float(weight) * (pass_at_k(c, runs, k) or 0) for c, weight in enumerate(weights))
    assert all_pass == pytest.approx(float(p**k), abs=1e-12)
    assert some_pass == pytest.approx(float(1 - (1 - p) ** k), abs=1e-12)


@given(draws)
def test_every_time_is_rarer_than_once(draw: tuple[int, int, int]) -> None:
    passes, runs, k = draw
    every, once = pass_hat_k(passes, runs, k), pass_at_k(passes, runs, k)
    assert every is not None
    assert once is not None
    assert 0 <= every <= passes / runs <= once <= 1
    if k == 1:
        assert every == once == passes / runs


@given(draws)
def test_intervals_are_in_order(draw: tuple[int, int, int]) -> None:
    for interval in (pass_hat_k_interval(*draw), pass_at_k_interval(*draw)):
        assert interval is not None
        assert 0 <= interval.lower <= interval.upper <= 1


def test_nothing_is_extrapolated() -> None:
    assert pass_hat_k(5, 5, 6) is pass_at_k(5, 5, 6) is pass_hat_k(0, 0, 1) is None
    assert pass_hat_k_interval(5, 5, 6) is pass_at_k_interval(5, 5, 6) is None
    assert pass_hat_k(4, 5, 3) == 0.4
    assert pass_at_k(2, 10, 8) == 1 - 1 / 45
    assert worth_showing(6, 3)
    assert not worth_showing(5, 3)


@pytest.mark.parametrize("draw", [(6, 5, 1), (-1, 5, 1), (1, 5, 0), (1, 5, -1), (True, 5, 1), (1, 5, 1.5)])
def test_impossible_draws_are_refused(draw: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"cannot be|whole number|at least one"):
        pass_hat_k(*draw)

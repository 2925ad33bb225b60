"""What an interval must obey whatever the counts are."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimize.domain.statistics.interval import (
    Z2,
    Method,
    Z,
    ceil_digits,
    clopper_pearson,
    floor_digits,
    interval,
    wilson,
)

METHODS: tuple[Method, ...] = ("wilson", "clopper-pearson")
MOST = 200


@pytest.mark.parametrize("method", METHODS)
def test_lower_bound_strictly_increases_with_passes(method: Method) -> None:
    for runs in range(1, MOST + 1):
        bounds = [interval(passes, runs, method).lower for passes in range(runs + 1)]
        assert all(below < above for below, above in pairwise(bounds))


def test_adding_a_pass_never_lowers_and_a_failure_never_raises_the_bound() -> None:
    for runs in range(MOST):
        for passes in range(runs + 1):
            before = wilson(passes, runs).lower
            assert wilson(passes + 1, runs + 1).lower >= before
            assert wilson(passes, runs + 1).lower <= before


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_rate_and_mirrors(counts: tuple[int, int]) -> None:
    passes, runs = counts
    for method in METHODS:
        lower, upper = interval(passes, runs, method)
        assert 0 <= lower <= passes / runs <= upper <= 1
        mirrored = interval(runs - passes, runs, method)
        assert math.isclose(mirrored.lower, 1 - upper, abs_tol=1e-12)


@given(st.integers(1, MOST).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_ends_are_where_the_score_test_just_rejects(counts: tuple[int, int]) -> None:
    passes, runs = counts
    for end in wilson(passes, runs):
        assert math.isclose((passes - runs * end) ** 2, Z2 * runs * end * (1 - end), rel_tol=1e-9, abs_tol=1e-9)


def test_the_ends_of_the_scale_are_exact() -> None:
    assert wilson(0, 0) == clopper_pearson(0, 0) == (0, 1)
    for runs in range(1, MOST + 1):
        assert wilson(0, runs).lower == 0
        assert wilson(runs, runs).upper == 1
        assert math.isclose(wilson(runs, runs).lower, runs / (runs + Z2), rel_tol=1e-15)
    assert math.isclose(Z * Z, Z2, rel_tol=1e-15)


def test_five_of_five_clears_a_half_and_four_of_five_does_not() -> None:
    assert wilson(5, 5).lower > 0.5 > wilson(4, 5).lower
    assert wilson(4, 4).lower > 0.5
    assert clopper_pearson(5, 5).lower < 0.5


@pytest.mark.parametrize(
    ("passes", "runs"), [(6, 5), (-1, 5), (0, -1), (math.nan, 5), (1, math.nan), (1, math.inf), (0, math.inf)]
)
def test_impossible_counts_are_refused(passes: float, runs: float) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        wilson(passes, runs)


@pytest.mark.parametrize(("passes", "runs"), [(2.5, 5), (True, 5), (1, True), (6, 5), (-1, 5), ("1", 5)])
def test_clopper_pearson_counts_whole_runs(passes: int, runs: int) -> None:
    with pytest.raises(ValueError, match=r"whole number|cannot be"):
        clopper_pearson(passes, runs)


def test_an_effective_number_of_runs_need_not_be_whole() -> None:
    between = wilson(9.0, 9.5)
    assert wilson(9, 10).lower < between.lower < wilson(9, 9).lower


@given(st.floats(0, 1), st.integers(0, 6))
def test_display_rounds_lower_bounds_down_and_upper_bounds_up(value: float, digits: int) -> None:
    step = Fraction(1, 10**digits)
    down, up = floor_digits(value, digits), ceil_digits(value, digits)
    assert down <= value <= up
    assert Fraction(value) - Fraction(down) < step + Fraction(1, 10**15)
    assert Fraction(up) - Fraction(value) < step + Fraction(1, 10**15)


@settings(max_examples=300)
@given(st.integers(0, 10_000))
def test_a_number_with_four_decimals_is_displayed_as_itself(scaled: int) -> None:
    assert floor_digits(scaled / 10_000, 4) == ceil_digits(scaled / 10_000, 4) == scaled / 10_000


def test_display_of_what_nearly_reaches() -> None:
    assert floor_digits(0.49999999, 2) == 0.49
    assert floor_digits(0.56552, 3) == 0.565
    assert floor_digits(0.57, 2) == 0.57
    assert ceil_digits(0.500001, 2) == 0.51
    with pytest.raises(ValueError, match="displayed"):
        floor_digits(math.nan, 2)

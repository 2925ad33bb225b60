"""Which settings are refused, and what the accepted ones ask for."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.statistics.interval import Method, interval, wilson
from optimize.domain.statistics.setting import (
    SettingCheck,
    check_setting,
    k_min,
    max_failures,
    n_min,
    runs_allowing,
    t_max,
)
from optimize.domain.statistics.threshold import SCALE, OutOfRange, TooFine, ten_thousandths

METHODS: tuple[Method, ...] = ("wilson", "clopper-pearson")
RUNS = range(1, 201)
THRESHOLDS = np.arange(1, SCALE) / SCALE


@pytest.mark.parametrize("method", METHODS)
def test_refused_exactly_when_unreachable(method: Method) -> None:
    """A setting is refused if and only if even all runs passing would not clear the threshold."""
    smallest = np.array([n_min(t, method) for t in THRESHOLDS.tolist()])
    all_pass = np.array([interval(runs, runs, method).lower for runs in RUNS])
    refused = smallest[None, :] > np.array(RUNS)[:, None]
    assert (refused == (all_pass[:, None] <= THRESHOLDS[None, :])).all()
    for t, fewest in zip(THRESHOLDS.tolist(), smallest.tolist(), strict=True):
        # Fewer runs clear less, so the last refused number of runs and the first accepted one speak for all.
        for runs in {1, fewest - 1, fewest, 200} & set(RUNS):
            check = check_setting(runs, t, method)
            assert check.ok is (runs >= fewest)
            assert check.n_min == fewest
            assert check.code == ("ok" if check.ok else "threshold_unreachable" if fewest > 200 else "needs_more_runs")


def test_no_bound_ever_ties_with_a_threshold() -> None:
    nearest = min(
        abs(bound * SCALE - round(bound * SCALE)) / SCALE
        for runs in RUNS
        for passes in range(1, runs + 1)
        if 1 <= round((bound := wilson(passes, runs).lower) * SCALE) < SCALE
    )
    assert nearest == pytest.approx(6.4e-9, abs=1e-10)


@pytest.mark.parametrize("hundred", [1, 2])
def test_k_min_is_the_first_count_whose_bound_clears(hundred: int) -> None:
    """Every number of runs and every threshold: two million settings."""
    thresholds = THRESHOLDS.tolist()
    for runs in range(100 * hundred - 99, 100 * hundred + 1):
        bounds = np.array([wilson(passes, runs).lower for passes in range(runs + 1)])
        expected = np.searchsorted(bounds, THRESHOLDS, side="right")
        assert [k_min(runs, t) for t in thresholds] == expected.tolist()


@given(st.integers(1, 200), st.integers(1, SCALE - 1))
def test_clopper_pearson_k_min_is_the_first_count_whose_bound_clears(runs: int, scaled: int) -> None:
    t, needed = scaled / SCALE, k_min(runs, scaled / SCALE, "clopper-pearson")
    assert needed == 1 or interval(needed - 1, runs, "clopper-pearson").lower <= t + 1e-12
    assert needed > runs or interval(needed, runs, "clopper-pearson").lower > t - 1e-12


@pytest.mark.parametrize("method", METHODS)
def test_allowed_failures_never_decrease_with_runs(method: Method) -> None:
    for scaled in range(50, SCALE, 379):
        allowed = [max_failures(runs, scaled / SCALE, method) for runs in RUNS]
        as_numbers = [-1 if failures is None else failures for failures in allowed]
        assert as_numbers == sorted(as_numbers)


@given(st.integers(1, 200), st.integers(1, SCALE - 1), st.sampled_from(METHODS))
def test_an_answer_fits_together(runs: int, scaled: int, method: Method) -> None:
    check = check_setting(runs, scaled / SCALE, method)
    if not check.ok:
        assert check.k_min is check.max_failures is None
        assert check.t_max is not None
        advised = check_setting(200 if check.code == "threshold_unreachable" else runs, check.t_max, method)
        assert advised.ok
        assert advised.max_failures == 0
        return
    assert check.k_min is not None
    assert check.max_failures == runs - check.k_min == max_failures(runs, scaled / SCALE, method)
    assert interval(check.k_min, runs, method).lower > scaled / SCALE


@given(st.integers(1, 200), st.integers(1, 9999))
def test_the_advised_number_of_runs_works_and_all_must_pass(runs: int, scaled: int) -> None:
    check = check_setting(runs, scaled / SCALE)
    if check.code == "needs_more_runs":
        assert check.n_min is not None
        assert check_setting(check.n_min, scaled / SCALE).max_failures == 0


def test_runs_allowing_is_where_a_failure_is_gained() -> None:
    gained = [n for n in range(2, 32) if max_failures(n, 0.5) != max_failures(n - 1, 0.5)]
    assert gained == [4, 8, 11, 14, 16, 19, 21, 24, 26, 29, 31]
    assert [runs_allowing(failures, 0.5) for failures in range(len(gained))] == gained
    assert runs_allowing(1, 0.98) is None


UNFIT_RUNS = [0, -1, 201, 10**400, 10**9999, True, False, 5.0, math.nan, math.inf, "5", None, [5], 5 + 0j]


@pytest.mark.parametrize("runs", UNFIT_RUNS, ids=lambda runs: str(type(runs)))
def test_unfit_runs_are_refused(runs: Any) -> None:
    check = check_setting(runs, 0.5)
    assert (check.code, check.ok, check.message) == (
        "runs_out_of_range",
        False,
        "Runs must be a whole number from 1 to 200.",
    )
    assert check.numbers() == {}


OUTSIDE = [0, 1, 0.0, -0.0, 1.0, -0.1, 1.5, math.nan, math.inf, -math.inf, 10**9999, -(10**9999), True, "0.5", [0.5]]


@pytest.mark.parametrize("threshold", OUTSIDE, ids=lambda threshold: str(type(threshold)))
def test_thresholds_outside_are_refused(threshold: Any) -> None:
    assert check_setting(5, threshold).code == "threshold_out_of_range"
    with pytest.raises(OutOfRange):
        ten_thousandths(threshold)


@pytest.mark.parametrize("threshold", [0.50005, 0.12345, 0.99999, 0.00001, 0.5000000001, 5e-10])
def test_thresholds_too_fine_are_refused(threshold: float) -> None:
    assert check_setting(5, threshold).code == "threshold_too_fine"
    with pytest.raises(TooFine):
        k_min(5, threshold)


@given(st.integers(1, SCALE - 1), st.integers(-8, 8))
def test_the_noise_of_arithmetic_changes_nothing(scaled: int, last_bits: int) -> None:
    noisy = scaled / SCALE + last_bits * math.ulp(scaled / SCALE)
    assert ten_thousandths(noisy) == scaled
    assert ten_thousandths(0.1 + 0.2) == 3000


OUT_BELOW = "The threshold must be above 0 and below 1, for example 0.5; the highest that 200 runs can meet is"


def messages() -> list[tuple[tuple[Any, ...], str]]:
    return [
        ((5, 0.5), "All 5 runs must pass."),
        ((50, 0.85), "48 of 50 runs must pass (at most 2 may fail)."),
        ((10, None), "All 10 runs must pass."),
        ((1, None), "The one run must pass."),
        (
            (5, 0.9),
            "5 runs can never meet a threshold of 0.9: even 5 out of 5 only shows a pass rate above 0.5655. "
            "Use at least 35 runs (all 35 must then pass), or a threshold of 0.5655 or lower.",
        ),
        (
            (5, 0.99),
            "No number of runs up to 200 can meet a threshold of 0.99: even 200 passes out of 200 only show a pass "
            "rate above 0.9811. Use a threshold of 0.9811 or lower.",
        ),
        ((5, 1), "The threshold must be above 0 and below 1: no number of runs can show a pass rate of 100%."),
        *(((5, low), f"{OUT_BELOW} 0.9811.") for low in (0, -0.1, "0.5")),
        ((5, 0, "clopper-pearson"), f"{OUT_BELOW} 0.9817."),
        (
            (1, 0.025, "clopper-pearson"),
            "1 run can never meet a threshold of 0.025: even 1 out of 1 only shows a pass rate above 0.025. "
            "Use at least 2 runs (all 2 must then pass), or a threshold of 0.0249 or lower.",
        ),
    ]


@pytest.mark.parametrize(("setting", "message"), messages())
def test_message(setting: tuple[Any, ...], message: str) -> None:
    assert check_setting(*setting).message == message


def test_the_check_is_frozen_and_carries_its_numbers() -> None:
    check = check_setting(50, 0.85)
    assert check.numbers() == {"n_min": 22, "t_max": 0.9286, "k_min": 48, "max_failures": 2}
    assert check_setting(5, 0.9).numbers() == {"n_min": 35, "t_max": 0.5655}
    assert SettingCheck.model_validate_json(check.model_dump_json()) == check
    with pytest.raises(ValueError, match="frozen"):
        check.ok = False  # type: ignore[misc]


def test_no_runs_reach_nothing() -> None:
    assert t_max(0) == 0
    assert k_min(0, 0.5) == 1
    assert max_failures(0, 0.5) is None

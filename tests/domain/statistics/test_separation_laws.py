"""How many runs separate two setups."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimize.domain.statistics.critical_pairs import CRITICAL_PAIRS, FEWEST_RUNS
from optimize.domain.statistics.score_test import exact_p
from optimize.domain.statistics.separation import (
    RunsNeeded,
    fleiss_runs,
    power,
    row_alpha,
    runs_needed,
    smallest_detectable_drop,
)
from optimize.domain.statistics.separation_sentences import noticeable_drop, runs_needed_sentence


@pytest.mark.parametrize("runs", [*range(3, 41), 58, 82, 110, 142, 175, 199, 200])
def test_a_critical_pair_is_the_last_that_is_rejected(runs: int) -> None:
    a, b = CRITICAL_PAIRS[runs - FEWEST_RUNS]
    assert exact_p(a, runs, b, runs) <= 0.05
    first, second = np.indices((runs + 1, runs + 1))
    # Exact in floats: numerators and denominators stay far below 2^53 and ties are compared crosswise.
    squared, spread = (first - second) ** 2, (first + second) * (2 * runs - first - second)
    less_extreme = (first > second) & (squared * (a + b) * (2 * runs - a - b) < (a - b) ** 2 * spread)
    score = np.where(less_extreme, squared / np.maximum(spread, 1), -1.0)
    next_a, next_b = np.unravel_index(int(score.argmax()), score.shape)
    assert exact_p(int(next_a), runs, int(next_b), runs) > 0.05


@pytest.mark.parametrize("runs", [3, 5, 10, 13])
def test_power_is_the_chance_of_the_rejected_tables(runs: int) -> None:
    by_hand = sum(
        math.comb(runs, a) * 0.9**a * 0.1 ** (runs - a) * math.comb(runs, b) * 0.5**runs
        for a in range(runs + 1)
        for b in range(a)
        if exact_p(a, runs, b, runs) <= 0.05
    )
    assert power(runs, 0.9, 0.5) == pytest.approx(by_hand, abs=1e-12)


def test_two_runs_notice_nothing() -> None:
    assert power(2, 1.0, 0.0) == power(0, 1.0, 0.0) == 0
    assert exact_p(2, 2, 0, 2) > 0.05
    with pytest.raises(ValueError, match="cannot be"):
        power(201, 0.9, 0.5)


def published() -> list[tuple[tuple[int, int, int, int], list[int | None]]]:
    """Seen counts, and the runs for α = 0.05, 0.01, 0.005, 0.05/30."""
    return [
        ((10, 10, 9, 10), [151, None, None, None]),
        ((10, 10, 8, 10), [52, 78, 89, 106]),
        ((10, 10, 7, 10), [29, 44, 50, 60]),
        ((9, 10, 8, 10), [None, None, None, None]),
        ((9, 10, 7, 10), [84, 126, 143, 171]),
        ((9, 10, 6, 10), [42, 63, 72, 86]),
        ((8, 10, 5, 10), [49, 74, 84, 100]),
        ((5, 5, 4, 5), [76, 114, 130, 155]),
        ((5, 5, 3, 5), [26, 40, 45, 54]),
        ((20, 20, 17, 20), [62, 93, 106, 127]),
    ]


@pytest.mark.parametrize(("table", "answers"), published())
def test_runs_needed_as_published(table: tuple[int, int, int, int], answers: list[int | None]) -> None:
    assert [runs_needed(*table, alpha).runs for alpha in (0.05, 0.01, 0.005, 0.05 / 30)] == answers


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([5, 10, 20]), st.data())
def test_a_larger_difference_never_needs_more_runs(runs: int, data: st.DataObject) -> None:
    current = data.draw(st.integers(1, runs))
    changed = data.draw(st.integers(0, current - 1))
    far, near = runs_needed(current, runs, changed, runs), runs_needed(current, runs, changed + 1, runs)
    if changed + 1 < current:
        assert (far.runs or math.inf) <= (near.runs or math.inf)
    mirrored = runs_needed(changed, runs, current, runs)
    assert mirrored == far


@pytest.mark.parametrize("runs", [5, 10, 20])
def test_the_search_starts_early_enough(runs: int) -> None:
    for better, worse in combinations([(k + 0.5) / (runs + 1) for k in range(runs, -1, -2)], 2):
        first = next((n for n in range(3, 201) if power(n, better, worse) >= 0.8), None)
        k1, k2 = round(better * (runs + 1) - 0.5), round(worse * (runs + 1) - 0.5)
        assert runs_needed(k1, runs, k2, runs).runs == first
    assert runs_needed(200, 200, 180, 200).runs == 60


def test_edges() -> None:
    assert runs_needed(0, 10, 10, 10) == (5, "ok")
    assert runs_needed(5, 10, 5, 10) == (None, "equal")
    assert runs_needed(1, 2, 5, 10) == (None, "equal")
    assert runs_needed(3, 3, 0, 0) == (None, "no_data")
    # 3 of 3 becomes 0.875 and 19 of 20 becomes 0.93: the order is lost.
    assert runs_needed(3, 3, 19, 20) == (None, "more_than_200")
    # 4 of 5 and 1 of 1 both become 0.75.
    assert runs_needed(4, 5, 1, 1) == (None, "more_than_200")
    with pytest.raises(ValueError, match="cannot be"):
        runs_needed(11, 10, 5, 10)


def test_the_level_of_the_next_row() -> None:
    assert row_alpha(1, 0) == 0.05
    assert row_alpha(10, 0) == 0.005
    assert row_alpha(10, 4) == 0.025
    assert row_alpha(3, 3) == row_alpha(0, 0) == 0.05


def test_the_formula_of_equal_rates_is_infinite() -> None:
    assert fleiss_runs(0.5, 0.5) == math.inf


def test_a_detectable_drop_is_just_detectable() -> None:
    for runs in (5, 10, 50, 200):
        drop = smallest_detectable_drop(runs, 0.95)
        assert drop is not None
        assert power(runs, 0.95, drop) >= 0.8 > power(runs, 0.95, drop + 1e-6)
    assert smallest_detectable_drop(5, 0.8) is None
    assert smallest_detectable_drop(2, 1.0) is None


def test_sentences() -> None:
    assert noticeable_drop(10) == (
        "With 10 runs per setup you will notice a drop from 95 % to 39 % four times in five; "
        "a drop to 80 % only 7 % of the time."
    )
    assert "a drop to 80 % over 99 % of the time" in noticeable_drop(200)
    assert noticeable_drop(2) == "With 2 runs per setup no drop from 95 % would be noticed four times in five."
    assert runs_needed_sentence(RunsNeeded(29, "ok"), 10, 1.0) == (
        "About 29 runs per setup, if the real rates are near what was seen."
    )
    assert runs_needed_sentence(RunsNeeded(None, "equal"), 10, 1.0) == (
        "No number of runs separates equal rates. With 10 runs per setup a drop from 100 % to 51 % would have been "
        "noticed four times in five."
    )
    assert "no drop would have been noticed" in runs_needed_sentence(RunsNeeded(None, "equal"), 2, 1.0)
    assert runs_needed_sentence(RunsNeeded(None, "more_than_200"), 10, 1.0) == (
        "More than 200 runs per setup, the most a test can have."
    )
    assert "nothing to compare" in runs_needed_sentence(RunsNeeded(None, "no_data"), 10, 1.0)

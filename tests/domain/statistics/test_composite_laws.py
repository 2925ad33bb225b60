"""A criterion scored by fractions; the run is the unit."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.statistics.composite import composite, composite_decided, composite_mean_needed
from optimize.domain.statistics.interval import wilson
from optimize.domain.statistics.setting import check_setting, k_min
from optimize.domain.statistics.stopping import decided

scores = st.lists(st.integers(0, 8).map(lambda met: met / 8), min_size=1, max_size=30)


@given(st.lists(st.sampled_from([0.0, 1.0]), max_size=60))
def test_all_or_nothing_scores_are_counted(outcomes: list[float]) -> None:
    got = composite(outcomes)
    assert (got.lower, got.upper) == wilson(sum(outcomes), len(outcomes))


@given(scores, st.data())
def test_a_worse_score_never_raises_a_bound(given_scores: list[float], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(given_scores) - 1))
    worse = [*given_scores[:index], given_scores[index] / 2, *given_scores[index + 1 :]]
    assert composite(worse).lower <= composite(given_scores).lower
    assert composite(worse).upper <= composite(given_scores).upper


@given(scores, st.integers(1, 9999))
def test_the_mean_needed_is_where_the_bound_clears(given_scores: list[float], scaled: int) -> None:
    threshold, needed = scaled / 10_000, composite_mean_needed(len(given_scores), scaled / 10_000)
    got = composite(given_scores)
    assert got.mean is not None
    assert (needed is not None and got.mean > needed) is (got.lower > threshold)
    assert (needed is None) is (not check_setting(len(given_scores), threshold).ok)


@pytest.mark.parametrize(("runs", "threshold"), [(4, 0.5), (5, 0.5), (8, 0.5), (3, 0.5)])
def test_an_early_verdict_is_the_verdict_of_pass_or_fail(runs: int, threshold: float) -> None:
    needed = k_min(runs, threshold)
    for outcomes in product((0.0, 1.0), repeat=runs):
        for finished in range(runs + 1):
            passes = int(sum(outcomes[:finished]))
            assert composite_decided(outcomes[:finished], runs, threshold) is decided(passes, finished, runs, needed)


@given(st.lists(st.sampled_from([0.0, 0.5, 0.75, 1.0]), min_size=4, max_size=20), st.integers(0, 20))
def test_a_decided_verdict_survives_the_missing_runs(all_scores: list[float], finished: int) -> None:
    early = composite_decided(all_scores[:finished], len(all_scores), 0.5)
    assert early in (None, composite(all_scores).lower > 0.5)
    assert composite_decided(all_scores, len(all_scores), 0.5) is not None


def test_edges() -> None:
    assert composite([]) == (None, 0, 1)
    assert composite_mean_needed(0, 0.5) is None
    assert composite_decided([1, 1, 1, 1], 5, 0.5) is None
    for unfit in ([1.1], [-0.1], [math.nan]):
        with pytest.raises(ValueError, match="between 0 and 1"):
            composite(unfit)
    with pytest.raises(ValueError, match="cannot be"):
        composite_decided([1, 1], 1, 0.5)

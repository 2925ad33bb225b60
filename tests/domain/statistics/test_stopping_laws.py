"""Stopping early never changes a verdict."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.statistics.interval import wilson
from optimize.domain.statistics.setting import k_min
from optimize.domain.statistics.stopping import curtailed, decided


def stop(outcomes: tuple[bool, ...], needed: int) -> tuple[int, bool]:
    """After how many runs the verdict was decided, and which."""
    for finished in range(len(outcomes) + 1):
        answer = decided(sum(outcomes[:finished]), finished, len(outcomes), needed)
        if answer is not None:
            return finished, answer
    raise AssertionError("all runs finished, so the verdict must be decided")


@pytest.mark.parametrize("runs", range(1, 11))
def test_an_early_verdict_is_the_full_verdict(runs: int) -> None:
    for outcomes in product((True, False), repeat=runs):
        for needed in range(1, runs + 2):
            finished, answer = stop(outcomes, needed)
            assert answer is (sum(outcomes) >= needed)
            assert finished == 0 or decided(sum(outcomes[: finished - 1]), finished - 1, runs, needed) is None


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n + 1), st.permutations(range(n)))))
def test_any_order_of_completion_gives_the_same_verdict(case: tuple[int, int, list[int]]) -> None:
    runs, needed, order = case
    passed = tuple(place < needed for place in order)
    assert stop(passed, needed)[1] is (needed <= runs)


def test_a_lost_run_leaves_it_open() -> None:
    assert decided(4, 4, 5, 5) is None
    assert decided(3, 4, 5, 5) is False
    assert decided(7, 7, 8, 7) is True
    assert decided(0, 0, 5, 5) is None
    assert decided(0, 0, 3, 4) is False


@pytest.mark.parametrize("case", [(3, 2, 5, 5), (0, 6, 5, 5), (0, 0, 5, 0), (0, 0, 5, 7), (-1, 0, 5, 5)])
def test_impossible_counts_are_refused(case: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"cannot be|no rule"):
        decided(*case)


@pytest.mark.parametrize(("runs", "needed"), [(1, 1), (5, 5), (6, 4), (7, 1), (8, 7)])
@pytest.mark.parametrize("p", [0.0, 0.3, 0.9, 1.0])
def test_averages_agree_with_all_orders(runs: int, needed: int, p: float) -> None:
    weighted = [
        (math.prod(p if outcome else 1 - p for outcome in outcomes), outcomes, *stop(outcomes, needed))
        for outcomes in product((True, False), repeat=runs)
    ]
    got = curtailed(runs, needed, p)
    mean = math.fsum(weight * finished for weight, _, finished, _ in weighted)
    square = math.fsum(weight * finished**2 for weight, _, finished, _ in weighted)
    assert got.p_pass == pytest.approx(math.fsum(weight for weight, _, _, passed in weighted if passed), abs=1e-12)
    assert got.mean_runs == pytest.approx(mean, abs=1e-12)
    assert got.sd_runs == pytest.approx(math.sqrt(max(0, square - mean**2)), abs=1e-6)
    assert got.mean_runs_fail_only == pytest.approx(
        math.fsum(weight * (runs if passed else finished) for weight, _, finished, passed in weighted), abs=1e-12
    )
    assert got.mean_rate == pytest.approx(
        math.fsum(weight * sum(outcomes[:finished]) / finished for weight, outcomes, finished, _ in weighted), abs=1e-12
    )


def test_a_rule_out_of_reach_has_no_average() -> None:
    with pytest.raises(ValueError, match="before the first run"):
        curtailed(3, 4, 0.5)


@pytest.mark.parametrize("threshold", [0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
def test_the_bound_at_a_stop_never_contradicts_the_verdict(threshold: float) -> None:
    for runs in range(1, 201):
        needed = k_min(runs, threshold)
        if needed > runs:
            continue
        fatal = runs - needed + 1
        assert all(wilson(needed, at).lower > threshold for at in range(needed, runs + 1))
        assert all(wilson(at - fatal, at).lower <= threshold for at in range(fatal, runs + 1))

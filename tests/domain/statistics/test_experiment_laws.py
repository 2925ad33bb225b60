"""What the comparison of two setups must obey."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from optimize.domain.statistics.difference import miettinen_nurminen, newcombe
from optimize.domain.statistics.experiment import Row, benjamini_hochberg, row_of_counts, row_of_scores, verdicts
from optimize.domain.statistics.permutation import permutation_p
from optimize.domain.statistics.ratio import Ratio, cost_ratio, describe_ratio, speed_ratio
from optimize.domain.statistics.score_test import can_differ, exact_p

Table = tuple[int, int, int, int]


def tables(most: int) -> st.SearchStrategy[Table]:
    side = st.integers(1, most).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
    return st.tuples(side, side).map(lambda sides: (*sides[0], *sides[1]))


def by_definition(k1: int, n1: int, k2: int, n2: int) -> float:
    """The p-value summed table by table over a dense grid of true rates: a little too small, never too large."""

    def score(a: int, b: int) -> float:
        s, total = a + b, n1 + n2
        return (a * n2 - b * n1) / math.sqrt(n1 * n2 * s * (total - s) / total) if 0 < s < total else 0.0

    seen, rates = score(k1, k2), np.linspace(0, 1, 2001)
    side = math.copysign(1, seen)
    extreme = [(a, b) for a, b in product(range(n1 + 1), range(n2 + 1)) if side * score(a, b) >= abs(seen) - 1e-9]
    chances = sum(
        math.comb(n1, a) * math.comb(n2, b) * rates ** (a + b) * (1 - rates) ** (n1 + n2 - a - b) for a, b in extreme
    )
    return min(1.0, 2 * float(np.max(chances)))


@settings(max_examples=120, deadline=None)
@given(tables(12))
def test_exact_p_is_the_definition(table: Table) -> None:
    k1, n1, k2, n2 = table
    if k1 * n2 == k2 * n1:
        assert exact_p(*table) == 1
    else:
        assert -1e-12 <= exact_p(*table) - by_definition(*table) <= 2e-5


@settings(max_examples=60, deadline=None)
@given(tables(60))
def test_exact_p_does_not_mind_names(table: Table) -> None:
    k1, n1, k2, n2 = table
    assert exact_p(k2, n2, k1, n1) == pytest.approx(exact_p(*table), rel=1e-9)
    assert exact_p(n1 - k1, n1, n2 - k2, n2) == pytest.approx(exact_p(*table), rel=1e-9)


@pytest.mark.parametrize(("n1", "n2"), [(5, 5), (10, 10), (9, 10), (20, 7)])
def test_a_more_uneven_table_never_has_a_larger_p(n1: int, n2: int) -> None:
    for k1, k2 in product(range(n1), range(n2 + 1)):
        if k1 * n2 >= k2 * n1:
            assert exact_p(k1 + 1, n1, k2, n2) <= exact_p(k1, n1, k2, n2) + 1e-9


@pytest.mark.parametrize("runs", [5, 10, 20])
def test_equal_setups_are_called_different_at_most_five_times_in_a_hundred(runs: int) -> None:
    rates = np.linspace(0.001, 0.999, 500)
    chance = [math.comb(runs, k) * rates**k * (1 - rates) ** (runs - k) for k in range(runs + 1)]
    rejected = [(a, b) for a, b in product(range(runs + 1), repeat=2) if a != b and exact_p(a, runs, b, runs) <= 0.05]
    worst = float(np.max(sum(chance[a] * chance[b] for a, b in rejected)))
    assert worst == pytest.approx({5: 0.0215, 10: 0.0422, 20: 0.0498}[runs], abs=5e-5)


def test_the_most_the_changed_setup_may_pass_and_still_be_worse() -> None:
    published = {5: [1, 0], 10: [6, 4, 3, 2], 20: [16, 14, 12, 11], 50: [46, 43, 41, 40]}
    for runs, most in published.items():
        for failures, passes in enumerate(most):
            assert exact_p(runs - failures, runs, passes, runs) <= 0.05
            assert exact_p(runs - failures, runs, passes + 1, runs) > 0.05


def test_a_side_without_runs_shows_nothing() -> None:
    assert exact_p(0, 0, 3, 10) == 1
    assert not can_differ(0, 0, 3, 10)
    assert miettinen_nurminen(0, 0, 3, 10) == newcombe(3, 10, 0, 0) == (-1, 1)
    assert permutation_p([], [0.5]) == 1
    outcome = verdicts([row_of_counts(0, 0, 3, 10), row_of_scores([], [0.5])])
    assert [(row.verdict, row.hint) for row in outcome] == [("no_detectable_difference", "too_few_to_tell")] * 2
    assert verdicts([]) == []


@pytest.mark.parametrize("table", [(11, 10, 5, 10), (5, 10, -1, 10), (5, 10, True, 10), (5, 1001, 5, 10)])
def test_impossible_tables_are_refused(table: Table) -> None:
    with pytest.raises(ValueError, match=r"cannot be|whole number|at most 1000"):
        exact_p(*table)


def test_can_differ_asks_every_split() -> None:
    for n1, n2 in ((4, 4), (5, 5), (6, 9), (10, 10)):
        for total in range(n1 + n2 + 1):
            splits = [(a, total - a) for a in range(n1 + 1) if 0 <= total - a <= n2]
            best = min(exact_p(a, n1, b, n2) for a, b in splits)
            assert can_differ(*splits[0][:1], n1, splits[0][1], n2) is (best <= 0.05)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_benjamini_hochberg_is_scipys(ps: list[float]) -> None:
    assert benjamini_hochberg(ps) == pytest.approx(false_discovery_control(ps, method="bh").tolist(), abs=1e-12)


def test_the_level_itself_counts() -> None:
    outcomes = verdicts([Row(0.05, can_differ=True, change=-0.1), Row(0.9, can_differ=False, change=0.1)])
    assert [outcome.verdict for outcome in outcomes] == ["regressed", "no_detectable_difference"]
    assert [outcome.hint for outcome in outcomes] == [None, "too_few_to_tell"]


def test_hints() -> None:
    rows = [row_of_counts(10, 10, 6, 10), *[row_of_counts(8, 10, 7, 10)] * 4, row_of_counts(10, 10, 10, 10)]
    hints = [outcome.hint for outcome in verdicts(rows)]
    assert hints == ["borderline", None, None, None, None, "too_few_to_tell"]
    assert {outcome.verdict for outcome in verdicts(rows)} == {"no_detectable_difference"}


@settings(max_examples=60, deadline=None)
@given(tables(60))
def test_both_intervals_hold_the_difference_and_mirror(table: Table) -> None:
    k1, n1, k2, n2 = table
    for of in (miettinen_nurminen, newcombe):
        lower, upper = of(*table)
        assert -1 - 1e-12 <= lower <= k1 / n1 - k2 / n2 <= upper <= 1 + 1e-12
        mirrored = of(k2, n2, k1, n1)
        assert mirrored == pytest.approx((-upper, -lower), abs=1e-9)


@pytest.mark.parametrize("runs", [5, 10, 20])
def test_no_significant_row_has_an_interval_that_contains_zero(runs: int) -> None:
    for a, b in product(range(runs + 1), repeat=2):
        if exact_p(a, runs, b, runs) <= 0.05:
            lower, upper = miettinen_nurminen(a, runs, b, runs)
            assert lower > 0 or upper < 0


@settings(deadline=None)
@given(st.lists(st.integers(0, 1), min_size=1, max_size=8), st.lists(st.integers(0, 1), min_size=1, max_size=8))
def test_permutation_of_passes_and_failures_is_counted_exactly(x: list[int], y: list[int]) -> None:
    ways = [math.comb(sum(x + y), k) * math.comb(len(x + y) - sum(x + y), len(x) - k) for k in range(len(x) + 1)]
    far = abs(sum(x) * len(x + y) - sum(x + y) * len(x))
    extreme = sum(w for k, w in enumerate(ways) if abs(k * len(x + y) - sum(x + y) * len(x)) >= far)
    assert permutation_p(x, y) == pytest.approx(extreme / math.comb(len(x + y), len(x)), abs=1e-12)


def test_rows_of_scores() -> None:
    better = row_of_scores([0.25, 0.5, 1 / 3, 0.25, 0.5], [1, 1, 0.75, 2 / 3, 1])
    same = row_of_scores([0.5] * 5, [0.5] * 5)
    assert [outcome.verdict for outcome in verdicts([better, same])] == ["improved", "no_detectable_difference"]
    assert not same.can_differ
    with pytest.raises(ValueError, match="one number of behaviours"):
        permutation_p([0.123456, 1 / 7], [1 / 89])
    with pytest.raises(ValueError, match="between 0 and 1"):
        permutation_p([math.nan], [0.5])


def test_ratios_without_an_interval() -> None:
    assert cost_ratio([], []) is None
    assert cost_ratio([[1.0], []], [[1.0], [1.0]]) is None
    assert cost_ratio([[0.0, 0.0]], [[1.0, 2.0]]) is None
    assert cost_ratio([[1.0]], [[2.0]]) == (2.0, None, None)
    assert cost_ratio([[0.25, 0.25, 0.25]], [[0.5, 0.5]]) == (2.0, None, None)
    assert speed_ratio([[2.0, 2.0]], [[1.0, 1.0]]) == (0.5, None, None)
    assert speed_ratio([], []) is None
    with pytest.raises(ValueError, match="same tests"):
        cost_ratio([[1.0]], [])
    with pytest.raises(ValueError, match="takes some time"):
        speed_ratio([[0.0, 1.0]], [[1.0, 1.0]])
    with pytest.raises(ValueError, match="from 0 up"):
        cost_ratio([[math.nan]], [[1.0]])


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(0.01, 10), min_size=2, max_size=5), min_size=1, max_size=4), st.floats(0.1, 10))
def test_a_ratio_follows_the_unit_and_turns_over(costs: list[list[float]], factor: float) -> None:
    scaled = [[factor * cost for cost in costs_of_test] for costs_of_test in costs]
    for of in (cost_ratio, speed_ratio):
        there, back = of(costs, scaled), of(scaled, costs)
        assert there is not None
        assert back is not None
        assert there.ratio == pytest.approx(factor, rel=1e-9)
        assert there.ratio * back.ratio == pytest.approx(1, rel=1e-9)
        if there.interval is not None:
            assert there.interval.lower <= there.ratio <= there.interval.upper


def test_ratios_in_words() -> None:
    cheaper = cost_ratio([[0.01, 0.012, 0.011, 0.015, 0.01]], [[0.004, 0.005, 0.0045, 0.006, 0.004]])
    assert cheaper is not None
    assert describe_ratio(cheaper) == "59 % cheaper (47–69 %)"
    dearer = cost_ratio([[1.0, 1.1, 0.9, 1.0]], [[2.0, 2.1, 1.9, 2.2]])
    assert dearer is not None
    assert describe_ratio(dearer).startswith("105 % dearer (")
    unclear = cost_ratio([[1.0, 5.0]], [[2.0, 3.0]])
    assert unclear is not None
    assert describe_ratio(unclear) == "no detectable difference in cost"
    assert describe_ratio(Ratio(0.5, None, None), "faster", "slower", "speed") == (
        "50 % faster (too few runs for an interval)"
    )
    assert describe_ratio(Ratio(1.0, None, None)) == "the same cost"

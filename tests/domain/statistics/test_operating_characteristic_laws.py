"""What a setting does to good and bad agents, in numbers and in sentences."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimize.domain.statistics.operating_characteristic import p_pass, p_pass_all, plan, runs_for
from optimize.domain.statistics.setting import k_min
from optimize.domain.statistics.setting_sentences import (
    both_sides,
    explained,
    more_runs_is_not_stricter,
    next_step,
    warning,
)
from optimize.domain.statistics.wording import chance, counted, rate


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n + 1))), st.integers(0, 100))
def test_p_pass_is_the_exact_binomial_tail(setting: tuple[int, int], percent: int) -> None:
    runs, needed = setting
    p = Fraction(percent, 100)
    exact = sum(math.comb(runs, k) * p**k * (1 - p) ** (runs - k) for k in range(needed, runs + 1))
    assert math.isclose(p_pass(runs, needed, percent / 100), float(exact), abs_tol=1e-12)


@given(st.integers(1, 200), st.integers(1, 9999), st.floats(0, 1), st.floats(0, 1))
def test_a_better_agent_never_passes_less_often(runs: int, scaled: int, one: float, other: float) -> None:
    needed = k_min(runs, scaled / 10_000)
    worse, better = sorted((one, other))
    assert p_pass(runs, needed, worse) <= p_pass(runs, needed, better) + 1e-12


def test_impossible_arguments_are_refused() -> None:
    for runs, needed, p in ((5, 0, 0.5), (5, 7, 0.5), (5, 5, 1.1), (5, 5, math.nan), (-1, 1, 0.5)):
        with pytest.raises(ValueError, match=r"cannot be|no rule|between 0 and 1"):
            p_pass(runs, needed, p)


def test_false_passes_stay_where_the_specification_says() -> None:
    """P(pass) at p = t, largest over t >= 0.5: 6.8 % at 4 runs, 5.8 % from 5 on, 4.6 % from 10 on."""
    worst = {
        runs: max(p_pass(runs, k_min(runs, scaled / 10_000), scaled / 10_000) for scaled in range(5000, 10_000, 5))
        for runs in (4, 5, 6, 7, 8, 10, 15, 20, 50, 100, 200)
    }
    assert worst[4] == pytest.approx(0.068, abs=0.0006)
    assert max(worst[runs] for runs in worst if runs >= 5) <= 0.0585
    assert max(worst[runs] for runs in worst if runs >= 10) <= 0.0465
    assert max(worst[runs] for runs in worst if runs >= 20) <= 0.0405
    assert p_pass(5, k_min(5, 0.5), 0.5) == 1 / 32


@settings(max_examples=60)
@given(st.integers(51, 100), st.integers(0, 99))
def test_a_plan_does_what_it_says(good: int, bad: int) -> None:
    found = plan(good / 100, bad / 100)
    if found is None:
        return
    assert bad < good
    assert k_min(found.runs, found.threshold) == found.runs - found.max_failures
    assert p_pass(found.runs, found.runs - found.max_failures, good / 100) == found.pass_good >= 0.9
    assert p_pass(found.runs, found.runs - found.max_failures, bad / 100) == found.pass_bad <= 0.05
    if found.max_failures:
        assert p_pass(found.runs, found.runs - found.max_failures + 1, good / 100) < 0.9


def test_no_plan_separates_a_bad_agent_that_is_not_worse() -> None:
    assert plan(0.9, 0.9) is None
    assert plan(0.5, 0.9) is None
    perfect = plan(1.0, 0.5)
    assert perfect is not None
    assert (perfect.runs, perfect.max_failures) == (5, 0)


def table_of_runs_for() -> list[tuple[float, float, int | None, int | None]]:
    return [
        (0.5, 0.85, 14, 16),
        (0.6, 0.98, 6, 11),
        (0.7, 0.8, 147, 196),
        (0.7, 0.9, 30, 39),
        (0.8, 0.98, 25, 25),
        (0.8, 0.99, 16, 25),
        (0.9, 0.95, None, None),
        (0.9, 0.98, 69, 84),
    ]


@pytest.mark.parametrize(("threshold", "good", "for_80", "for_90"), table_of_runs_for())
def test_runs_for_as_published(threshold: float, good: float, for_80: int | None, for_90: int | None) -> None:
    assert runs_for(threshold, good, min_pass_good=0.8) == for_80
    assert runs_for(threshold, good, min_pass_good=0.9) == for_90


@given(st.lists(st.floats(0, 1), max_size=6))
def test_the_chance_that_all_pass_lies_between_its_limits(chances: list[float]) -> None:
    joint = p_pass_all(chances)
    assert 0 <= joint.lowest <= joint.independent + 1e-12
    assert joint.independent <= joint.highest <= 1
    assert p_pass_all([]) == (1, 1, 1)
    assert p_pass_all([0.7737809375] * 4).independent == pytest.approx(0.36, abs=0.002)


def test_both_sides_are_always_said() -> None:
    assert both_sides(5, 0.5) == (
        "With 5 runs, an agent that is right 90 % of the time fails this test 41 % of the time; "
        "one that is right 50 % of the time passes it 3 % of the time."
    )
    assert "right 99 % of the time fails this test" in both_sides(200, 0.9811)
    assert both_sides(50, None) == (
        "An agent that is right 99 % of the time fails this 39 % of the time; one that is right 90 % of the time "
        "passes it 1 % of the time. Give the criterion a threshold to allow a few failures."
    )
    assert both_sides(1, None).endswith("passes it 90 % of the time.")


def test_a_setting_is_explained_once() -> None:
    assert explained(5, 0.5) == ["All 5 runs must pass.", both_sides(5, 0.5)]
    assert explained(50, None) == ["All 50 runs must pass.", both_sides(50, None)]
    assert explained(1, None) == ["The one run must pass."]


def test_the_next_useful_step() -> None:
    assert next_step(5, 0.5) == (
        "8 runs allow one failure. With 8 runs, an agent that is right 90 % of the time fails this test 19 % of the "
        "time; one that is right 50 % of the time passes it 4 % of the time."
    )
    assert next_step(9, 0.5).startswith("11 runs allow two failures.")
    assert next_step(200, 0.98) == "No number of runs up to 200 allows one failure at this threshold."


def test_a_warning_only_where_a_reliable_agent_rarely_passes() -> None:
    assert warning(5, 0.5) is None
    assert warning(50, 0.9) == ("An agent that is right 95 % of the time would rarely pass this test: 8 % of the time.")
    assert warning(50, None) is not None


def test_more_runs_are_not_stricter() -> None:
    said = more_runs_is_not_stricter(5, 20, 0.5)
    assert "passes 17 % of the time at 5 runs and 42 % at 20 runs" in said


def test_a_refused_setting_has_no_sentences() -> None:
    with pytest.raises(ValueError, match="can never meet"):
        both_sides(3, 0.5)


def test_wording() -> None:
    assert [rate(share) for share in (0.9, 0.5655, 0.57, 1 / 3)] == ["90 %", "56.55 %", "57 %", "33.33 %"]
    assert [chance(share) for share in (0, 0.001, 0.005, 0.414, 0.995, 0.999, 1)] == [
        "0 %",
        "under 1 %",
        "1 %",
        "41 %",
        "100 %",
        "over 99 %",
        "100 %",
    ]
    assert [counted(count, "failure") for count in (0, 1, 2, 11)] == [
        "no failures",
        "one failure",
        "two failures",
        "11 failures",
    ]

"""A setting in sentences: what it does to a good agent and to a bad one, always both, and the next useful step.

`threshold` None is the every-run rule. Settings must have been accepted by `check_setting`; others raise ValueError.
"""

from optimize.domain.statistics.counts import MAX_RUNS
from optimize.domain.statistics.operating_characteristic import p_pass
from optimize.domain.statistics.setting import check_setting, max_failures, runs_allowing
from optimize.domain.statistics.wording import chance, counted, rate

GOOD_RATES = (0.9, 0.95, 0.98, 0.99)
"""Rates that a person may call good; the first one above the threshold speaks for them."""

RARELY = 0.5
RELIABLE_RATE = 0.95
MEDIOCRE_RATE = 0.7


def explained(runs: int, threshold: float | None) -> list[str]:
    """What must happen, then what that can and cannot tell; the one run of a check by code speaks for itself."""
    message = check_setting(runs, threshold).message
    return [message] if threshold is None and runs == 1 else [message, both_sides(runs, threshold)]


def both_sides(runs: int, threshold: float | None) -> str:
    """How often a good agent fails this test, and one that is no better than the threshold passes it."""
    needed = _must_pass(runs, threshold)
    if threshold is None:
        return _both_sides_of_every_run(runs)
    good = _good_rate(threshold)
    return (
        f"With {counted_runs(runs)}, an agent that is right {rate(good)} of the time fails this test "
        f"{chance(1 - p_pass(runs, needed, good))} of the time; one that is right {rate(threshold)} of the time "
        f"passes it {chance(p_pass(runs, needed, threshold))} of the time."
    )


def _both_sides_of_every_run(runs: int) -> str:
    good, bad = GOOD_RATES[-1], GOOD_RATES[0]
    said = (
        f"An agent that is right {rate(good)} of the time fails this {chance(1 - p_pass(runs, runs, good))} of the "
        f"time; one that is right {rate(bad)} of the time passes it {chance(p_pass(runs, runs, bad))} of the time."
    )
    return said if runs == 1 else f"{said} Give the criterion a threshold to allow a few failures."


def next_step(runs: int, threshold: float) -> str:
    """The next number of runs at which one more failure is allowed, with what it does to both sides.

    Numbers in between only lower the chance of passing, so they are never advised.
    """
    _must_pass(runs, threshold)
    allowed = (max_failures(runs, threshold) or 0) + 1
    more = runs_allowing(allowed, threshold)
    if more is None:
        return f"No number of runs up to {MAX_RUNS} allows {counted(allowed, 'failure')} at this threshold."
    return f"{more} runs allow {counted(allowed, 'failure')}. {both_sides(more, threshold)}"


def warning(runs: int, threshold: float | None) -> str | None:
    """What to say when a perfect agent passes but a reliable one rarely does; None when it usually does."""
    passes = p_pass(runs, _must_pass(runs, threshold), RELIABLE_RATE)
    if passes >= RARELY:
        return None
    return (
        f"An agent that is right {rate(RELIABLE_RATE)} of the time would rarely pass this test: {chance(passes)} of "
        "the time."
    )


def more_runs_is_not_stricter(runs: int, more: int, threshold: float) -> str:
    """Why raising the runs at a fixed threshold makes the verdict surer, not harder to get."""
    before = p_pass(runs, _must_pass(runs, threshold), MEDIOCRE_RATE)
    after = p_pass(more, _must_pass(more, threshold), MEDIOCRE_RATE)
    return (
        f"More runs make the verdict more certain about {threshold:g}, not stricter: an agent that is right "
        f"{rate(MEDIOCRE_RATE)} of the time passes {chance(before)} of the time at {counted_runs(runs)} and "
        f"{chance(after)} at {counted_runs(more)}. To be stricter, raise the threshold too."
    )


def counted_runs(runs: int) -> str:
    """ "1 run", "5 runs": runs are always given in figures."""
    return "1 run" if runs == 1 else f"{runs} runs"


def _good_rate(threshold: float) -> float:
    return next(good for good in GOOD_RATES if good > threshold)


def _must_pass(runs: int, threshold: float | None) -> int:
    check = check_setting(runs, threshold)
    if check.k_min is None:
        raise ValueError(check.message)
    return check.k_min

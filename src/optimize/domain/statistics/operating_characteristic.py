"""What a setting does: how often an agent that is right a share `p` of the time passes the test."""

from collections.abc import Sequence
from typing import NamedTuple

from optimize.domain.statistics.arrays import np, special
from optimize.domain.statistics.counts import MAX_RUNS, require_must_pass, require_rate
from optimize.domain.statistics.interval import floor_digits, wilson
from optimize.domain.statistics.setting import k_min

MIN_PASS_GOOD = 0.9
MAX_PASS_BAD = 0.05

_FEWEST_DECIMALS_FIRST = (2, 3, 4)


class Plan(NamedTuple):
    """Runs and a threshold that tell a good agent from a bad one, and how surely they do."""

    runs: int
    max_failures: int
    threshold: float
    pass_good: float
    pass_bad: float


class JointChance(NamedTuple):
    """The chance that every criterion passes: its limits under any dependence, and its value if they are unrelated."""

    lowest: float
    independent: float
    highest: float


def p_pass(runs: int, must_pass: int, p: float) -> float:
    """P(X >= must_pass) for X ~ Bin(runs, p): the chance to pass with true pass rate `p`.

    With must_pass = runs this is p^n, the every-run rule; with must_pass = runs + 1 (unreachable) it is 0.
    """
    require_must_pass(must_pass, runs)
    require_rate(p)
    return float(special.bdtrc(must_pass - 1, runs, p)) if must_pass <= runs else 0.0


def p_pass_all(chances: Sequence[float]) -> JointChance:
    """The chance that all criteria of a test (or all tests of a set) pass, from the chance of each.

    The product if they are independent; between max(0, ΣP - (c - 1)) and min P whatever the dependence (Fréchet).
    No criteria: 1.
    """
    for share in chances:
        require_rate(share)
    return JointChance(
        lowest=max(0.0, sum(chances) - (len(chances) - 1)),
        independent=float(np.prod(chances)),
        highest=min(chances, default=1.0),
    )


def runs_for(
    threshold: float,
    p_good: float,
    p_bad: float | None = None,
    min_pass_good: float = MIN_PASS_GOOD,
    max_pass_bad: float = MAX_PASS_BAD,
) -> int | None:
    """The fewest runs at `threshold` with which an agent of rate `p_good` passes with chance `min_pass_good`.

    With `p_bad`, an agent of that rate must besides pass with chance at most `max_pass_bad`. None if more than 200
    runs would be needed, or none would do.
    """

    def separates(runs: int) -> bool:
        needed = k_min(runs, threshold)
        return p_pass(runs, needed, p_good) >= min_pass_good and (
            p_bad is None or p_pass(runs, needed, p_bad) <= max_pass_bad
        )

    return next(filter(separates, range(1, MAX_RUNS + 1)), None)


def plan(
    p_good: float, p_bad: float, min_pass_good: float = MIN_PASS_GOOD, max_pass_bad: float = MAX_PASS_BAD
) -> Plan | None:
    """The fewest runs, with a threshold, that pass a good agent and fail a bad one.

    For each number of runs: the fewest allowed failures c that satisfy the good agent, accepted if they stop the bad
    one; the threshold is L(n - c, n) rounded down as far as k_min stays n - c. None if 200 runs are too few, or if
    the bad rate is not below the good one.
    """
    require_rate(p_good)
    require_rate(p_bad)
    if p_bad >= p_good:
        return None
    found = (_plan_with(runs, p_good, p_bad, min_pass_good, max_pass_bad) for runs in range(1, MAX_RUNS + 1))
    return next((answer for answer in found if answer is not None), None)


def _plan_with(runs: int, p_good: float, p_bad: float, min_pass_good: float, max_pass_bad: float) -> Plan | None:
    chances = special.bdtr(np.arange(runs), runs, 1 - p_good)
    failures = int(np.count_nonzero(chances < min_pass_good))
    needed = runs - failures
    if needed == 0 or p_pass(runs, needed, p_bad) > max_pass_bad:
        return None
    threshold = _threshold_for(needed, runs)
    if threshold is None:
        return None
    return Plan(runs, failures, threshold, p_pass(runs, needed, p_good), p_pass(runs, needed, p_bad))


def _threshold_for(needed: int, runs: int) -> float | None:
    """The roundest threshold at which exactly `needed` of `runs` must pass."""
    candidates = (floor_digits(wilson(needed, runs).lower, digits) for digits in _FEWEST_DECIMALS_FIRST)
    return next((t for t in candidates if t > 0 and t >= wilson(needed - 1, runs).lower), None)

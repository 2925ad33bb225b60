"""The health of an agent as one number: the mean pass rate of its tests, with a bound that widens with few runs."""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from optimize.domain.statistics.counts import require_counts
from optimize.domain.statistics.interval import wilson


class AgentLine(NamedTuple):
    """Mean pass rate over tests and its 95 % bounds; `runs` is the effective number, which need not be whole."""

    rate: float
    runs: float
    lower: float
    upper: float


def agent_line(counts: Sequence[tuple[int, int]]) -> AgentLine | None:
    """`(passes, runs)` per test, a pass being a run in which every criterion passed. None if no test has a run.

    rate = mean of k/n, n_eff = T²/Σ(1/n) (Kish 1965), bounds = Wilson(rate·n_eff, n_eff). Tests without runs are left
    out. Every test weighs the same, so a test with 50 runs does not outvote one with 5.
    """
    for passes, runs in counts:
        require_counts(passes, runs)
    counted = [(passes, runs) for passes, runs in counts if runs]
    if not counted:
        return None
    rate = fmean(passes / runs for passes, runs in counted)
    effective = len(counted) ** 2 / sum(1 / runs for _, runs in counted)
    # A mean of ones may come out a hair above one.
    bounds = wilson(min(rate, 1.0) * effective, effective)
    return AgentLine(rate=rate, runs=effective, lower=bounds.lower, upper=bounds.upper)

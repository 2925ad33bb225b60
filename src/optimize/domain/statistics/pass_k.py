"""Right every time, and right at least once: pass^k and pass@k of one test."""

import math

from optimize.domain.statistics.counts import require_counts
from optimize.domain.statistics.interval import Interval, wilson


def pass_hat_k(passes: int, runs: int, k: int) -> float | None:
    """pass^k: the chance that k runs in a row all pass, C(c, k)/C(n, k); the unbiased estimate of p^k (τ-bench).

    None for k > runs: not extrapolated. (c/n)^k would be too high.
    """
    _require_draw(passes, runs, k)
    return math.comb(passes, k) / math.comb(runs, k) if k <= runs else None


def pass_at_k(passes: int, runs: int, k: int) -> float | None:
    """pass@k: the chance that at least one of k runs passes, 1 - C(n - c, k)/C(n, k); unbiased for 1 - (1-p)^k.

    None for k > runs. Only where a retry or a choice of the best answer is real; it rewards luck.
    """
    _require_draw(passes, runs, k)
    if k > runs:
        return None
    every = math.comb(runs, k)
    return (every - math.comb(runs - passes, k)) / every


def pass_hat_k_interval(passes: int, runs: int, k: int) -> Interval | None:
    """95 % interval of p^k from the Wilson interval of p: [L^k, U^k]. None for k > runs."""
    _require_draw(passes, runs, k)
    lower, upper = wilson(passes, runs)
    return Interval(lower**k, upper**k) if k <= runs else None


def pass_at_k_interval(passes: int, runs: int, k: int) -> Interval | None:
    """95 % interval of 1 - (1-p)^k from the Wilson interval of p: [1-(1-L)^k, 1-(1-U)^k]. None for k > runs."""
    _require_draw(passes, runs, k)
    lower, upper = wilson(passes, runs)
    return Interval(1 - (1 - lower) ** k, 1 - (1 - upper) ** k) if k <= runs else None


def worth_showing(runs: int, k: int) -> bool:
    """Whether there are runs enough, at least 2k, to show pass^k in a test's detail."""
    return runs >= 2 * k


def _require_draw(passes: int, runs: int, k: int) -> None:
    require_counts(passes, runs)
    require_counts(0, k)
    if k < 1:
        raise ValueError("at least one run must be drawn")

"""A criterion scored by the fraction of expected behaviours met in each run. The run is the unit.

For scores in [0, 1] with mean μ the variance is at most μ(1 - μ), so the rule for 0 and 1 is cautious. Behaviours of
one run depend on each other and are never pooled over runs.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from optimize.domain.statistics.counts import require_counts, require_rate
from optimize.domain.statistics.interval import Z, wilson
from optimize.domain.statistics.threshold import SCALE, ten_thousandths


class Composite(NamedTuple):
    """Mean run score with its 95 % bounds; without runs there is no mean."""

    mean: float | None
    lower: float
    upper: float


def composite(scores: Sequence[float]) -> Composite:
    """Mean and Wilson interval with k = Σ scores and n = runs. No runs: (None, 0, 1). All 1: lower n/(n + z²)."""
    total, runs = _total(scores), len(scores)
    lower, upper = wilson(total, runs)
    return Composite(total / runs if runs else None, lower, upper)


def composite_mean_needed(runs: int, threshold: float) -> float | None:
    """The mean run score above which the criterion passes: t + z√(t(1-t)/n).

    None when it is 1 or more, so out of reach; the same settings are refused as for pass or fail. No runs: None.
    """
    require_counts(0, runs)
    share = ten_thousandths(threshold) / SCALE
    if runs == 0:
        return None
    needed = share + Z * math.sqrt(share * (1 - share) / runs)
    return needed if needed < 1 else None


def composite_decided(scores: Sequence[float], runs: int, threshold: float) -> bool | None:
    """True if passed, False if failed, None while the `runs - len(scores)` missing runs can still decide.

    Decided when a score of 0 in every missing run and a score of 1 give the same verdict; never with fewer runs.
    """
    require_counts(len(scores), runs)
    needed = composite_mean_needed(runs, threshold)
    total = _total(scores)
    if needed is None or (total + runs - len(scores)) / runs <= needed:
        return False
    return True if total / runs > needed else None


def _total(scores: Sequence[float]) -> float:
    for score in scores:
        require_rate(score)
    return math.fsum(scores)

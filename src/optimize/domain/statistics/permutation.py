"""Exact permutation test for run scores: may two setups score the same?"""

import math
from collections.abc import Sequence
from fractions import Fraction

from optimize.domain.statistics.arrays import Floats, np
from optimize.domain.statistics.counts import require_rate

FINEST_SCORE = 100
"""The largest common denominator of the scores: a run has a fraction of so many behaviours met, at most."""


def permutation_p(scores_1: Sequence[float], scores_2: Sequence[float]) -> float:
    """Two-sided p-value of "both setups score the same" for scores in [0, 1] that are fractions of behaviours met.

    Fisher-Pitman: the share of all ways to deal the scores out to the two setups whose first sum lies at least as far
    from its mean as the seen one, counted exactly. A side without runs, or equal scores throughout: 1. ValueError for
    scores with no common denominator up to 100.
    """
    for score in (*scores_1, *scores_2):
        require_rate(score)
    if not (scores_1 and scores_2):
        return 1.0
    points = _whole_points([*scores_1, *scores_2])
    size, total = len(scores_1), sum(points)
    ways = _ways_by_sum(points, size)
    distance = np.abs(np.arange(total + 1) * len(points) - total * size)
    seen = abs(sum(points[:size]) * len(points) - total * size)
    return min(1.0, float(ways[distance >= seen].sum() / ways.sum()))


def _whole_points(scores: Sequence[float]) -> list[int]:
    fractions = [Fraction(score).limit_denominator(FINEST_SCORE) for score in scores]
    scale = math.lcm(*(fraction.denominator for fraction in fractions))
    if scale > FINEST_SCORE:
        raise ValueError("the scores are not fractions of one number of behaviours")
    return [int(fraction * scale) for fraction in fractions]


def _ways_by_sum(points: Sequence[int], size: int) -> Floats:
    """In how many ways `size` of the points make each sum. Up to C(400, 200) ways, which a float holds."""
    ways: Floats = np.zeros((size + 1, sum(points) + 1))
    ways[0, 0] = 1
    for point in points:
        # From the largest hand down, so that no point is dealt twice.
        ways[1:, point:] += ways[:-1, : ways.shape[1] - point]
    return np.asarray(ways[size])

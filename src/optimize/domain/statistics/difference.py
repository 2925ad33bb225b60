"""Intervals of the difference between two pass rates, for independent runs."""

import math

from optimize.domain.statistics.counts import require_counts
from optimize.domain.statistics.interval import Interval, Z, wilson

_BISECTIONS = 60


def miettinen_nurminen(passes_1: int, runs_1: int, passes_2: int, runs_2: int) -> Interval:
    """95 % score interval of rate 1 - rate 2 (Miettinen & Nurminen 1985), as shares; pass the changed setup first to
    show changed - current.

    All differences δ that the score test does not reject: |d̂ - δ| <= z √(V·N/(N-1)), V the variance at the most
    likely rates that differ by δ (their closed cubic). A side without runs: (-1, 1).
    """
    require_counts(passes_1, runs_1)
    require_counts(passes_2, runs_2)
    if not (runs_1 and runs_2):
        return Interval(-1.0, 1.0)
    return Interval(
        lower=-_upper(passes_2, runs_2, passes_1, runs_1),
        upper=_upper(passes_1, runs_1, passes_2, runs_2),
    )


def newcombe(passes_1: int, runs_1: int, passes_2: int, runs_2: int) -> Interval:
    """95 % interval of rate 1 - rate 2 from the two Wilson intervals (Newcombe 1998, method 10): fast, a little
    narrower than Miettinen-Nurminen. A side without runs: (-1, 1)."""
    require_counts(passes_1, runs_1)
    require_counts(passes_2, runs_2)
    if not (runs_1 and runs_2):
        return Interval(-1.0, 1.0)
    rate_1, rate_2 = passes_1 / runs_1, passes_2 / runs_2
    bounds_1, bounds_2 = wilson(passes_1, runs_1), wilson(passes_2, runs_2)
    difference = rate_1 - rate_2
    return Interval(
        lower=difference - math.hypot(rate_1 - bounds_1.lower, bounds_2.upper - rate_2),
        upper=difference + math.hypot(bounds_1.upper - rate_1, rate_2 - bounds_2.lower),
    )


def _upper(passes_1: int, runs_1: int, passes_2: int, runs_2: int) -> float:
    """The largest difference rate 1 - rate 2 that is not rejected; the smallest is its mirror image."""
    seen = passes_1 / runs_1 - passes_2 / runs_2
    kept, rejected = seen, 1.0
    for _ in range(_BISECTIONS):
        middle = (kept + rejected) / 2
        if middle - seen <= Z * _spread(passes_1, runs_1, passes_2, runs_2, middle):
            kept = middle
        else:
            rejected = middle
    return kept


def _spread(passes_1: int, runs_1: int, passes_2: int, runs_2: int, delta: float) -> float:
    """The standard error of the seen difference if the true one is `delta`."""
    rate_2 = _restricted_rate(passes_1, runs_1, passes_2, runs_2, delta)
    rate_1 = rate_2 + delta
    total = runs_1 + runs_2
    variance = rate_1 * (1 - rate_1) / runs_1 + rate_2 * (1 - rate_2) / runs_2
    return math.sqrt(max(0.0, variance) * total / (total - 1))


def _restricted_rate(passes_1: int, runs_1: int, passes_2: int, runs_2: int, delta: float) -> float:
    """The most likely rate 2 given that rate 1 is `delta` higher: the middle root of the cubic, by cosines."""
    total, passes = runs_1 + runs_2, passes_1 + passes_2
    square = ((runs_1 + 2 * runs_2) * delta - total - passes) / (3 * total)
    linear = ((runs_2 * delta - total - 2 * passes_2) * delta + passes) / total
    constant = passes_2 * delta * (1 - delta) / total
    q = square**3 - square * linear / 2 + constant / 2
    scale = math.copysign(math.sqrt(max(0.0, square**2 - linear / 3)), q)
    cosine = q / scale**3 if scale else 0.0
    angle = (math.pi + math.acos(max(-1.0, min(1.0, cosine)))) / 3
    return 2 * scale * math.cos(angle) - square

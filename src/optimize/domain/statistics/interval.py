"""95 % confidence intervals of a pass rate, and how their ends are rounded for display."""

import math
from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Literal, NamedTuple

from optimize.domain.statistics.arrays import special
from optimize.domain.statistics.counts import require_counts

Z = 1.959963984540054
"""The 0.975 quantile of the normal distribution: a two-sided 95 % interval leaves 2.5 % in each tail."""

Z2 = 3.841458820694124
"""Z squared, rounded from its exact value rather than from Z."""

TAIL = 0.025

Method = Literal["wilson", "clopper-pearson"]
"""How the lower bound is made: the default, or the one that guarantees at most 2.5 % false passes."""


class Interval(NamedTuple):
    """Both ends of an interval; shares unless said otherwise."""

    lower: float
    upper: float


def wilson(passes: float, runs: float) -> Interval:
    """Wilson score interval, two-sided 95 %, of the pass rate behind `passes` of `runs`.

    L, U = [k + z²/2 ∓ z√(k(n-k)/n + z²/4)] / (n + z²) (Wilson 1927), in a form that never subtracts near-equal
    numbers. Counts need not be whole: a sum of run scores (composite) and an effective number of runs (health) are
    allowed. No runs say nothing: (0, 1). No passes: L is exactly 0. No failures: U is exactly 1, L = n/(n + z²).
    """
    if not (0 <= passes <= runs and math.isfinite(runs)):
        raise ValueError(f"{passes} passes of {runs} runs cannot be")
    if runs == 0:
        return Interval(0.0, 1.0)
    failures = runs - passes
    half = Z * math.sqrt(passes * failures / runs + Z2 / 4)
    return Interval(
        lower=(passes * passes / runs) / (passes + Z2 / 2 + half),
        upper=1.0 - (failures * failures / runs) / (failures + Z2 / 2 + half),
    )


def clopper_pearson(passes: int, runs: int) -> Interval:
    """Exact interval, two-sided 95 %, of the pass rate behind `passes` of `runs`.

    L = BetaInv(0.025; k, n-k+1), U = BetaInv(0.975; k+1, n-k) (Clopper & Pearson 1934). At most 2.5 % of intervals
    lie above the true rate, whatever the rate and the number of runs. No runs: (0, 1).
    """
    require_counts(passes, runs)
    failures = runs - passes
    return Interval(
        lower=float(special.betaincinv(passes, failures + 1, TAIL)) if passes else 0.0,
        upper=float(special.betaincinv(passes + 1, failures, 1 - TAIL)) if failures else 1.0,
    )


_BOUNDS: Mapping[Method, Callable[[int, int], Interval]] = {"wilson": wilson, "clopper-pearson": clopper_pearson}


def interval(passes: int, runs: int, method: Method = "wilson") -> Interval:
    """The 95 % interval by the named method."""
    require_counts(passes, runs)
    return _BOUNDS[method](passes, runs)


def floor_digits(value: float, digits: int) -> float:
    """`value` rounded down to `digits` decimals: how a lower bound is displayed, so 0.4999 never reads 0.50."""
    return _rounded(value, digits, ROUND_FLOOR)


def ceil_digits(value: float, digits: int) -> float:
    """`value` rounded up to `digits` decimals: how an upper bound is displayed."""
    return _rounded(value, digits, ROUND_CEILING)


def _rounded(value: float, digits: int, rounding: str) -> float:
    if not math.isfinite(value):
        raise ValueError(f"{value} cannot be displayed")
    # Through the shortest decimal form: 0.57 * 100 is 56.99… in floats and would be shown as 0.56.
    return float(Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-digits), rounding=rounding))

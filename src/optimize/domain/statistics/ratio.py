"""How cost and speed of two setups compare: a ratio (changed / current) with a 95 % interval, no resampling."""

import math
from collections.abc import Sequence
from itertools import chain
from statistics import fmean, variance
from typing import NamedTuple

from optimize.domain.statistics.arrays import special
from optimize.domain.statistics.interval import TAIL, Interval, ceil_digits, floor_digits


class Ratio(NamedTuple):
    """Changed / current. `interval` and its degrees of freedom are None if a test has fewer than two runs on a side,
    or if nothing varies."""

    ratio: float
    interval: Interval | None
    df: float | None


def cost_ratio(current: Sequence[Sequence[float]], changed: Sequence[Sequence[float]]) -> Ratio | None:
    """Ratio of the total mean cost of one pass over the tests; a list of run costs per test and setup, any unit.

    r = Σ mean changed / Σ mean current; v = Σ s²/n / (Σ mean)² of both, Satterthwaite degrees of freedom,
    r·exp(±t₀.₉₇₅ √v). None without tests, if a test has no runs on a side, or if either total is zero.
    """
    _require_pairs(current, changed)
    if not _has_runs(current, changed):
        return None
    before, after = (sum(map(fmean, costs)) for costs in (current, changed))
    if not (before and after):
        return None
    weights = [before**-2] * len(current) + [after**-2] * len(changed)
    return _with_interval(after / before, list(zip(weights, [*current, *changed], strict=True)))


def speed_ratio(current: Sequence[Sequence[float]], changed: Sequence[Sequence[float]]) -> Ratio | None:
    """Typical ratio of waiting times: the geometric mean over tests of the ratio within each; seconds per run.

    Welch's t interval on logarithms, averaged over the tests. None without tests or if a test has no runs on a side;
    ValueError for a time that is not positive. A run that timed out enters with the limit.
    """
    _require_pairs(current, changed)
    if not _has_runs(current, changed):
        return None
    if min(chain(*current, *changed)) <= 0:
        raise ValueError("a run takes some time")
    before, after = ([[math.log(time) for time in times] for times in side] for side in (current, changed))
    shift = fmean(fmean(b) - fmean(a) for a, b in zip(before, after, strict=True))
    return _with_interval(math.exp(shift), [(len(before) ** -2, logs) for logs in (*before, *after)])


def describe_ratio(ratio: Ratio, less: str = "cheaper", more: str = "dearer", of: str = "cost") -> str:
    """The ratio in words: "67 % cheaper (59–73 %)", or that no difference can be detected; ends rounded outward."""
    change = f"{abs(1 - ratio.ratio) * 100:.0f} % {less if ratio.ratio < 1 else more}"
    if ratio.interval is None:
        return f"the same {of}" if ratio.ratio == 1 else f"{change} (too few runs for an interval)"
    lower, upper = ratio.interval
    if lower <= 1 <= upper:
        return f"no detectable difference in {of}"
    near, far = sorted((abs(1 - lower), abs(1 - upper)))
    return f"{change} ({floor_digits(100 * near, 0):g}–{ceil_digits(100 * far, 0):g} %)"


def _require_pairs(current: Sequence[Sequence[float]], changed: Sequence[Sequence[float]]) -> None:
    if len(current) != len(changed):
        raise ValueError("both setups need the same tests")
    if not all(0 <= value < math.inf for value in chain(*current, *changed)):
        raise ValueError("a cost or a time is a number from 0 up")


def _has_runs(current: Sequence[Sequence[float]], changed: Sequence[Sequence[float]]) -> bool:
    return bool(current) and all(current) and all(changed)


def _with_interval(ratio: float, groups: Sequence[tuple[float, Sequence[float]]]) -> Ratio:
    """`groups`: a weight and the values of each; the logarithm of the ratio has variance Σ weight·s²/n."""
    if any(len(values) < 2 for _, values in groups):
        return Ratio(ratio, None, None)
    parts = [(weight * variance(values) / len(values), len(values) - 1) for weight, values in groups]
    total = sum(part for part, _ in parts)
    if not total:
        return Ratio(ratio, None, None)
    df = total**2 / sum(part**2 / part_df for part, part_df in parts)
    factor = math.exp(float(special.stdtrit(df, 1 - TAIL)) * math.sqrt(total))
    return Ratio(ratio, Interval(ratio / factor, ratio * factor), df)

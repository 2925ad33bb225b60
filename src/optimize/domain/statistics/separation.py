"""How many runs per setup it would take to tell two pass rates apart, and what a number of runs can notice."""

import math
from functools import lru_cache
from typing import Literal, NamedTuple

from optimize.domain.statistics.arrays import Booleans, Floats, np, special
from optimize.domain.statistics.counts import MAX_RUNS, require_counts, require_rate
from optimize.domain.statistics.critical_pairs import CRITICAL_PAIRS, FEWEST_RUNS
from optimize.domain.statistics.score_test import ALPHA

POWER = 0.8

_BISECTIONS = 60

# The exact answer was never below 0.72 of the formula's.
_START_OF_FORMULA = 0.65


class RunsNeeded(NamedTuple):
    """Runs per setup, or None with the reason why there is no number."""

    runs: int | None
    reason: Literal["ok", "equal", "more_than_200", "no_data"]


def runs_needed(passes_1: int, runs_1: int, passes_2: int, runs_2: int, alpha_row: float = ALPHA) -> RunsNeeded:
    """The fewest runs per setup with which a new experiment would call the better setup better four times in five.

    The true rates are taken as (k + ½)/(n + 1): 10 of 10 is not 100 %. Exact power of the score test at 0.05; for a
    stricter `alpha_row` (see `row_alpha`) scaled by the formula of Fleiss. Equal rates: none. Rates that swap order
    after the ½, which only unequal runs can do: more than 200.
    """
    require_counts(passes_1, runs_1)
    require_counts(passes_2, runs_2)
    if not (runs_1 and runs_2):
        return RunsNeeded(None, "no_data")
    seen = passes_1 * runs_2 - passes_2 * runs_1
    if seen == 0:
        return RunsNeeded(None, "equal")
    assumed = (passes_1 + 0.5) / (runs_1 + 1), (passes_2 + 0.5) / (runs_2 + 1)
    worse, better = sorted(assumed)
    swapped = (assumed[0] - assumed[1]) * seen <= 0
    runs = None if swapped else _runs_for_rates(better, worse, alpha_row)
    return RunsNeeded(runs, "more_than_200" if runs is None else "ok")


def row_alpha(rows: int, flagged: int) -> float:
    """The level that the correction would ask of the next row: 0.05·(R + 1)/m, at most 0.05.

    `rows`: how many can differ, this one counted even if it cannot; `flagged`: how many are improved or regressed.
    """
    require_counts(flagged, rows)
    return min(ALPHA, ALPHA * (flagged + 1) / rows) if rows else ALPHA


def power(runs: int, p_better: float, p_worse: float) -> float:
    """The exact chance that the score test at 0.05, with `runs` per setup, calls the better setup better.

    Σ P(a|n, p_better) P(b|n, p_worse) over all rejected (a, b) with a > b. Fewer than 3 runs: 0.
    """
    require_counts(runs, MAX_RUNS)
    require_rate(p_better)
    require_rate(p_worse)
    if runs < FEWEST_RUNS:
        return 0.0
    return float(_binomial(runs, p_better) @ _rejected(runs) @ _binomial(runs, p_worse))


def fleiss_runs(p_1: float, p_2: float, alpha: float = ALPHA) -> float:
    """Runs per setup by the normal approximation, without continuity correction; R `power.prop.test`.

    [z₁₋α/₂ √(2p̄q̄) + z₀.₈ √(p₁q₁ + p₂q₂)]² / (p₁ - p₂)². Good in the middle, too high near 0 and 1. Equal: infinite.
    """
    if p_1 == p_2:
        return math.inf
    mean = (p_1 + p_2) / 2
    equal, differing = math.sqrt(2 * mean * (1 - mean)), math.sqrt(p_1 * (1 - p_1) + p_2 * (1 - p_2))
    z_alpha, z_power = float(special.ndtri(1 - alpha / 2)), float(special.ndtri(POWER))
    root = z_alpha * equal + z_power * differing
    return (root / (p_1 - p_2)) ** 2


def smallest_detectable_drop(runs: int, current_rate: float) -> float | None:
    """The highest true rate of the changed setup that `runs` per setup notice four times in five.

    Found by bisection, since power falls as the rates come closer. None if even a rate of 0 would be missed.
    """
    require_rate(current_rate)
    if power(runs, current_rate, 0.0) < POWER:
        return None
    noticed, missed = 0.0, current_rate
    for _ in range(_BISECTIONS):
        middle = (noticed + missed) / 2
        if power(runs, current_rate, middle) >= POWER:
            noticed = middle
        else:
            missed = middle
    return noticed


def _runs_for_rates(better: float, worse: float, alpha_row: float) -> int | None:
    start = math.floor(_START_OF_FORMULA * fleiss_runs(better, worse)) - 2
    candidates = range(max(FEWEST_RUNS, start), MAX_RUNS + 1)
    runs = next((n for n in candidates if power(n, better, worse) >= POWER), None)
    if runs is None or alpha_row >= ALPHA:
        return runs
    stricter = fleiss_runs(better, worse, alpha_row) / fleiss_runs(better, worse)
    scaled = math.ceil(runs * stricter)
    return scaled if scaled <= MAX_RUNS else None


def _binomial(runs: int, p: float) -> Floats:
    """P(Bin(runs, p) = s) for s = 0..runs."""
    return np.diff(special.bdtr(np.arange(runs + 1), runs, p), prepend=0.0)


@lru_cache(maxsize=MAX_RUNS)
def _rejected(runs: int) -> Booleans:
    """Which pairs (a, b), a > b, have at least the score of the critical pair; compared in whole numbers."""
    first, second = CRITICAL_PAIRS[runs - FEWEST_RUNS]
    a, b = np.indices((runs + 1, runs + 1))
    passes, critical = a + b, first + second
    return (a > b) & (
        (a - b) ** 2 * critical * (2 * runs - critical) >= (first - second) ** 2 * passes * (2 * runs - passes)
    )

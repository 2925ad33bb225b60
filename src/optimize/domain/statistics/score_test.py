"""Exact unconditional score test (Barnard's test, z-pooled): may two setups have the same pass rate?"""

import math
from functools import lru_cache
from typing import NamedTuple

from optimize.domain.statistics.arrays import Booleans, Floats, Integers, np, special
from optimize.domain.statistics.counts import require_counts

ALPHA = 0.05

MOST_RUNS = 1000
"""Runs of one setup from which the integers that order the tables could overflow."""

_GRID_STEPS, _ZOOM_STEPS = 512, 18
_ZOOM_ROUNDS = 4
_WORTH_REFINING = 0.98


class _Tables(NamedTuple):
    """Every pair of counts (a of n1, b of n2), flat: what orders it, and how likely it is given a + b."""

    difference: Integers
    spread: Integers
    total: Integers
    share: Floats


def exact_p(passes_1: int, runs_1: int, passes_2: int, runs_2: int) -> float:
    """Two-sided p-value of "both setups have the same pass rate", for independent runs.

    p = 2 · max over π of the chance of all tables at least as extreme in the observed direction, at most 1; a table is
    as extreme as its pooled score z² = N(a n₂ - b n₁)²/(n₁n₂ s(N-s)), s = a + b. Barnard 1945, Suissa & Shuster 1985;
    R `Exact::exact.test(method="z-pooled", tsmethod="central")`. Equal rates or a side without runs: 1.
    scipy's `barnard_exact` drops ties (scipy#18798) and is therefore not used.
    """
    require_counts(passes_1, runs_1)
    require_counts(passes_2, runs_2)
    if max(runs_1, runs_2) > MOST_RUNS:
        raise ValueError(f"at most {MOST_RUNS} runs per setup can be compared")
    observed = passes_1 * runs_2 - passes_2 * runs_1
    if observed == 0:
        return 1.0
    total = runs_1 + runs_2
    tables = _tables(runs_1, runs_2)
    extreme = _at_least_as_extreme(tables, observed, (passes_1 + passes_2) * (total - passes_1 - passes_2))
    shares = np.bincount(tables.total[extreme], weights=tables.share[extreme], minlength=total + 1)
    return min(1.0, 2 * _highest_chance(np.asarray(shares, dtype=np.float64)))


def can_differ(passes_1: int, runs_1: int, passes_2: int, runs_2: int, alpha: float = ALPHA) -> bool:
    """Whether any split of this many passes over these runs would have p <= alpha.

    Tarone's idea (Gilbert 2005): a row that could not have shown anything must not dilute the others. The two most
    uneven splits have the smallest p, because the test is convex.
    """
    require_counts(passes_1, runs_1)
    require_counts(passes_2, runs_2)
    passes = passes_1 + passes_2
    most, least = min(passes, runs_1), max(0, passes - runs_2)
    return any(exact_p(first, runs_1, passes - first, runs_2) <= alpha for first in (most, least))


def _at_least_as_extreme(tables: _Tables, observed: int, observed_spread: int) -> Booleans:
    # Compared crosswise in whole numbers: ties are common by symmetry, and floats lose them.
    same_side = tables.difference * (1 if observed > 0 else -1) > 0
    return same_side & (tables.difference**2 * observed_spread >= observed**2 * tables.spread)


@lru_cache(maxsize=8)
def _tables(runs_1: int, runs_2: int) -> _Tables:
    first, second = (grid.ravel() for grid in np.indices((runs_1 + 1, runs_2 + 1)))
    total = first + second
    share = np.exp(_log_choose(runs_1)[first] + _log_choose(runs_2)[second] - _log_choose(runs_1 + runs_2)[total])
    return _Tables(first * runs_2 - second * runs_1, total * (runs_1 + runs_2 - total), total, share)


def _log_choose(runs: int) -> Floats:
    """ln C(runs, s) for s = 0..runs."""
    log_factorial = special.gammaln(np.arange(runs + 1) + 1.0)
    return np.asarray(log_factorial[runs] - log_factorial - log_factorial[::-1], dtype=np.float64)


def _highest_chance(shares: Floats) -> float:
    """The largest value over π of Σ_s shares[s]·P(Bin(N, π) = s), with π = sin²(angle)."""
    runs = len(shares) - 1
    grid, zoom = _grid(), _inner_steps(-1, 1, _ZOOM_STEPS)
    angles = grid[_peaks(_grid_binomials(runs) @ shares)][:, None]
    half_width = grid[1] - grid[0]
    for _ in range(_ZOOM_ROUNDS):
        angles = angles + half_width * zoom
        chances = (_binomials(runs, angles.ravel()) @ shares).reshape(angles.shape)
        best = chances.argmax(axis=1, keepdims=True)
        angles = np.take_along_axis(angles, best, axis=1)
        half_width *= zoom[-1] - zoom[-2]
    return float(chances.max())


def _grid() -> Floats:
    """Even steps of the angle, π = sin²(angle): dense at both ends, where agents live and the polynomial is steep."""
    return _inner_steps(0, math.pi / 2, _GRID_STEPS)


def _inner_steps(start: float, end: float, steps: int) -> Floats:
    """Without the ends, so that no angle is ever 0 or π/2."""
    inner: Floats = np.linspace(start, end, steps + 1)[1:-1]
    return inner


def _peaks(chances: Floats) -> Integers:
    """The places in the grid from which the highest peak may be reached; twins by symmetry make several likely."""
    walled = np.concatenate(([-1.0], chances, [-1.0]))
    peak = (chances >= walled[:-2]) & (chances >= walled[2:]) & (chances >= _WORTH_REFINING * chances.max())
    places: Integers = np.flatnonzero(peak)
    return places


@lru_cache(maxsize=8)
def _grid_binomials(runs: int) -> Floats:
    return _binomials(runs, _grid())


def _binomials(runs: int, angles: Floats) -> Floats:
    """P(Bin(runs, sin² angle) = s): a row per angle, a column per s."""
    s = np.arange(runs + 1)
    passing, failing = np.log(np.sin(angles) ** 2), np.log(np.cos(angles) ** 2)
    chances: Floats = np.exp(_log_choose(runs) + np.outer(passing, s) + np.outer(failing, runs - s))
    return chances

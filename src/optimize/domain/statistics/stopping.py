"""Stopping a test early: only when the runs still to come cannot change the verdict, so it never does."""

import math
from typing import NamedTuple

from optimize.domain.statistics.arrays import Floats, Integers, np, special
from optimize.domain.statistics.counts import require_counts, require_must_pass, require_rate


class Curtailed(NamedTuple):
    """What stopping as soon as decided does on average.

    `mean_runs` with its standard deviation `sd_runs`; `mean_runs_fail_only` if only a certain failure stops;
    `mean_rate` is the mean of passes / finished runs at the stop, which is biased and must not be averaged.
    """

    p_pass: float
    mean_runs: float
    sd_runs: float
    mean_runs_fail_only: float
    mean_rate: float


def decided(passes: int, finished: int, runs: int, must_pass: int) -> bool | None:
    """True if passed, False if failed, None while the `runs - finished` runs to come can still decide.

    Passed once passes >= must_pass, failed once passes + (runs - finished) < must_pass. Exact, in any order of
    completion: the verdict depends only on the final number of passes, which lies between the two. A lost run counts
    as not finished, so None at the very end means incomplete. must_pass = runs + 1 (unreachable) has failed at once.
    """
    require_counts(passes, finished)
    require_counts(finished, runs)
    require_must_pass(must_pass, runs)
    if passes >= must_pass:
        return True
    if passes + (runs - finished) < must_pass:
        return False
    return None


def curtailed(runs: int, must_pass: int, p: float) -> Curtailed:
    """How many runs are used on average when a test of an agent with pass rate `p` stops as soon as it is decided.

    Stop-pass at run m with probability C(m-1, k-1) p^k q^(m-k), stop-fail with C(m-1, r-1) q^r p^(m-r), where k =
    must_pass and r = runs - k + 1. ValueError for an unreachable rule: it is decided before the first run.
    """
    require_must_pass(must_pass, runs)
    require_rate(p)
    if must_pass > runs:
        raise ValueError("a rule out of reach is decided before the first run")
    fatal = runs - must_pass + 1
    passed_at, failed_at = np.arange(must_pass, runs + 1), np.arange(fatal, runs + 1)
    passing, failing = _stops(passed_at, must_pass, p), _stops(failed_at, fatal, 1 - p)
    mean = float(passing @ passed_at + failing @ failed_at)
    mean_square = float(passing @ passed_at**2 + failing @ failed_at**2)
    return Curtailed(
        p_pass=float(passing.sum()),
        mean_runs=mean,
        sd_runs=math.sqrt(max(0.0, mean_square - mean**2)),
        mean_runs_fail_only=float(runs * passing.sum() + failing @ failed_at),
        mean_rate=float(passing @ (must_pass / passed_at) + failing @ ((failed_at - fatal) / failed_at)),
    )


def _stops(at: Integers, wanted: int, p: float) -> Floats:
    """Negative binomial: the chance that the `wanted`-th outcome of probability `p` comes at each run of `at`."""
    logs = special.xlogy(wanted, p) + special.xlog1py(at - wanted, -p)
    return np.asarray(special.binom(at - 1, wanted - 1) * np.exp(logs), dtype=np.float64)

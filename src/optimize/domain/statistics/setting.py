"""What a number of runs and a threshold ask for: how many runs must pass, and what is refused when it is written."""

import math
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from optimize.domain.statistics.arrays import np, special
from optimize.domain.statistics.counts import MAX_RUNS, require_counts
from optimize.domain.statistics.interval import TAIL, Z2, Method, Z, floor_digits, interval
from optimize.domain.statistics.threshold import SCALE, OutOfRange, TooFine, ten_thousandths

SettingCode = Literal[
    "ok",
    "every_run",
    "runs_out_of_range",
    "threshold_out_of_range",
    "threshold_too_fine",
    "threshold_unreachable",
    "needs_more_runs",
]


THE_ONE_RUN: Final = "The one run must pass."


class SettingCheck(BaseModel):
    """The answer to "may a test have these runs and this threshold?", with the numbers that would work.

    `k_min` of the runs must pass, so `max_failures` may fail; both None when refused. `n_min`: the fewest runs that
    can meet the threshold. `t_max`: the highest threshold (four decimals) that these runs can meet; that 200 runs
    can meet if no number of runs meets the one asked for. A number that does not exist for this setting is None.
    """

    model_config = ConfigDict(frozen=True)

    code: SettingCode
    message: str
    ok: bool
    n_min: int | None = None
    t_max: float | None = None
    k_min: int | None = None
    max_failures: int | None = None

    def numbers(self) -> dict[str, int | float]:
        """The numbers that exist, by name: what a refusal carries beside its sentence."""
        return self.model_dump(exclude={"code", "message", "ok"}, exclude_none=True)


class _Rules(NamedTuple):
    """The two questions an interval method answers; thresholds in ten-thousandths."""

    k_min: Callable[[int, int], int]
    n_min: Callable[[int], int]


def _wilson_k_min(runs: int, scaled: int) -> int:
    root = Z * math.sqrt(runs * scaled * (SCALE - scaled))
    return min(math.floor((runs * scaled + root) / SCALE), runs) + 1


def _wilson_n_min(scaled: int) -> int:
    return math.floor(Z2 * scaled / (SCALE - scaled)) + 1


def _clopper_pearson_k_min(runs: int, scaled: int) -> int:
    tails = special.bdtrc(np.arange(runs), runs, scaled / SCALE)
    return int(np.count_nonzero(tails >= TAIL)) + 1


def _clopper_pearson_n_min(scaled: int) -> int:
    return math.floor(math.log(TAIL) / math.log(scaled / SCALE)) + 1


_RULES: Mapping[Method, _Rules] = {
    "wilson": _Rules(_wilson_k_min, _wilson_n_min),
    "clopper-pearson": _Rules(_clopper_pearson_k_min, _clopper_pearson_n_min),
}


def k_min(runs: int, threshold: float, method: Method = "wilson") -> int:
    """The fewest passes of `runs` whose lower bound is strictly above `threshold`; runs + 1 if none is.

    Wilson: ⌊nt + z√(nt(1-t))⌋ + 1. Clopper-Pearson: the smallest k with P(X >= k | n, t) < 0.025. No runs: 1, out of
    reach. ValueError for a threshold outside (0, 1) or finer than four decimals.
    """
    require_counts(0, runs)
    return _RULES[method].k_min(runs, ten_thousandths(threshold))


def n_min(threshold: float, method: Method = "wilson") -> int:
    """The fewest runs that can meet `threshold`, all of them passing; may be more than a test can have.

    Wilson: ⌊z²t/(1-t)⌋ + 1. Clopper-Pearson: ⌊ln 0.025 / ln t⌋ + 1.
    """
    return _RULES[method].n_min(ten_thousandths(threshold))


def t_max(runs: int, method: Method = "wilson") -> float:
    """The lower bound when all of `runs` pass: every threshold below it can be met, it and those above cannot.

    Wilson: n/(n + z²). Clopper-Pearson: 0.025^(1/n). No runs: 0.
    """
    return interval(runs, runs, method).lower


def max_failures(runs: int, threshold: float, method: Method = "wilson") -> int | None:
    """How many of `runs` may fail while the bound stays above `threshold`; None if even none is too many."""
    needed = k_min(runs, threshold, method)
    return runs - needed if needed <= runs else None


def runs_allowing(failures: int, threshold: float, method: Method = "wilson") -> int | None:
    """The fewest runs of which `failures` may fail at `threshold`; None if more than a test can have.

    The only numbers of runs worth recommending: in between, one more run lowers the chance of passing.
    """
    require_counts(0, failures)
    scaled = ten_thousandths(threshold)
    needed = _RULES[method].k_min
    return next((runs for runs in range(failures + 1, MAX_RUNS + 1) if runs - needed(runs, scaled) >= failures), None)


def check_setting(runs: object, threshold: object, method: Method = "wilson") -> SettingCheck:
    """Whether a test may have `runs` runs and `threshold`; never raises, whatever a person wrote.

    Threshold None means that every run must pass. Refused: what no number of runs up to 200 can meet, and what this
    number of runs can never meet, since even a perfect agent would fail it.
    """
    if isinstance(runs, bool) or not isinstance(runs, int) or not 1 <= runs <= MAX_RUNS:
        return _refusal("runs_out_of_range", f"Runs must be a whole number from 1 to {MAX_RUNS}.")
    if threshold is None:
        return _acceptance("every_run", runs, runs)
    try:
        scaled = ten_thousandths(threshold)
    except OutOfRange:
        return _out_of_range(threshold, method)
    except TooFine:
        return _refusal("threshold_too_fine", "Give the threshold with at most four decimals.")
    return _check_reach(runs, scaled, method)


def _out_of_range(threshold: object, method: Method) -> SettingCheck:
    why = ": no number of runs can show a pass rate of 100%."
    if not (isinstance(threshold, int | float) and threshold >= 1):
        highest = _highest_threshold(MAX_RUNS, method)
        why = f", for example 0.5; the highest that {MAX_RUNS} runs can meet is {highest:g}."
    return _refusal("threshold_out_of_range", f"The threshold must be above 0 and below 1{why}")


def _check_reach(runs: int, scaled: int, method: Method) -> SettingCheck:
    rules = _RULES[method]
    smallest = rules.n_min(scaled)
    if smallest > MAX_RUNS:
        return _unreachable(scaled, smallest, method)
    if runs < smallest:
        return _too_few_runs(runs, scaled, smallest, method)
    return _acceptance("ok", runs, rules.k_min(runs, scaled), n_min=smallest, t_max=_highest_threshold(runs, method))


def _highest_threshold(runs: int, method: Method) -> float:
    # The bound itself is out of reach: 0.025 exactly, with one run and Clopper-Pearson, must not be advised.
    return (math.ceil(t_max(runs, method) * SCALE) - 1) / SCALE


def _unreachable(scaled: int, smallest: int, method: Method) -> SettingCheck:
    highest = _highest_threshold(MAX_RUNS, method)
    shown = floor_digits(t_max(MAX_RUNS, method), 4)
    message = (
        f"No number of runs up to {MAX_RUNS} can meet a threshold of {scaled / SCALE:g}: even {MAX_RUNS} passes out of "
        f"{MAX_RUNS} only show a pass rate above {shown:g}. Use a threshold of {highest:g} or lower."
    )
    return _refusal("threshold_unreachable", message, n_min=smallest, t_max=highest)


def _too_few_runs(runs: int, scaled: int, smallest: int, method: Method) -> SettingCheck:
    highest = _highest_threshold(runs, method)
    shown = floor_digits(t_max(runs, method), 4)
    message = (
        f"{runs} {'run' if runs == 1 else 'runs'} can never meet a threshold of {scaled / SCALE:g}: even {runs} out of "
        f"{runs} only shows a pass rate above {shown:g}. Use at least {smallest} runs (all {smallest} must then pass), "
        f"or a threshold of {highest:g} or lower."
    )
    return _refusal("needs_more_runs", message, n_min=smallest, t_max=highest)


def _refusal(code: SettingCode, message: str, *, n_min: int | None = None, t_max: float | None = None) -> SettingCheck:
    return SettingCheck(code=code, message=message, ok=False, n_min=n_min, t_max=t_max)


def _acceptance(
    code: SettingCode, runs: int, needed: int, *, n_min: int | None = None, t_max: float | None = None
) -> SettingCheck:
    return SettingCheck(
        code=code,
        message=_must_pass(runs, needed),
        ok=True,
        n_min=n_min,
        t_max=t_max,
        k_min=needed,
        max_failures=runs - needed,
    )


def _must_pass(runs: int, needed: int) -> str:
    if runs == 1:
        return THE_ONE_RUN
    if needed == runs:
        return f"All {runs} runs must pass."
    return f"{needed} of {runs} runs must pass (at most {runs - needed} may fail)."

"""What a batch will cost before it starts: from past runs with a range, or without any from the enforced limits."""

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from optimize.domain.statistics.arrays import special
from optimize.domain.statistics.counts import require_counts
from optimize.domain.statistics.interval import TAIL

ASSUMED_SPREAD = 0.6
"""Standard deviation of one run as a share of the mean, where fewer than two past runs show none; told to the user."""

ASSUMED_DF = 4


class Forecast(NamedTuple):
    """Expected total with a 95 % range, in the unit of the history (calls, tokens, money or seconds).

    `rough`: some test had fewer than two past runs. `df`: degrees of freedom of the range; None where nothing varies.
    """

    expected: float
    lower: float
    upper: float
    df: float | None
    rough: bool


class CallBounds(NamedTuple):
    """The fewest and the most model calls the limits allow."""

    lower: int
    upper: int


class _Past(NamedTuple):
    """What past runs of one test say about the next: mean, standard deviation, how many runs, degrees of freedom."""

    mean: float
    spread: float
    runs: int
    df: int


def forecast(history: Sequence[Sequence[float]], planned: Sequence[float]) -> Forecast | None:
    """Total of `planned` runs per test, from the values of each test's past runs.

    M = Σ N·m, V = Σ (N·s² + N²·s²/h), Satterthwaite degrees of freedom, σ² = ln(1 + V/M²), range exp(ln M - σ²/2 ∓
    t₀.₉₇₅ σ). One past run: s = 0.6·m, 4 degrees of freedom; none: m is the mean of the other tests' means as well.
    No history at all: None, use the limits (`call_bounds`). Nothing varies, or costs nothing: all three equal.
    """
    _require_history(history, planned)
    if not any(history):
        return None
    past = _past(history)
    expected = math.fsum(n * test.mean for n, test in zip(planned, past, strict=True))
    parts = [
        (n * test.spread**2 + (n * test.spread) ** 2 / test.runs, test.df)
        for n, test in zip(planned, past, strict=True)
    ]
    total = math.fsum(part for part, _ in parts)
    rough = any(len(values) < 2 for values in history)
    if not total:
        return Forecast(expected, expected, expected, None, rough)
    df = total**2 / math.fsum(part**2 / part_df for part, part_df in parts)
    variance = math.log1p(total / expected**2)
    middle, half = math.log(expected) - variance / 2, float(special.stdtrit(df, 1 - TAIL)) * math.sqrt(variance)
    return Forecast(expected, math.exp(middle - half), math.exp(middle + half), df, rough)


def forecast_stopping_early(
    history: Sequence[Sequence[float]], planned: Sequence[int], mean_runs: Sequence[float]
) -> Forecast | None:
    """The same when runs stop as soon as decided: `mean_runs` (see `curtailed`) for what is expected, all `planned`
    runs for the upper end, since nothing promises an early stop."""
    stopping, full = forecast(history, mean_runs), forecast(history, planned)
    if stopping is None or full is None:
        return None
    return stopping._replace(upper=max(stopping.upper, full.upper))


def call_bounds(runs: int, max_turns: int, max_steps: int, judge_calls: int, *, simulated_user: bool) -> CallBounds:
    """Model calls of a batch without history, from limits that are enforced.

    Per run: the agent 1 to turns x steps, a simulated user 1 to turns, the judge `judge_calls` (the number of judged
    criteria, or 1 if they are judged together).
    """
    for count in (runs, max_turns, max_steps, judge_calls):
        require_counts(0, count)
    simulated = max_turns if simulated_user else 0
    return CallBounds(
        lower=runs * (1 + judge_calls + bool(simulated_user)),
        upper=runs * (max_turns * max_steps + judge_calls + simulated),
    )


def money_bound(
    calls: int, max_input_tokens: int, max_output_tokens: int, price_input: float, price_output: float
) -> float:
    """The most that `calls` can cost; prices per token, input bounded by the context limit."""
    return calls * (max_input_tokens * price_input + max_output_tokens * price_output)


def _past(history: Sequence[Sequence[float]]) -> list[_Past]:
    typical = fmean(fmean(values) for values in history if values)
    return [_past_of(values, typical) for values in history]


def _past_of(values: Sequence[float], typical: float) -> _Past:
    if len(values) > 1:
        return _Past(fmean(values), stdev(values), len(values), len(values) - 1)
    mean = values[0] if values else typical
    return _Past(mean, ASSUMED_SPREAD * mean, 1, ASSUMED_DF)


def _require_history(history: Sequence[Sequence[float]], planned: Sequence[float]) -> None:
    if len(history) != len(planned):
        raise ValueError("history and plan need the same tests")
    if not all(0 <= value < math.inf for values in (*history, planned) for value in values):
        raise ValueError("costs and runs are numbers from 0 up")

"""What the agent costs, and how long it takes, under two setups; without judge and simulated user."""

from collections.abc import Mapping, Sequence
from statistics import fmean, median

from optimize.application.records import RunRecord
from optimize.application.views import View
from optimize.domain.cost import Cost
from optimize.domain.statistics.interval import ceil_digits, floor_digits
from optimize.domain.statistics.ratio import Ratio, cost_ratio, describe_ratio, speed_ratio

_FINEST = 4
_SLOW = 0.95
Runs = Mapping[str, Sequence[RunRecord]]
"""Finished runs by test."""


class RatioView(View):
    """`ratio` is changed / current, None where there is nothing to compare; `sentence` says why or what it means.

    Of cost, `current` and `changed` are dollars for one pass over the tests; of speed, median seconds of a run, with
    the time that 95 % of the runs keep to in `current_slow` and `changed_slow`.
    """

    current: float | None
    changed: float | None
    current_slow: float | None = None
    changed_slow: float | None = None
    ratio: float | None
    low: float | None
    high: float | None
    sentence: str


def cost_of(current: Runs, changed: Runs, costs: Mapping[str, Cost]) -> RatioView:
    """`costs`: by run, of the agent's own model calls."""
    called = [costs[run.id] for runs in (*current.values(), *changed.values()) for run in runs if run.id in costs]
    if not called:
        return _nothing("The agent makes no model calls of its own, so there is no cost to compare.")
    if any(cost.money is None for cost in called):
        tokens = [_tokens_per_run(runs, costs) for runs in (current, changed)]
        return _nothing(f"Price unknown. About {tokens[0]:,.0f} tokens per run now, {tokens[1]:,.0f} changed.")
    before, after = _dollars(current, costs), _dollars(changed, costs)
    return _view(
        cost_ratio(before, after), [sum(map(fmean, side)) if all(side) else None for side in (before, after)], "cost"
    )


def speed_of(current: Runs, changed: Runs) -> RatioView:
    before, after = _seconds(current), _seconds(changed)
    everything = [time for test in (*before, *after) for time in test]
    ratio = speed_ratio(before, after) if everything and min(everything) > 0 else None
    times = [sorted(time for test in side for time in test) for side in (before, after)]
    view = _view(ratio, [median(side) if side else None for side in times], "speed")
    slow = [side[min(len(side) - 1, int(_SLOW * len(side)))] if side else None for side in times]
    return view.model_copy(update={"current_slow": slow[0], "changed_slow": slow[1]})


def _tokens_per_run(runs: Runs, costs: Mapping[str, Cost]) -> float:
    ids = [run.id for test in runs.values() for run in test]
    used = [costs.get(run, Cost()) for run in ids]
    return sum(cost.input_tokens + cost.output_tokens for cost in used) / len(ids) if ids else 0.0


def _dollars(runs: Runs, costs: Mapping[str, Cost]) -> list[list[float]]:
    return [[float(costs.get(run.id, Cost()).money or 0) for run in test] for test in runs.values()]


def _seconds(runs: Runs) -> list[list[float]]:
    return [[run.agent_ms / 1_000 for run in test if run.agent_ms is not None] for test in runs.values()]


def _nothing(sentence: str) -> RatioView:
    return RatioView(current=None, changed=None, ratio=None, low=None, high=None, sentence=sentence)


def _view(ratio: Ratio | None, sides: Sequence[float | None], of: str) -> RatioView:
    interval = ratio.interval if ratio else None
    return RatioView(
        current=sides[0],
        changed=sides[1],
        ratio=round(ratio.ratio, _FINEST) if ratio else None,
        low=floor_digits(interval.lower, _FINEST) if interval else None,
        high=ceil_digits(interval.upper, _FINEST) if interval else None,
        sentence=_sentence(ratio, of),
    )


def _sentence(ratio: Ratio | None, of: str) -> str:
    if ratio is None:
        return f"The {of} cannot be compared: a test has no measured run on one side, or it is zero."
    said = describe_ratio(ratio) if of == "cost" else describe_ratio(ratio, "faster", "slower", "speed")
    return f"{of.capitalize()} of the changed setup: {said}."

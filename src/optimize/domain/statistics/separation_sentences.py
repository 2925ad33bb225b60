"""What an experiment can notice, in sentences."""

from optimize.domain.statistics.counts import MAX_RUNS
from optimize.domain.statistics.interval import floor_digits
from optimize.domain.statistics.separation import RunsNeeded, power, smallest_detectable_drop
from optimize.domain.statistics.wording import chance, rate

RELIABLE_RATE = 0.95
WORRYING_RATE = 0.8


def noticeable_drop(runs: int, current_rate: float = RELIABLE_RATE, smaller_drop_to: float = WORRYING_RATE) -> str:
    """What `runs` per setup will notice, said before the experiment starts."""
    found = smallest_detectable_drop(runs, current_rate)
    chance_of_smaller = chance(power(runs, current_rate, smaller_drop_to))
    if found is None:
        return f"With {runs} runs per setup no drop from {rate(current_rate)} would be noticed four times in five."
    only = "only " if found < smaller_drop_to else ""
    return (
        f"With {runs} runs per setup you will notice {_drop(current_rate, found)} four times in five; "
        f"a drop to {rate(smaller_drop_to)} {only}{chance_of_smaller} of the time."
    )


def runs_needed_sentence(needed: RunsNeeded, runs: int, current_rate: float) -> str:
    """How many runs would separate the two setups, said after an experiment of `runs` per setup."""
    if needed.runs is not None:
        return f"About {needed.runs} runs per setup, if the real rates are near what was seen."
    if needed.reason == "no_data":
        return "There is no finished run on one side, so there is nothing to compare."
    if needed.reason == "more_than_200":
        return f"More than {MAX_RUNS} runs per setup, the most a test can have."
    # In whole per cent, as it was said before the experiment started: the same runs notice the same drop.
    said = floor_digits(current_rate, 2)
    found = smallest_detectable_drop(runs, said)
    drop = "no drop" if found is None else _drop(said, found)
    return (
        f"No number of runs separates equal rates. With {runs} runs per setup {drop} would have been noticed four "
        "times in five."
    )


def _drop(current_rate: float, found: float) -> str:
    # Rounded down: at the next per cent up the chance to notice is already below four in five.
    return f"a drop from {rate(current_rate)} to {rate(floor_digits(found, 2))}"

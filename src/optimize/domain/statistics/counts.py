"""Counts of runs: what every formula in this package may take for granted."""

MAX_RUNS = 200
"""The most runs one test can have."""


def require_counts(passes: int, runs: int) -> None:
    """Raise ValueError unless `passes` and `runs` are whole numbers with 0 <= passes <= runs."""
    for count in (passes, runs):
        if isinstance(count, bool) or not isinstance(count, int):
            raise ValueError(f"a count must be a whole number, not {count!r}")
    if not 0 <= passes <= runs:
        raise ValueError(f"{passes} passes of {runs} runs cannot be")


def require_must_pass(must_pass: int, runs: int) -> None:
    """Raise ValueError unless 1 <= must_pass <= runs + 1, where runs + 1 stands for "unreachable"."""
    require_counts(0, runs)
    require_counts(must_pass, runs + 1)
    if must_pass == 0:
        raise ValueError("a rule that nothing has to pass is no rule")


def require_rate(rate: float) -> None:
    """Raise ValueError unless `rate` is a probability; NaN is none."""
    if not 0 <= rate <= 1:
        raise ValueError(f"a rate lies between 0 and 1, not at {rate!r}")

"""What went wrong with a call to a model, in a form that decides whether it is tried again."""

from pydantic import BaseModel, ConfigDict

from optimize.domain.errors import Unavailable


class Fault(BaseModel):
    """One failed try. `reason` is what happened, `remedy` what a person can do; neither holds a secret."""

    model_config = ConfigDict(frozen=True)

    reason: str
    remedy: str
    missing: str | None = None
    """The setting without which it cannot work: that is said before all else."""
    retry: bool = False
    slow_down: bool = False
    """The endpoint asked for fewer calls (429)."""
    retry_after: float | None = None
    """Seconds the endpoint asked us to wait."""
    schema_refused: bool = False
    """The endpoint does not know `response_format`; the same call without it may work."""
    held_back: bool = False
    """It never left, because the endpoint wants to be left alone."""
    answered: bool = False
    """The endpoint is there and said no: that does not count towards opening the circuit."""
    unbilled: bool = False
    """It was refused with a status or never arrived, so it cost nothing; else nobody knows what it cost."""


class CallFailed(Exception):
    """A try that ended in a fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


class AnswerRefused(Exception):
    """The model answered, but not with something to use: `problem` says why. It is an outcome, not a fault."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def unavailable(model: str, host: str, fault: Fault, tries: int) -> Unavailable:
    """The error a use case sees once retrying is over."""
    times = "" if tries == 1 else f" after {tries} tries"
    what = f"{model} at {host} did not answer{times}: {fault.reason}"
    if fault.missing:
        what = f"{fault.missing} is missing: {model} at {host} needs it."
    return Unavailable("model_unavailable", f"{what} {fault.remedy}", model=model, host=host, tries=tries)

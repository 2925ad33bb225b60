"""One criterion on one run."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    COULD_NOT_JUDGE = "could_not_judge"


class Citation(BaseModel):
    """Where a reason can be seen: an event of the transcript (its `seq`) and the words quoted from it."""

    model_config = ConfigDict(frozen=True)

    event: int
    quote: str


class Verdict(BaseModel):
    """The answer of one criterion on one run, always with a reason.

    `could_not_judge` counts as neither pass nor failure. `score` is the fraction met, for a composite criterion.
    """

    model_config = ConfigDict(frozen=True)

    outcome: Outcome
    reason: str
    citations: tuple[Citation, ...] = ()
    score: float | None = Field(default=None, ge=0, le=1)
    judge: dict[str, str] | None = None
    """Who judged: model and prompt fingerprint; None for a check by code."""

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED


def passed(reason: str, *events: int) -> Verdict:
    return Verdict(outcome=Outcome.PASSED, reason=reason, citations=_at(events))


def failed(reason: str, *events: int) -> Verdict:
    return Verdict(outcome=Outcome.FAILED, reason=reason, citations=_at(events))


def could_not_judge(reason: str) -> Verdict:
    return Verdict(outcome=Outcome.COULD_NOT_JUDGE, reason=reason)


def _at(events: tuple[int, ...]) -> tuple[Citation, ...]:
    return tuple(Citation(event=seq, quote="") for seq in events)

"""What the offline judge found, and what it must not guess at."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

NEEDS_MODEL = "This needs a judge model: the offline judge decides only what can be proven from the record."


class Cited(BaseModel):
    """Words that stand in an event of the record, exactly as they stand there."""

    model_config = ConfigDict(frozen=True)

    event: int
    quote: str


class Finding(BaseModel):
    """A verdict with its reason; `cannot_tell` is an answer like the others."""

    model_config = ConfigDict(frozen=True)

    verdict: Literal["met", "not_met", "cannot_tell"]
    reason: str
    citations: tuple[Cited, ...] = ()


def met(reason: str, *citations: Cited) -> Finding:
    return Finding(verdict="met", reason=reason, citations=citations)


def not_met(reason: str, *citations: Cited) -> Finding:
    return Finding(verdict="not_met", reason=reason, citations=citations)


def cannot_tell(reason: str = NEEDS_MODEL) -> Finding:
    return Finding(verdict="cannot_tell", reason=reason)

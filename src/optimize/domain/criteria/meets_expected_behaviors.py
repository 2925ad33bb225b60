from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from optimize.domain.criteria.base import Evidence, JudgedCriterion
from optimize.domain.verdict import Outcome, Verdict, could_not_judge


class MeetsExpectedBehaviors(JudgedCriterion):
    """Each expected behaviour of the test is met, every one judged on its own; the score is the fraction met."""

    title: ClassVar[str] = "Meets the expected behaviours"
    evidence: ClassVar[frozenset[Evidence]] = frozenset({Evidence.TOOL_RESULTS, Evidence.USER_MESSAGES})

    kind: Literal["meetsExpectedBehaviors"] = "meetsExpectedBehaviors"
    report: Literal["fraction", "all"] = Field(
        default="fraction",
        description="`fraction`: the share of behaviours met counts. `all`: a run passes only if every one is met.",
    )

    @property
    def scored(self) -> bool:
        return self.report == "fraction"

    def sentence(self) -> str:
        met = "every expected behaviour" if self.report == "all" else "the expected behaviours, as a fraction met"
        return f"The agent meets {met}."

    def requirement(self) -> str:
        return "The agent shows the expected behaviour, somewhere in the conversation and without taking it back."

    def combined(self, judged: Sequence[tuple[str, Verdict]]) -> Verdict:
        """One verdict from `(behaviour, its verdict)` pairs: passed if all are met, `score` = the fraction met.

        One behaviour that could not be judged makes the whole unjudged: the fraction would be of something else.
        """
        unjudged = [(text, verdict) for text, verdict in judged if verdict.outcome is Outcome.COULD_NOT_JUDGE]
        if not judged:
            return could_not_judge("The test has no expected behaviours.")
        if unjudged:
            text, verdict = unjudged[0]
            return could_not_judge(f"{len(unjudged)} of {len(judged)} could not be judged. “{text}”: {verdict.reason}")
        met = sum(verdict.passed for _, verdict in judged)
        lines = [f"{'Met' if verdict.passed else 'Not met'}: “{text}”: {verdict.reason}" for text, verdict in judged]
        return Verdict(
            outcome=Outcome.PASSED if met == len(judged) else Outcome.FAILED,
            reason=" ".join([f"{met} of {len(judged)} met.", *lines]),
            citations=tuple(citation for _, verdict in judged for citation in verdict.citations),
            score=met / len(judged),
            judge=judged[0][1].judge,
        )

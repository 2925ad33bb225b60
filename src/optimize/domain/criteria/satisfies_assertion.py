from typing import ClassVar, Literal

from pydantic import Field

from optimize.domain.criteria.base import Evidence, JudgedCriterion
from optimize.domain.criteria.parameters import Text


class SatisfiesAssertion(JudgedCriterion):
    """A requirement in the author's own words holds for the conversation."""

    title: ClassVar[str] = "Satisfies an assertion"
    evidence: ClassVar[frozenset[Evidence]] = frozenset({Evidence.TOOL_RESULTS, Evidence.USER_MESSAGES})

    kind: Literal["satisfiesAssertion"] = "satisfiesAssertion"
    assertion: Text = Field(
        description=(
            "What must be true of how the agent behaved, specific enough that two readers would agree, "
            "e.g. “The assessment names a specific clause of the contract.”"
        )
    )

    def sentence(self) -> str:
        return self.assertion

    def requirement(self) -> str:
        return self.assertion

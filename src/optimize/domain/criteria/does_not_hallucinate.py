from typing import ClassVar, Literal

from optimize.domain.criteria.base import Capability, Evidence, JudgedCriterion


class DoesNotHallucinate(JudgedCriterion):
    """The agent states nothing that stands in no tool result, knowledge, user message or instruction."""

    title: ClassVar[str] = "States nothing unfounded"
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.TOOL_RESULTS})
    evidence: ClassVar[frozenset[Evidence]] = frozenset(Evidence)

    kind: Literal["doesNotHallucinate"] = "doesNotHallucinate"

    def sentence(self) -> str:
        return "The agent states nothing that its sources do not say."

    def requirement(self) -> str:
        return (
            "Everything the agent states as a fact (figures, amounts, dates, names, identifiers, and what it says it "
            "has done) stands in a tool result, in the knowledge, in a message of the user or in the agent's "
            "instructions. A tool call that failed or was refused is no source: claiming its result, or that it was "
            "done, violates this. Saying that something is unknown does not."
        )

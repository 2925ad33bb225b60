from typing import ClassVar, Literal

from optimize.domain.criteria.base import Capability, Evidence, JudgedCriterion


class ResponseGroundedInKnowledge(JudgedCriterion):
    """The agent's answer rests on the retrieved or configured knowledge, not on what the model happens to know."""

    title: ClassVar[str] = "Grounded in knowledge"
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.PASSAGES})
    evidence: ClassVar[frozenset[Evidence]] = frozenset({Evidence.KNOWLEDGE})

    kind: Literal["responseGroundedInKnowledge"] = "responseGroundedInKnowledge"

    def sentence(self) -> str:
        return "The agent's answer rests on its knowledge."

    def requirement(self) -> str:
        return (
            "What the agent answers rests on the knowledge shown here: each statement of substance is said by, or "
            "follows from, a passage of it. A statement that may be true but stands in no passage violates this. "
            "Saying that the knowledge does not cover the question does not."
        )

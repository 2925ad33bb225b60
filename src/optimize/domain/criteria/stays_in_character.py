from typing import ClassVar, Literal

from optimize.domain.criteria.base import Evidence, JudgedCriterion


class StaysInCharacter(JudgedCriterion):
    """The agent behaves as its instructions configure it, in role, tone and scope."""

    title: ClassVar[str] = "Stays in character"
    evidence: ClassVar[frozenset[Evidence]] = frozenset({Evidence.INSTRUCTIONS})

    kind: Literal["staysInCharacter"] = "staysInCharacter"

    def sentence(self) -> str:
        return "The agent stays in the role, tone and scope of its instructions."

    def requirement(self) -> str:
        return (
            "In every one of its messages the agent behaves as its instructions configure it: it keeps the role, the "
            "tone and the scope they set, and does nothing that they forbid, whatever the user asks for."
        )

"""How a version of the sample agent works: read from its own prompt, and from its settings.

The prompt decides in readable words (swap a part and the agent behaves otherwise); the settings hold what no prompt
would say: how often the version slips.
"""

import re

from pydantic import BaseModel, ConfigDict, Field

from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.text import fold

_SENTENCE = re.compile(r"[.!?;\n]+(?:\s|$)")
_NEGATION = re.compile(r"\b(?:never|not|no|nothing|don't|without)\b")


class Settings(BaseModel):
    """`names_order`: queries carry the order number. `invents`: share of runs that state something no tool returned,
    unless the prompt binds the agent to what tools return.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    invents: float = Field(default=0, ge=0, le=1)
    names_order: bool = True


class Habits(BaseModel):
    model_config = ConfigDict(frozen=True)

    compares_first: bool
    spares_matching: bool
    names_clause: bool
    invents: float
    names_order: bool


def habits_of(definition: AgentDefinition) -> Habits:
    sentences = _SENTENCE.split(fold(definition.instructions))
    settings = Settings.model_validate(definition.runtime.settings if definition.runtime else {})
    bound_to_facts = any("only" in s and "tool" in s for s in sentences)
    return Habits(
        compares_first=_compares_first(" ".join(sentences)),
        spares_matching=any("match" in s and "quer" in s and _NEGATION.search(s) is not None for s in sentences),
        names_clause=any("clause" in s and not _NEGATION.search(s) for s in sentences),
        invents=0 if bound_to_facts else settings.invents,
        names_order=settings.names_order,
    )


def _compares_first(text: str) -> bool:
    """Whether the prompt speaks of comparing before it speaks of registering."""
    compare, register = text.find("compare"), text.find("register")
    return compare >= 0 and (register < 0 or compare < register)

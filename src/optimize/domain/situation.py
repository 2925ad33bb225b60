"""How a conversation starts, and who plays the user after that."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from optimize.domain.storable import Storable

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000), Storable]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4_000), Storable]


class SituationMessage(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Literal["user", "assistant"] = "user"
    text: Text


class Situation(BaseModel):
    """The messages that stand before the agent's first move; the last one is the user's.

    Earlier `user` messages are sent one after the other, each answered by the agent; `assistant` messages are history.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    messages: tuple[SituationMessage, ...] = Field(min_length=1, max_length=50)

    @model_validator(mode="after")
    def _ends_with_the_user(self) -> Self:
        if self.messages[-1].role != "user":
            raise ValueError("the last message must be the user's: it is the one that the agent answers")
        return self


class SimulatedUser(BaseModel):
    """A second model with a persona and a goal that answers the agent, up to `turn_limit` turns."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    persona: ShortText
    goal: ShortText
    turn_limit: int = Field(default=8, ge=1, le=50)

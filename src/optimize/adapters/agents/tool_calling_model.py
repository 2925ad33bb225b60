"""What our own loop needs of a model: the next step of a conversation, as text or as tool calls."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from optimize.application.ports.models import CallContext
from optimize.domain.agent_definition import ModelChoice, ToolDeclaration


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class ToolUse(_Part):
    """A tool the model wants called. `arguments` is the text as it came if it could not be read as an object."""

    id: str
    name: str
    arguments: dict[str, Any] | str


class Step(_Part):
    """Without `calls`, `text` is the answer to the user; with calls, it is said before they run."""

    text: str = ""
    calls: tuple[ToolUse, ...] = ()


class LoopMessage(_Part):
    """One message of the loop. A `tool` message answers the call `answers`; its text is the result as JSON."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    calls: tuple[ToolUse, ...] = ()
    answers: str | None = None


class ToolCallingModel(Protocol):
    """One model in one conversation."""

    async def next_step(self, messages: Sequence[LoopMessage], tools: Sequence[ToolDeclaration]) -> Step:
        """What the model does next. Raises Unavailable if it does not answer."""
        ...


class OpenModel(Protocol):
    def __call__(self, choice: ModelChoice | None, context: CallContext) -> ToolCallingModel:
        """The model of a definition, for one conversation; its calls are booked under `context`."""
        ...

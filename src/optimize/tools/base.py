"""What a tool of the assistant is: a name, a description, typed arguments, an effect, and one method."""

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from optimize.application.use_cases import UseCases
from optimize.domain.actor import Actor
from optimize.tools.model_schema import plain


class ToolEffect(StrEnum):
    """What a tool does to the world. `spends` and `decides` need a person's yes first."""

    READS = "reads"
    DRAFTS = "drafts"
    SPENDS = "spends"
    DECIDES = "decides"


class ToolArguments(BaseModel):
    """Arguments a model fills in; unknown ones are refused so that a slip is seen."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ToolResult(BaseModel):
    """What a tool answers. Only figures in an `ok` result may be stated as facts."""

    model_config = ConfigDict(frozen=True)

    status: Literal["ok", "empty", "refused", "error"]
    summary: str
    """One or two sentences for the model; no figure beyond those in `data`."""
    data: dict[str, Any] = {}


class Card(BaseModel):
    """The facts of a proposal, from the server's own data."""

    model_config = ConfigDict(frozen=True)

    title: str
    facts: tuple[tuple[str, str], ...]
    """What the yes is bound to."""
    beside: tuple[tuple[str, str], ...] = ()
    """What is good to know and may change before the answer, which stands all the same."""


class ToolContext(BaseModel):
    """Where a tool is called from."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    use_cases: UseCases
    actor: Actor
    agent: str
    thread: str | None = None
    call: str | None = None
    """The id of this tool call."""

    def key(self) -> str | None:
        """The idempotency key of what this call creates: a turn that is taken up again creates nothing twice."""
        return f"{self.thread}:{self.call}" if self.thread and self.call else None


A = TypeVar("A", bound=ToolArguments)


class Tool(ABC, Generic[A]):
    """One thing the assistant can do. Shared word for word by the chat and the MCP server."""

    name: ClassVar[str]
    description: ClassVar[str]
    effect: ClassVar[ToolEffect]
    arguments: type[A]
    untrusted: ClassVar[bool] = False
    """Whether its answer holds text that agents, tools or third parties wrote."""
    ends_turn: ClassVar[bool] = False
    """Whether the turn is over once it ran: what it says is the answer."""
    did: ClassVar[str] = "answered"
    """The word that RUN_FINISHED reports once this tool succeeded: drafted, revised, acted, asked, declined…"""
    acts: ClassVar[tuple[str, ...]] = ()
    """What a reply may say was done once this tool succeeded: accepted, started… Empty if it changes nothing."""

    @abstractmethod
    async def run(self, context: ToolContext, arguments: A) -> ToolResult:
        """Do it. Domain errors are raised and told to the model by the graph."""

    async def card(self, context: ToolContext, arguments: A) -> Card | None:
        """What a person is asked to approve; None if no approval is needed for these arguments."""
        return None

    def schema(self) -> dict[str, Any]:
        """The tool as a model sees it: the OpenAI function shape."""
        return {
            "type": "function",
            "function": {
                "name": self.name,
                "description": self.description,
                "parameters": plain(self.arguments.model_json_schema()),
            },
        }

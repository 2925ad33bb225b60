"""How a run meets the agent: open a conversation, send a message, hear the answer.

The adapter records nothing by itself: messages, calls and retrievals go through the `Recorder` and the `ToolGate`
it is handed, so that one choke point decides what leaves.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.criteria.base import Capability

Implementation = Callable[..., Awaitable[Any]]
"""The code of a tool, called with the arguments as keywords. Only the `ToolGate` calls it."""


class AgentReply(BaseModel):
    """The agent's answer to one user message. `ended`: it closed the conversation by itself."""

    model_config = ConfigDict(frozen=True)

    text: str
    ended: bool = False


class Tools(Protocol):
    """What an agent may do. A refused call returns the refusal; nothing has left then."""

    async def call(self, name: str, arguments: dict[str, Any]) -> Any: ...
    async def call_together(self, calls: list[tuple[str, dict[str, Any]]]) -> list[Any]:
        """Calls that one message of the agent asks for at once (simultaneous for `before`)."""
        ...

    def say(self, text: str) -> None:
        """Something the agent tells the user before it goes on working."""
        ...

    def retrieved(self, query: str, passages: list[str]) -> None: ...


class Conversation(Protocol):
    """One conversation of one run; never shared with another run."""

    @property
    def implementations(self) -> Mapping[str, Implementation]:
        """The code of its tools by name, for the gate of this run; a tool that is only declared has none."""
        ...

    async def reply(self, message: str, tools: Tools) -> AgentReply:
        """Answer one user message. Whatever it raises is the agent's failure, told in the transcript."""
        ...

    async def close(self) -> None: ...


class AgentUnderTest(Protocol):
    """One version of an agent, connected."""

    capabilities: frozenset[Capability]

    def open(self, *, run: str, attempt: int, seed: int, history: list[tuple[str, str]]) -> Conversation:
        """A new conversation for one attempt at a run. `history`: (role, text) pairs before the first message."""
        ...


class AgentConnections(Protocol):
    def connect(self, definition: AgentDefinition) -> AgentUnderTest:
        """The agent of a definition. Raises Forbidden if the operator did not allow its code."""
        ...


class AgentCheck(Protocol):
    def check(self, definition: AgentDefinition) -> None:
        """Raise what would keep the agent from ever running: code that cannot be loaded, a model that nobody serves."""
        ...

"""Agents that are a function of the message."""

from collections.abc import Awaitable, Callable, Mapping

from optimize.application.ports.agent_under_test import AgentReply, Conversation, Implementation, Tools
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.criteria.base import Capability

Answers = Callable[[str, Tools], Awaitable[str | AgentReply]]


async def echo(message: str, tools: Tools) -> str:
    """An agent that repeats what it was told."""
    return f"You said: {message}"


class FakeConversation:
    def __init__(self, answers: Answers, implementations: Mapping[str, Implementation]) -> None:
        self._answers = answers
        self.implementations = implementations
        self.closed = False

    async def reply(self, message: str, tools: Tools) -> AgentReply:
        said = await self._answers(message, tools)
        return said if isinstance(said, AgentReply) else AgentReply(text=said)

    async def close(self) -> None:
        self.closed = True


class FakeAgents:
    """Both the connections and the agent: whatever is connected answers with `answers`."""

    capabilities = frozenset(Capability)

    def __init__(self, answers: Answers = echo, implementations: Mapping[str, Implementation] | None = None) -> None:
        self.answers = answers
        self._implementations = implementations or {}
        self.connected: list[AgentDefinition] = []
        self.opened: list[tuple[str, int, list[tuple[str, str]]]] = []
        self.conversations: list[FakeConversation] = []

    def connect(self, definition: AgentDefinition) -> "FakeAgents":
        self.connected.append(definition)
        return self

    def open(self, *, run: str, attempt: int, seed: int, history: list[tuple[str, str]]) -> Conversation:
        self.opened.append((run, seed, history))
        self.conversations.append(FakeConversation(self.answers, self._implementations))
        return self.conversations[-1]

"""Connections whose provider is down for some conversations."""

from collections.abc import Mapping

from optimize.adapters.agents.connections import Connections
from optimize.application.ports.agent_under_test import (
    AgentReply,
    AgentUnderTest,
    Conversation,
    Implementation,
    Tools,
)
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.errors import Unavailable

DOWN = "The provider does not answer."


class DownConversation:
    @property
    def implementations(self) -> Mapping[str, Implementation]:
        return {}

    async def reply(self, message: str, tools: Tools) -> AgentReply:
        raise Unavailable("model_unavailable", DOWN)

    async def close(self) -> None: ...


class UnreliableAgent:
    def __init__(self, agent: AgentUnderTest, outages: "Outages") -> None:
        self._agent, self._outages = agent, outages
        self.capabilities = agent.capabilities

    def open(self, *, run: str, attempt: int, seed: int, history: list[tuple[str, str]]) -> Conversation:
        if self._outages.coming > 0:
            self._outages.coming -= 1
            return DownConversation()
        return self._agent.open(run=run, attempt=attempt, seed=seed, history=history)


class Outages:
    """`coming`: how many of the next conversations find their provider down."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.coming = 0

    def connect(self, definition: AgentDefinition) -> AgentUnderTest:
        return UnreliableAgent(self._connections.connect(definition), self)

    def check(self, definition: AgentDefinition) -> None:
        self._connections.check(definition)

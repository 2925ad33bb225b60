"""Agents that are Python code: `runtime: {python: "module:attribute"}`.

The whole contract. The attribute is a class, or a function that returns such an object; one is made per conversation:

    class Desk:
        def __init__(self, definition, *, seed, history):   # history: [(role, text)] before the first message
            self.tools = {"find_order": find_order}          # the code of the declared tools; only the gate runs it

        async def reply(self, message, tools):               # one message of the user
            order = await tools.call("find_order", {"order_id": message})
            return f"Order {order['id']} is {order['state']}."

`tools.call` returns the result, the refusal text, or `{"error": …}`; `tools.call_together`, `tools.say` and
`tools.retrieved` are there too. What `reply` raises is recorded as the agent's failure.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from optimize.adapters.agents.loading import as_implementation
from optimize.application.ports.agent_under_test import AgentReply, Implementation, Tools
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.criteria.base import Capability


class PythonAgent(Protocol):
    """What the owner writes. One object holds one conversation."""

    @property
    def tools(self) -> Mapping[str, Callable[..., Any]]: ...

    async def reply(self, message: str, tools: Tools) -> str | AgentReply: ...


class PythonAgentFactory(Protocol):
    def __call__(self, definition: AgentDefinition, *, seed: int, history: list[tuple[str, str]]) -> PythonAgent: ...


class PythonConversation:
    def __init__(self, agent: PythonAgent) -> None:
        self._agent = agent
        self.implementations: Mapping[str, Implementation] = {
            name: as_implementation(function) for name, function in agent.tools.items()
        }

    async def reply(self, message: str, tools: Tools) -> AgentReply:
        said = await self._agent.reply(message, tools)
        return said if isinstance(said, AgentReply) else AgentReply(text=said)

    async def close(self) -> None:
        """Nothing is held open: the agent's object goes away with the conversation."""


class PythonAgentUnderTest:
    """A version of an agent whose code runs in this process."""

    capabilities = frozenset(Capability)

    def __init__(self, definition: AgentDefinition, factory: Callable[..., PythonAgent]) -> None:
        self._definition = definition
        self._factory = factory

    def open(self, *, run: str, attempt: int, seed: int, history: list[tuple[str, str]]) -> PythonConversation:
        """A new object of the owner's code, which is not told of the run: code that knows it is tested may behave."""
        return PythonConversation(self._factory(self._definition, seed=seed, history=history))

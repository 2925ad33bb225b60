"""Agents that are only described: our own loop runs their prompt, their tools and a model."""

import json
from collections.abc import Mapping
from typing import Any

from optimize.adapters.agents.tool_calling_model import LoopMessage, OpenModel, Step, ToolCallingModel
from optimize.application.ports.agent_under_test import AgentReply, Implementation, Tools
from optimize.application.ports.models import CallContext
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.criteria.base import Capability

_ALWAYS_SEEN = frozenset({Capability.TOOL_CALLS, Capability.ARGUMENTS, Capability.TOOL_RESULTS})


class DeclaredConversation:
    """Asks the model for the next step until it is an answer. The gate bounds how many calls that may take."""

    def __init__(
        self,
        definition: AgentDefinition,
        model: ToolCallingModel,
        implementations: Mapping[str, Implementation],
        history: list[tuple[str, str]],
    ) -> None:
        self.implementations = implementations
        self._tools = definition.tools
        self._model = model
        self._messages = [LoopMessage(role="system", text=system_text(definition))]
        self._messages += [LoopMessage(role="assistant" if r == "assistant" else "user", text=t) for r, t in history]

    async def reply(self, message: str, tools: Tools) -> AgentReply:
        self._messages.append(LoopMessage(role="user", text=message))
        while (step := await self._next()).calls:
            if step.text.strip():
                tools.say(step.text)
            await self._call(step, tools)
        return AgentReply(text=step.text)

    async def close(self) -> None:
        """Nothing is held open."""

    async def _next(self) -> Step:
        step = await self._model.next_step(self._messages, self._tools)
        self._messages.append(LoopMessage(role="assistant", text=step.text, calls=step.calls))
        return step

    async def _call(self, step: Step, tools: Tools) -> None:
        asked: list[tuple[str, Any]] = [(use.name, use.arguments) for use in step.calls]
        results = await tools.call_together(asked)
        for use, result in zip(step.calls, results, strict=True):
            text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
            self._messages.append(LoopMessage(role="tool", text=text, answers=use.id))


class DeclaredAgentUnderTest:
    """A version of an agent that is played by our own loop."""

    def __init__(
        self, definition: AgentDefinition, implementations: Mapping[str, Implementation], open_model: OpenModel
    ) -> None:
        self._definition = definition
        self._implementations = implementations
        self._open_model = open_model
        # A retriever is one of its read tools; without one and without knowledge there is nothing to be grounded in.
        rests_on_material = bool(definition.knowledge) or any(tool.effect == "read" for tool in definition.tools)
        self.capabilities = _ALWAYS_SEEN | ({Capability.PASSAGES} if rests_on_material else frozenset())

    def open(self, *, run: str, attempt: int, seed: int, history: list[tuple[str, str]]) -> DeclaredConversation:
        context = CallContext(agent=self._definition.name, run=run, attempt=attempt)
        model = self._open_model(self._definition.model, context)
        return DeclaredConversation(self._definition, model, self._implementations, history)


def system_text(definition: AgentDefinition) -> str:
    """The prompt parts, and the knowledge below them if there is any."""
    if not definition.knowledge:
        return definition.instructions
    knowledge = json.dumps(definition.knowledge, ensure_ascii=False, indent=1)
    return f"{definition.instructions}\n\nWhat you know:\n{knowledge}"

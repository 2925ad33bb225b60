"""What the model is told: how to work, and with the person's last message what there is to know at this moment.

Whatever changes stands at the end: endpoints keep what they have read of a request that begins like the one before.
"""

import json
from collections.abc import Mapping, Sequence

from langchain_core.messages import AnyMessage, HumanMessage, SystemMessage

from optimize.application.ports.models import Models
from optimize.application.ports.prompts import Prompts
from optimize.application.use_cases import UseCases
from optimize.application.views import TestView
from optimize.assistant.context import (
    AgentInContext,
    AssistantContext,
    TestInContext,
    ToolInContext,
    VersionInContext,
)
from optimize.domain.acceptance_test import TestState
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.cost import CallRole
from optimize.domain.criteria.base import CriterionBase
from optimize.domain.text import shortened

_ROLES: tuple[CallRole, ...] = ("assistant", "agent", "judge", "simulator")
_TESTS = 60
_VERSIONS = 20
_INSTRUCTIONS = 4_000
_HINT = 160


class Briefing:
    def __init__(self, use_cases: UseCases, models: Models, prompts: Prompts) -> None:
        self._use_cases, self._models, self._prompts = use_cases, models, prompts

    def messages(self, context: AssistantContext, conversation: Sequence[AnyMessage]) -> list[AnyMessage]:
        """The prompt and the conversation, whose last message of the person begins with the context, as data."""
        system = SystemMessage(self._prompts.render("assistant").text)
        data = json.dumps(context.model_dump(mode="json"), ensure_ascii=False)
        last = max((at for at, message in enumerate(conversation) if isinstance(message, HumanMessage)), default=None)
        if last is None:
            raise ValueError("a conversation without a message of the person has nothing to answer")
        said = conversation[last]
        briefed = self._prompts.render("assistant_context", context=data, message=str(said.text)).text
        return [system, *conversation[:last], HumanMessage(briefed, id=said.id), *conversation[last + 1 :]]

    async def context(self, agent: str, thread: str, last_draft: str | None) -> AssistantContext:
        """What there is to know at this moment, from the store."""
        live = await self._use_cases.agents.live(agent)
        versions = (await self._use_cases.agents.version_names(agent))[-_VERSIONS:]
        others = [other for other in await self._use_cases.agents.names() if other != agent]
        tests = [t for t in await self._use_cases.history.tests(agent) if t.state is not TestState.RETIRED]
        pending = await self._use_cases.approvals.list(thread=thread, state="pending")
        known = {test.id for test in tests}
        return AssistantContext(
            agent=_agent(live),
            versions=[VersionInContext(**version._asdict()) for version in versions],
            other_agents=others,
            tests=[_test(test) for test in tests[-_TESTS:]],
            last_draft=last_draft if last_draft in known else None,
            pending_proposals=[proposal.title for proposal in pending],
            models={role: self._models.name_of(role) for role in _ROLES},
        )


def _agent(live: AgentDefinition) -> AgentInContext:
    return AgentInContext(
        name=live.name,
        description=live.description,
        instructions=live.instructions[:_INSTRUCTIONS],
        tools=[
            ToolInContext(
                name=tool.name,
                description=tool.description,
                effect=tool.effect,
                parameters=list(_parameters(tool.parameters)),
                hints=_hints(_parameters(tool.parameters)),
            )
            for tool in live.tools
        ],
        knowledge=list(live.knowledge),
    )


def _parameters(schema: Mapping[str, object]) -> Mapping[str, object]:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _hints(properties: Mapping[str, object]) -> dict[str, str]:
    said = {name: part.get("description") for name, part in properties.items() if isinstance(part, dict)}
    return {name: shortened(text, _HINT) for name, text in said.items() if isinstance(text, str) and text}


def _test(view: TestView) -> TestInContext:
    return TestInContext(
        id=view.id,
        name=view.name,
        state=view.state.value,
        situation=shortened(" / ".join(message.text for message in view.situation.messages), 300),
        criteria=[_criterion(criterion) for criterion in view.criteria],
        runs=view.planned_runs,
        threshold=view.threshold,
        latest=view.latest.verdict.value if view.latest else "no result",
    )


def _criterion(criterion: CriterionBase) -> str:
    named = ", ".join(criterion.tools())
    return f"{criterion.kind}({named})" if named else criterion.kind

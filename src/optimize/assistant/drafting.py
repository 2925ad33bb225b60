"""Drafts from a small model, one idea at a time: a criterion for each demand, then who says what."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AnyMessage, HumanMessage

from optimize.application.ports.prompts import Prompts
from optimize.assistant.brief_criterion import criterion_shape, joined
from optimize.assistant.brief_situation import situation_of, situation_shape
from optimize.assistant.constrained import Filled, fill
from optimize.assistant.context import AssistantContext
from optimize.assistant.demands import Demanded
from optimize.assistant.examples import turns_of
from optimize.assistant.shapes import Shape
from optimize.domain.text import shortened

_CRITERION_TOKENS, _SITUATION_TOKENS = 200, 400
_DESCRIBED = 80


class Drafted(NamedTuple):
    """`arguments` of one draft_test for each draft that the model gave whole; `id` of its last answer."""

    arguments: list[dict[str, Any]]
    shown: Sequence[AnyMessage]
    id: str
    calls: int


class _Answer(NamedTuple):
    messages: Sequence[AnyMessage]
    filled: Filled


class Drafting:
    def __init__(self, prompts: Prompts) -> None:
        self._prompts = prompts

    async def drafts(self, model: BaseChatModel, facts: AssistantContext, message: str, asked: Demanded) -> Drafted:
        """Raises Unavailable if the model does not answer."""
        found = Drafted([], [], "", 0)
        for demands in asked.tests:
            about = message if len(asked.tests) == 1 else f"{message}\nThis test: {'; '.join(demands)}"
            told = f"{_tools(facts)}\nMessage: {about}"
            answers = [
                await self._answer(model, "assistant_criterion", f"{told}\nDemand: {demand}", shape, _CRITERION_TOKENS)
                for demand in demands
                for shape in [criterion_shape(facts.agent.tools, demand)]
            ]
            shape = situation_shape(message, asked.simulated_user)
            answers.append(await self._answer(model, "assistant_situation", told, shape, _SITUATION_TOKENS))
            found = _with(found, answers)
        return found

    async def _answer(self, model: BaseChatModel, prompt: str, told: str, shape: Shape, tokens: int) -> _Answer:
        messages = [*turns_of(self._prompts.render(prompt).text), HumanMessage(told)]
        return _Answer(messages, await fill(model, messages, prompt, shape, tokens))


def _with(drafted: Drafted, answers: Sequence[_Answer]) -> Drafted:
    """One more draft; none, if a piece of it is missing: half a test would pass for the whole."""
    values = [answer.filled.value for answer in answers if answer.filled.value is not None]
    found = []
    if len(values) == len(answers):
        *criteria, situation = values
        found = [{**situation_of(situation), "criteria": joined(criteria)}]
    return Drafted(
        arguments=[*drafted.arguments, *found],
        shown=[*drafted.shown, *(message for answer in answers for message in answer.messages)],
        id=answers[-1].filled.id,
        calls=drafted.calls + sum(answer.filled.calls for answer in answers),
    )


def _tools(facts: AssistantContext) -> str:
    tools = [
        f"- {tool.name}({', '.join(tool.parameters)}): {shortened(tool.description, _DESCRIBED)}"
        for tool in facts.agent.tools
    ]
    return "\n".join(["Tools:", *tools]) if tools else "Tools: none"

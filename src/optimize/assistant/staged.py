"""The assistant's next step from a small model: choose a tool, fill in that one alone, then reply.

Each request is short, says one thing, and ends with what changes. What comes of it is a message like any other: tools
are run, cards drawn and mistakes told by the same graph.
"""

from collections.abc import Sequence
from typing import Any, Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langchain_core.messages.tool import ToolCall

from optimize.application.ports.prompts import Prompts
from optimize.assistant.answering import Answered, Answering
from optimize.assistant.brief_draft import arguments_of, drafts_shape
from optimize.assistant.choice import Choice
from optimize.assistant.choosing import REPLY, choice_shape, choices, chosen
from optimize.assistant.constrained import Filled, fill
from optimize.assistant.context import AssistantContext
from optimize.assistant.replying import reply_of
from optimize.assistant.said import Said, said_in
from optimize.assistant.short_facts import facts_for
from optimize.assistant.tool_schemas import bounded_parameters

NOT_UNDERSTOOD: Final = (
    "I could not make out what to do: the model gave no usable answer, twice. Nothing was done. Say it again in one "
    "short sentence, for example what the agent must or must not do."
)
_CHOICE_TOKENS, _DRAFT_TOKENS, _CALL_TOKENS, _REPLY_TOKENS = 250, 600, 300, 160
_OFFLINE: Final = "offline:"
_TRIES: Final = 2
"""So often one message is turned into a call; a call that was wrong is mended once."""


class Staged:
    """Implements `Answering` for models that lose their way among many tools. `at_once` asks those without a shape."""

    def __init__(self, prompts: Prompts, at_once: Answering) -> None:
        self._prompts, self._at_once = prompts, at_once

    async def answer(
        self, model: BaseChatModel, facts: AssistantContext, conversation: Sequence[AnyMessage]
    ) -> Answered:
        """Raises Unavailable if the model does not answer."""
        if facts.models.get("assistant", "").startswith(_OFFLINE):
            return await self._at_once.answer(model, facts, conversation)
        said = said_in(conversation)
        if not said.results:
            return await self._chosen(model, facts, said)
        if said.mistake and len(said.calls) < _TRIES:
            return await self._called(model, facts, said, Choice(said.calls[-1]))
        return await self._replied(model, facts, said)

    async def _chosen(self, model: BaseChatModel, facts: AssistantContext, said: Said) -> Answered:
        names = choices(facts)
        messages = self._messages("assistant_choose", facts_for("choose", facts), said)
        choice = await fill(model, messages, "choice", choice_shape(names), _CHOICE_TOKENS)
        if choice.value is None:
            return Answered(AIMessage(NOT_UNDERSTOOD), messages, choice.calls)
        step = chosen(choice.value)
        if step.tool == REPLY:
            answered = await self._replied(model, facts, said)
        else:
            answered = await self._called(model, facts, said, step)
        return answered._replace(calls=answered.calls + choice.calls)

    async def _called(self, model: BaseChatModel, facts: AssistantContext, said: Said, step: Choice) -> Answered:
        if step.tool == "draft_test":
            return await self._drafted(model, facts, said, step)
        shape = bounded_parameters(step.tool, tuple(tool.name for tool in facts.agent.tools))
        if not shape["properties"]:
            return Answered(_calling(step.tool, [{}], f"{said.id}-{len(said.calls)}"), [], 0)
        messages = self._messages("assistant_fill", facts_for(step.tool, facts, shape), said)
        filled = await fill(model, messages, step.tool, shape, _CALL_TOKENS)
        return _answered(step.tool, [] if filled.value is None else [filled.value], filled, messages)

    async def _drafted(self, model: BaseChatModel, facts: AssistantContext, said: Said, step: Choice) -> Answered:
        messages = self._messages("assistant_draft", facts_for(step.tool, facts), said)
        shape = drafts_shape(facts.agent.tools, said.text, step)
        filled = await fill(model, messages, step.tool, shape, _DRAFT_TOKENS * step.tests)
        return _answered(step.tool, [] if filled.value is None else arguments_of(filled.value), filled, messages)

    async def _replied(self, model: BaseChatModel, facts: AssistantContext, said: Said) -> Answered:
        messages = self._messages("assistant_reply", facts_for("reply", facts), said)
        bound: Any = model.bind(max_tokens=_REPLY_TOKENS, temperature=0)
        return Answered(await reply_of(bound, messages), messages)

    def _messages(self, prompt: str, facts: str, said: Said) -> list[AnyMessage]:
        """The rules, which never change; then what there is to know; then what was said and done."""
        rules = SystemMessage(self._prompts.render(prompt).text)
        briefed = self._prompts.render(
            "assistant_short_context", context=facts, earlier=said.earlier, message=said.text, results=said.results
        )
        return [rules, HumanMessage(briefed.text)]


def _answered(tool: str, given: Sequence[dict[str, Any]], filled: Filled, messages: Sequence[AnyMessage]) -> Answered:
    reply = _calling(tool, given, filled.id) if given else AIMessage(NOT_UNDERSTOOD)
    return Answered(reply, messages, filled.calls)


def _calling(tool: str, given: Sequence[dict[str, Any]], answer: str) -> AIMessage:
    """The ids of calls are never twice the same: they rest on that of the answer."""
    calls = [
        ToolCall(name=tool, args=arguments, id=f"{answer}-{at}", type="tool_call") for at, arguments in enumerate(given)
    ]
    return AIMessage("", tool_calls=calls)

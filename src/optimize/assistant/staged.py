"""The assistant's next step from a small model: what is asked of the agent; drafts of it, or other tools; the reply.

Each request is short, says one thing, and ends with what changes. What comes of it is a message like any other: tools
are run, cards drawn and mistakes told by the same graph.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langchain_core.messages.tool import ToolCall

from optimize.application.ports.prompts import Prompts
from optimize.assistant.answering import Answered, Answering
from optimize.assistant.calling import call_arguments, call_shape
from optimize.assistant.choosing import choice_shape, chosen
from optimize.assistant.constrained import fill
from optimize.assistant.context import AssistantContext
from optimize.assistant.demands import Demanded, demanded, demands_shape
from optimize.assistant.drafting import Drafting
from optimize.assistant.examples import turns_of
from optimize.assistant.replying import reply_of
from optimize.assistant.said import Said, said_in
from optimize.assistant.short_facts import facts_for

NOT_UNDERSTOOD: Final = (
    "I could not make out what to do: the model gave no usable answer, twice. Nothing was done. Say it again in one "
    "short sentence, for example what the agent must or must not do."
)
HELP: Final = (
    "I write tests from what your agent must do or must never do, try them, run them, explain results, and say what "
    "they cost. Say what you would like, in one short sentence."
)
"""Without a result there is nothing that a small model could tell truly."""
_DEMANDS_TOKENS, _CHOICE_TOKENS, _CALL_TOKENS, _REPLY_TOKENS = 400, 60, 300, 160
_OFFLINE: Final = "offline:"
_TRIES: Final = 2
"""So often one message is turned into a call; a call that was wrong is mended once."""


class Staged:
    """Implements `Answering` for models that lose their way among many tools. `at_once` asks those without a shape."""

    def __init__(self, prompts: Prompts, at_once: Answering) -> None:
        self._prompts, self._at_once, self._drafting = prompts, at_once, Drafting(prompts)

    async def answer(
        self, model: BaseChatModel, facts: AssistantContext, conversation: Sequence[AnyMessage]
    ) -> Answered:
        """Raises Unavailable if the model does not answer."""
        if facts.models.get("assistant", "").startswith(_OFFLINE):
            return await self._at_once.answer(model, facts, conversation)
        said = said_in(conversation)
        if not said.results:
            return await self._begun(model, facts, said)
        if said.mistake and said.mistake != "draft_test" and said.answers < _TRIES:
            return await self._called(model, facts, said, [said.mistake])
        if said.failed:
            return Answered(AIMessage(said.failed), [], 0)
        return await self._replied(model, facts, said)

    async def _begun(self, model: BaseChatModel, facts: AssistantContext, said: Said, least: int = 0) -> Answered:
        """`least`: so many demands have to be found."""
        messages = [*self._examples("assistant_demands"), HumanMessage(said.text)]
        asked = await fill(model, messages, "demands", demands_shape(least), _DEMANDS_TOKENS)
        if asked.value is None:
            return Answered(AIMessage(NOT_UNDERSTOOD), messages, asked.calls)
        found = demanded(asked.value)
        if found.tests:
            answered = await self._drafted(model, facts, said, found)
        elif found.vague:
            answered = await self._called(model, facts, said, ["ask"])
        else:
            answered = await self._chosen(model, facts, said)
        return answered._replace(calls=answered.calls + asked.calls)

    async def _drafted(self, model: BaseChatModel, facts: AssistantContext, said: Said, asked: Demanded) -> Answered:
        drafted = await self._drafting.drafts(model, facts, said.text, asked)
        calls = [_call("draft_test", arguments, drafted.id, at) for at, arguments in enumerate(drafted.arguments)]
        return Answered(_calling(calls), drafted.shown, drafted.calls)

    async def _chosen(self, model: BaseChatModel, facts: AssistantContext, said: Said) -> Answered:
        messages = [*self._examples("assistant_choose"), HumanMessage(said.text)]
        choice = await fill(model, messages, "choice", choice_shape(facts), _CHOICE_TOKENS)
        tools = [] if choice.value is None else chosen(choice.value)
        if "draft_test" in tools:
            answered = await self._begun(model, facts, said, least=1)
        elif tools:
            answered = await self._called(model, facts, said, tools)
        else:
            answered = Answered(AIMessage(HELP), messages, 0)
        return answered._replace(calls=answered.calls + choice.calls)

    async def _called(
        self, model: BaseChatModel, facts: AssistantContext, said: Said, tools: Sequence[str]
    ) -> Answered:
        calls: list[ToolCall] = []
        shown: list[AnyMessage] = []
        asked = 0
        for tool in tools:
            shape = call_shape(tool, facts, said.text)
            if not shape["properties"]:
                calls.append(_call(tool, {}, f"{said.id}-{said.answers}", len(calls)))
                continue
            messages = self._messages("assistant_fill", facts_for(tool, facts, shape), said)
            filled = await fill(model, messages, tool, shape, _CALL_TOKENS)
            shown, asked = [*shown, *messages], asked + filled.calls
            if filled.value is None:
                return Answered(AIMessage(NOT_UNDERSTOOD), shown, asked)
            calls.append(_call(tool, call_arguments(tool, filled.value, facts), filled.id, len(calls)))
        return Answered(_calling(calls), shown, asked)

    async def _replied(self, model: BaseChatModel, facts: AssistantContext, said: Said) -> Answered:
        messages = self._messages("assistant_reply", facts_for("reply", facts), said)
        bound: Any = model.bind(max_tokens=_REPLY_TOKENS, temperature=0)
        return Answered(await reply_of(bound, messages), messages)

    def _examples(self, prompt: str) -> list[AnyMessage]:
        return turns_of(self._prompts.render(prompt).text)

    def _messages(self, prompt: str, facts: str, said: Said) -> list[AnyMessage]:
        """The rules and examples, which never change; then what there is to know; then what was said and done."""
        briefed = self._prompts.render(
            "assistant_short_context",
            context=facts,
            earlier=said.earlier,
            message=said.text,
            results=said.results,
        )
        return [*self._examples(prompt), HumanMessage(briefed.text)]


def _calling(calls: list[ToolCall]) -> AIMessage:
    return AIMessage("", tool_calls=calls) if calls else AIMessage(NOT_UNDERSTOOD)


def _call(tool: str, arguments: Mapping[str, Any], answer: str, at: int) -> ToolCall:
    """The ids of calls are never twice the same: they rest on that of the answer."""
    return ToolCall(name=tool, args=dict(arguments), id=f"{answer}-{at}", type="tool_call")

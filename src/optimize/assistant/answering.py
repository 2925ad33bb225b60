"""How the assistant's model is asked for its next step: with all tools at once, or in stages (`staged`)."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage

from optimize.assistant.briefing import Briefing
from optimize.assistant.context import AssistantContext
from optimize.assistant.replying import reply_of
from optimize.assistant.tool_schemas import schemas_for


class Answered(NamedTuple):
    """`shown`: what the model had before its eyes, so that its figures can be looked up. `calls`: model calls made."""

    reply: AIMessage
    shown: Sequence[AnyMessage]
    calls: int = 1


class Answering(Protocol):
    async def answer(
        self, model: BaseChatModel, facts: AssistantContext, conversation: Sequence[AnyMessage]
    ) -> Answered:
        """A text, or calls of tools. Raises Unavailable if the model does not answer."""
        ...


class AllTools:
    """One request that carries every tool: for models that can choose among thirty."""

    def __init__(self, briefing: Briefing) -> None:
        self._briefing = briefing

    async def answer(
        self, model: BaseChatModel, facts: AssistantContext, conversation: Sequence[AnyMessage]
    ) -> Answered:
        messages = self._briefing.messages(facts, conversation)
        schemas = schemas_for(tuple(tool.name for tool in facts.agent.tools))
        return Answered(await reply_of(model.bind_tools(schemas), messages), messages)

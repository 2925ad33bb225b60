"""The port `Models`: one question, one typed answer, on the ledger before it leaves."""

import json
from collections.abc import AsyncIterator
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.outputs import ChatResult

from optimize.adapters.models.carrier import Carrier
from optimize.adapters.models.chat_models import ChatModels
from optimize.adapters.models.endings import problem_of
from optimize.adapters.models.faults import AnswerRefused, CallFailed
from optimize.adapters.models.ledgered_model import LedgeredChatModel
from optimize.adapters.models.structured import read_object
from optimize.adapters.models.tally import Tally
from optimize.adapters.models.worst_case import at_most
from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.domain.cost import CallRole

_MESSAGES: dict[str, type[BaseMessage]] = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}


class LedgerModels:
    """`application.ports.models.Models` over LangChain chat models."""

    def __init__(self, chat_models: ChatModels, carrier: Carrier) -> None:
        self._chat_models = chat_models
        self._carrier = carrier

    def name_of(self, role: CallRole) -> str:
        return self._chat_models.name_of(role)

    async def ask(
        self,
        role: CallRole,
        messages: list[PromptMessage],
        *,
        context: CallContext,
        schema: dict[str, Any] | None = None,
        model: str | None = None,
        max_tokens: int = 1_500,
    ) -> ModelReply:
        """One answer. Raises Unavailable (`model_unavailable`) once retrying is over, Invalid for an unknown model."""
        chat_model = self._chat_models.get(role, context, model)
        sent = [_MESSAGES[message.role](message.text) for message in messages]
        options = chat_model.errand.provider.output_limit(max_tokens)
        most = at_most(sent, {"schema": schema}, max_tokens)
        chat_model = chat_model.model_copy(update={"errand": chat_model.errand.model_copy(update={"at_most": most})})
        if schema is None:
            return await self._sent(chat_model, sent, options)
        held = _schema_options(chat_model, schema)
        if held:
            try:
                return _read(await self._sent(chat_model, sent, options | held), schema)
            except CallFailed:
                chat_model.errand.endpoint.plain_json.add(chat_model.errand.ref)
        asked = [*sent, SystemMessage(_PLAIN + json.dumps(schema))] if not chat_model.errand.provider.here else sent
        return _read(await self._sent(chat_model, asked, options), schema)

    async def _sent(
        self, chat_model: LedgeredChatModel, messages: list[BaseMessage], options: dict[str, Any]
    ) -> ModelReply:
        async def send() -> AsyncIterator[ChatResult]:
            yield await chat_model.inner._agenerate(messages, **options)

        errand = chat_model.errand.model_copy(update={"with_schema": "response_format" in options})
        tally, text, problem = Tally(), "", None
        try:
            async for result in self._carrier.carry(errand, send):
                tally.see(result)
                message = result.generations[0].message
                text, problem = message.text, problem_of(message, tally.finish_reason)
        except AnswerRefused as refused:
            problem = refused.problem
        return ModelReply(text=text, problem=problem, usage=tally.usage, model=errand.ref)


_PLAIN = "Answer with one JSON object and nothing else. It must fit this JSON Schema: "


def _schema_options(chat_model: LedgeredChatModel, schema: dict[str, Any]) -> dict[str, Any]:
    """Empty where the endpoint cannot hold an answer to a schema, or has refused to before."""
    errand = chat_model.errand
    return {} if errand.ref in errand.endpoint.plain_json else errand.provider.schema_options(schema)


def _read(reply: ModelReply, schema: dict[str, Any]) -> ModelReply:
    if reply.problem:
        return reply
    parsed, problem = read_object(reply.text, schema)
    return reply.model_copy(update={"parsed": parsed, "problem": problem})

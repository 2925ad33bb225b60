"""The port `Models`: one question, one typed answer, on the ledger before it leaves."""

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from optimize.adapters.models.carrier import Errand
from optimize.adapters.models.completers import Completers
from optimize.adapters.models.faults import CallFailed
from optimize.adapters.models.ledgered import Answered
from optimize.adapters.models.structured import read_object
from optimize.adapters.models.worst_case import at_most
from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.domain.cost import CallRole

_MESSAGES: dict[str, type[BaseMessage]] = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}


class LedgerModels:
    """`application.ports.models.Models` over models that answer in one piece."""

    def __init__(self, completers: Completers) -> None:
        self._completers = completers

    def name_of(self, role: CallRole) -> str:
        return self._completers.name_of(role)

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
        asked = self._completers.get(role, context, model)
        sent = [_MESSAGES[message.role](message.text) for message in messages]
        options = asked.errand.provider.output_limit(max_tokens)
        errand = asked.errand.model_copy(update={"at_most": at_most(sent, {"schema": schema}, max_tokens)})
        if schema is None:
            return _reply(errand, await asked.answered(errand, sent, options))
        held = _schema_options(errand, schema)
        if held:
            watched = errand.model_copy(update={"with_schema": True})
            try:
                return _read(_reply(errand, await asked.answered(watched, sent, options | held)), schema)
            except CallFailed:
                errand.endpoint.plain_json.add(errand.ref)
        told = sent if errand.provider.here else [*sent, SystemMessage(_PLAIN + json.dumps(schema))]
        return _read(_reply(errand, await asked.answered(errand, told, options)), schema)


_PLAIN = "Answer with one JSON object and nothing else. It must fit this JSON Schema: "


def _schema_options(errand: Errand, schema: dict[str, Any]) -> dict[str, Any]:
    """Empty where the endpoint cannot hold an answer to a schema, or has refused to before."""
    return {} if errand.ref in errand.endpoint.plain_json else errand.provider.schema_options(schema)


def _reply(errand: Errand, answer: Answered) -> ModelReply:
    return ModelReply(text=answer.message.text, problem=answer.problem, usage=answer.usage, model=errand.ref)


def _read(reply: ModelReply, schema: dict[str, Any]) -> ModelReply:
    if reply.problem:
        return reply
    parsed, problem = read_object(reply.text, schema)
    return reply.model_copy(update={"parsed": parsed, "problem": problem})

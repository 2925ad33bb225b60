"""A LangChain chat model for the chat, over a model that answers in one piece: all of it comes at once."""

import json
from collections.abc import AsyncIterator
from typing import Any, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult

from optimize.adapters.models.asynchronous import AsynchronousChatModel
from optimize.adapters.models.completing import Completing


class AtOnce(AsynchronousChatModel):
    inner: Completing

    @property
    def _llm_type(self) -> str:
        return "at once"

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> ChatResult:
        return await self.inner.complete(messages, **options | ({"stop": stop} if stop else {}))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        result = await self._agenerate(messages, stop, **options)
        yield ChatGenerationChunk(message=_piece(cast(AIMessage, result.generations[0].message)))


def _piece(message: AIMessage) -> AIMessageChunk:
    told = [(call["name"], json.dumps(call["args"], ensure_ascii=False), call["id"]) for call in message.tool_calls]
    told += [(call["name"] or "", call["args"] or "", call["id"]) for call in message.invalid_tool_calls]
    return AIMessageChunk(
        content=message.content,
        tool_call_chunks=[
            tool_call_chunk(name=name, args=args, id=call_id, index=index)
            for index, (name, args, call_id) in enumerate(told)
        ],
        additional_kwargs=message.additional_kwargs,
        response_metadata=message.response_metadata,
        usage_metadata=message.usage_metadata,
    )

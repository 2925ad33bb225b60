"""`offline:rules`: a chat model without a model. Deterministic, free, behind the same interface as the real ones."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool

from optimize.adapters.models.offline.roles import ROLES, OfflineRole

_WORDS = re.compile(r"\s*\S+\s*")
_DONE = {"finish_reason": "stop"}


class OfflineRules(BaseChatModel):
    """Plays one role by rules. `pace` is the pause in seconds between two streamed words.

    Token counts are words, marked as estimated: nothing here has tokens.
    """

    role: OfflineRole
    pace: float = 0.0

    @property
    def _llm_type(self) -> str:
        return "offline:rules"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        del tool_choice
        return self.bind(tools=list(tools), **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        message = self._answer(messages, kwargs)
        return ChatResult(generations=[ChatGeneration(message=message, generation_info=dict(_DONE))])

    async def complete(self, messages: list[BaseMessage], **options: Any) -> ChatResult:
        """Implements `Completing`."""
        return self._generate(messages, **options)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return self._generate(messages, stop, **kwargs)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        # To read a long message takes a while, and the other conversations go on meanwhile.
        answer = await asyncio.to_thread(self._answer, messages, kwargs)
        for chunk in _pieces(answer):
            yield ChatGenerationChunk(message=chunk)
            if self.pace and chunk.content:
                await asyncio.sleep(self.pace)

    def _answer(self, messages: list[BaseMessage], options: dict[str, Any]) -> AIMessage:
        message = ROLES[self.role](messages, options.get("tools") or [])
        message.usage_metadata = _usage(messages, message)
        message.response_metadata |= {"model_name": "offline:rules", "usage_estimated": True, **_DONE}
        return message


def _pieces(message: AIMessage) -> Iterator[AIMessageChunk]:
    """The message in word-sized pieces, then its tool calls, then how it ended."""
    for word in _WORDS.findall(message.text):
        yield AIMessageChunk(content=word)
    for index, call in enumerate(message.tool_calls):
        arguments = json.dumps(call["args"], ensure_ascii=False)
        yield AIMessageChunk(
            content="", tool_call_chunks=[tool_call_chunk(name=call["name"], args="", id=call["id"], index=index)]
        )
        yield AIMessageChunk(content="", tool_call_chunks=[tool_call_chunk(args=arguments, index=index)])
    yield AIMessageChunk(
        content="",
        additional_kwargs=message.additional_kwargs,
        response_metadata=message.response_metadata,
        usage_metadata=message.usage_metadata,
    )


def _usage(messages: list[BaseMessage], answer: AIMessage) -> UsageMetadata:
    read = sum(len(message.text.split()) for message in messages)
    written = len(answer.text.split()) + sum(len(json.dumps(call["args"]).split()) for call in answer.tool_calls)
    return UsageMetadata(input_tokens=read, output_tokens=written, total_tokens=read + written)

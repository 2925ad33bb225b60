"""A chat model that says what a test wrote down for it, streaming it in small pieces."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from pydantic import PrivateAttr

_BRIEFED = "# The admin's message\n"
Brain = Callable[[Sequence[BaseMessage]], AIMessage]


class ScriptedModel(BaseChatModel):
    """`brain` gives the answer to a conversation; `pause` seconds lie between two pieces of a streamed one."""

    brain: Any
    pause: float = 0.0
    _asked: list[list[BaseMessage]] = PrivateAttr(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def asked(self) -> list[list[BaseMessage]]:
        return self._asked

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: str | None = None, **kwargs: Any
    ) -> Runnable[Any, AIMessage]:
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self._asked.append(list(messages))
        return ChatResult(generations=[ChatGeneration(message=self.brain(messages))])

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        self._asked.append(list(messages))
        reply: AIMessage = self.brain(messages)
        for word in str(reply.text).split(" ") if reply.text else []:
            yield await self._piece(AIMessageChunk(content=f"{word} "), run_manager)
        for index, call in enumerate([*reply.tool_calls, *reply.invalid_tool_calls]):
            arguments = call["args"] if isinstance(call["args"], str) else json.dumps(call["args"])
            half = len(arguments) // 2
            first = tool_call_chunk(name=call["name"], args=arguments[:half], id=call["id"], index=index)
            rest = tool_call_chunk(args=arguments[half:], index=index)
            yield await self._piece(AIMessageChunk(content="", tool_call_chunks=[first]), run_manager)
            yield await self._piece(AIMessageChunk(content="", tool_call_chunks=[rest]), run_manager)

        if reply.response_metadata:
            end = AIMessageChunk(content="", response_metadata=reply.response_metadata)
            yield await self._piece(end, run_manager)

    async def _piece(
        self, chunk: AIMessageChunk, run_manager: AsyncCallbackManagerForLLMRun | None
    ) -> ChatGenerationChunk:
        await asyncio.sleep(self.pause)
        piece = ChatGenerationChunk(message=chunk)
        if run_manager:
            await run_manager.on_llm_new_token(str(chunk.text), chunk=piece)
        return piece


def scripted(*replies: AIMessage | Brain) -> Brain:
    """A brain that gives these answers in order; a function among them is asked with the conversation."""
    left = list(replies)

    def brain(messages: Sequence[BaseMessage]) -> AIMessage:
        assert left, "the model was asked more often than the test expected"
        reply = left.pop(0)
        return reply if isinstance(reply, AIMessage) else reply(messages)

    return brain


def calls(*named: tuple[str, dict[str, Any]], text: str = "", start: int = 1) -> AIMessage:
    """An answer that chooses tools."""
    return AIMessage(
        content=text,
        tool_calls=[
            {"name": name, "args": args, "id": f"call_{start + offset}", "type": "tool_call"}
            for offset, (name, args) in enumerate(named)
        ],
    )


def words_of(message: BaseMessage) -> str:
    """What the person said, without the context that the model is told with it."""
    return message.text.rpartition(_BRIEFED)[2].strip()

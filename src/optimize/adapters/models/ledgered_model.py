"""A LangChain chat model whose every call goes through the carrier: ledger, limits, retries, honest endings."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from typing import Any, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.outputs.chat_generation import merge_chat_generation_chunks
from langchain_core.runnables import Runnable, RunnableBinding
from langchain_core.tools import BaseTool

from optimize.adapters.models.asynchronous import AsynchronousChatModel
from optimize.adapters.models.carrier import Carrier, Errand
from optimize.adapters.models.endings import problem_of
from optimize.adapters.models.faults import AnswerRefused
from optimize.adapters.models.tally import Tally
from optimize.adapters.models.worst_case import at_most


class LedgeredChatModel(AsynchronousChatModel):
    """`inner` with the books kept. Asynchronous only.

    An answer that cannot be used as it is (cut at its length limit, empty, refused) says so in
    `response_metadata["problem"]`. Raises Unavailable when the model does not answer or the stream breaks off.
    """

    inner: BaseChatModel
    carrier: Carrier
    errand: Errand

    @property
    def _llm_type(self) -> str:
        return self.errand.ref

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        bound = self.inner.bind_tools(tools, tool_choice=tool_choice, **kwargs)
        return self.bind(**(bound.kwargs if isinstance(bound, RunnableBinding) else {}))

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        message = await self.answer(messages, stop=stop, **kwargs)
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def answer(self, messages: list[BaseMessage], **options: Any) -> AIMessage:
        """As `ainvoke`, without what LangChain does around it: nobody watches the steps of a run."""

        async def send() -> AsyncIterator[ChatResult]:
            yield await self.inner._agenerate(messages, **options)

        tally, message, problem = Tally(), AIMessage(content=""), None
        try:
            async for result in self.carrier.carry(self._errand(messages, options), send):
                tally.see(result)
                message = cast(AIMessage, result.generations[0].message)
            problem = problem_of(message, tally.finish_reason)
        except AnswerRefused as refused:
            problem = refused.problem
        if problem:
            message.response_metadata["problem"] = problem
        return message

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        def send() -> AsyncIterator[ChatGenerationChunk]:
            return self.inner._astream(messages, stop=stop, **kwargs)

        tally = Tally()
        errand = self._errand(messages, kwargs, whole=True)
        pieces: list[ChatGenerationChunk] = []
        try:
            async with aclosing(self.carrier.carry(errand, send)) as chunks:
                async for chunk in chunks:
                    tally.see(chunk)
                    pieces.append(chunk)
                    yield chunk
        except AnswerRefused as refused:
            yield _closing(refused.problem)
            return
        whole = merge_chat_generation_chunks(pieces)
        problem = problem_of(whole.message, tally.finish_reason) if whole else "The answer was empty."
        if problem:
            yield _closing(problem)

    def _errand(self, messages: list[BaseMessage], options: dict[str, Any], *, whole: bool = False) -> Errand:
        return self.errand.model_copy(update={"at_most": at_most(messages, options), "whole": whole})


def _closing(problem: str) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(content="", response_metadata={"problem": problem}))

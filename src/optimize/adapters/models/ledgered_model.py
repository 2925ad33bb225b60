"""A LangChain chat model for the chat, whose every call goes through the carrier, answers and streams alike."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.language_models.chat_models import BaseChatModel, agenerate_from_stream
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable, RunnableBinding
from langchain_core.tools import BaseTool

from optimize.adapters.models.asynchronous import AsynchronousChatModel
from optimize.adapters.models.carrier import Carrier, Errand
from optimize.adapters.models.faults import AnswerRefused
from optimize.adapters.models.passing import Passing
from optimize.adapters.models.worst_case import at_most
from optimize.domain.errors import Unavailable


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
        return await agenerate_from_stream(self._astream(messages, stop, **kwargs))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        def send() -> AsyncIterator[ChatGenerationChunk]:
            return self.inner._astream(messages, stop=stop, **kwargs)

        passing, problem = Passing(_names(kwargs.get("tools", ()))), None
        try:
            async with aclosing(self.carrier.carry(self._errand(messages, kwargs, whole=True), send)) as chunks:
                async for chunk in chunks:
                    for piece in passing.arrived(chunk):
                        yield piece
        except AnswerRefused as refused:
            problem = refused.problem
        except Unavailable:
            for piece in passing.rest():
                yield piece
            raise
        for piece in passing.rest():
            yield piece
        if problem := problem or passing.problem():
            yield _closing(problem)

    def _errand(self, messages: list[BaseMessage], options: dict[str, Any], *, whole: bool = False) -> Errand:
        return self.errand.model_copy(update={"at_most": at_most(messages, options), "whole": whole})


def _names(tools: Iterable[Any]) -> list[str]:
    return [tool["function"]["name"] for tool in tools]


def _closing(problem: str) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(content="", response_metadata={"problem": problem}))

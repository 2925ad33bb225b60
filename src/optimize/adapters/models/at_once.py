"""A LangChain chat model for the chat, over a model that answers in one piece: all of it comes at once."""

from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult

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

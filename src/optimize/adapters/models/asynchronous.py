"""What LangChain asks of a chat model that can only be awaited."""

from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import ConfigDict


class AsynchronousChatModel(BaseChatModel):
    """A chat model for `ainvoke` and `astream` alone: the ledger and the endpoints are asynchronous."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        raise NotImplementedError("Use ainvoke or astream.")

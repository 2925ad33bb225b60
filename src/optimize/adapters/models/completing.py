"""What answers in one piece: all that a run needs of a model, and quicker to load than a LangChain chat model."""

from typing import Any, Protocol, runtime_checkable

from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult


@runtime_checkable
class Completing(Protocol):
    async def complete(self, messages: list[BaseMessage], **options: Any) -> ChatResult:
        """The whole answer. `options` go into the request as they are."""
        ...

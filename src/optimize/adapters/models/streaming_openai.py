"""`openai:<model>` for the chat, where a person watches the answer being written: LangChain's full client."""

from datetime import datetime
from typing import Final

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_openai import ChatOpenAI

from optimize.adapters.models.completion_stream import StreamedCompletions
from optimize.adapters.models.completions import Refused
from optimize.adapters.models.faults import AnswerRefused, CallFailed
from optimize.adapters.models.providers.openai import OpenAI
from optimize.domain.cost import CallRole

_TOO_LONG: Final = (
    "context_length_exceeded",
    "exceeds the context window",
    "Input tokens exceed the configured limit",
    "prompt is too long",
    "ContextWindowExceededError",
)
"""How servers and gateways say it, if not by the code that there is for it."""


class StreamingOpenAI(OpenAI):
    """The same provider; processes that only carry runs need not load it."""

    def build_streaming(self, model: str, role: CallRole) -> BaseChatModel:
        whole = self.build(model, role)
        wire = StreamedCompletions(whole.url, whole.client, self.access.read_seconds)
        return ChatOpenAI(
            model=model,
            base_url=self.base_url,
            api_key=self.key,
            max_retries=0,
            stream_usage=True,
            use_responses_api=False,
            stream_chunk_timeout=None,  # it makes a task of each piece; the wire looks after that itself
            client=wire,
            async_client=wire,
        )

    def outcome_of(self, error: Exception, now: datetime) -> CallFailed | AnswerRefused | None:
        if isinstance(error, Refused) and error.status == 400 and any(words in error.said for words in _TOO_LONG):
            error.code = "context_length_exceeded"
        return super().outcome_of(error, now)

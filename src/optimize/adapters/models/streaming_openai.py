"""`openai:<model>` for the chat, where a person watches the answer being written: LangChain's full client."""

from datetime import datetime
from typing import Any

import httpx2
import openai
from langchain_core.exceptions import ContextOverflowError, ModelRefusalError
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_openai import ChatOpenAI

from optimize.adapters.models.completions import Refused
from optimize.adapters.models.faults import AnswerRefused, CallFailed
from optimize.adapters.models.providers.openai import OpenAI
from optimize.domain.cost import CallRole


class StreamingOpenAI(OpenAI):
    """The same provider; processes that only carry runs need not load it."""

    def build_streaming(self, model: str, role: CallRole) -> BaseChatModel:
        del role
        return ChatOpenAI(
            model=model,
            base_url=self.base_url,
            api_key=self.key,
            max_retries=0,
            stream_usage=True,
            use_responses_api=False,
            timeout=self.timeout,
            stream_chunk_timeout=self.access.read_seconds,
            http_async_client=self.client(),
        )

    def outcome_of(self, error: Exception, now: datetime) -> CallFailed | AnswerRefused | None:
        match error:
            case openai.LengthFinishReasonError():
                return AnswerRefused("The answer was cut off at its length limit.")
            case openai.ContentFilterFinishReasonError():
                return AnswerRefused("The provider's content filter held the answer back.")
            case ModelRefusalError():
                return AnswerRefused("The model refused to answer.")
        return super().outcome_of(_plain(error), now)


def _plain(error: Exception) -> Exception:
    """The client's own errors as those of the wire beneath it."""
    match error:
        case ContextOverflowError():
            return Refused(400, {"error": {"code": "context_length_exceeded"}}, None)
        case openai.APIStatusError():
            body: Any = error.body if isinstance(error.body, dict) else {"message": error.message}
            return Refused(error.status_code, {"error": body}, error.response.headers.get("retry-after"))
        case openai.APITimeoutError():
            return httpx2.ReadTimeout(str(error))
        case openai.APIError():
            return httpx2.TransportError(str(error))
    return error

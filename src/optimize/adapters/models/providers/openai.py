"""`openai:<model>`: OpenAI, or any server that speaks its chat completions (Ollama, vLLM, llama.cpp, a gateway)."""

import hashlib
from datetime import datetime
from typing import Any, ClassVar
from urllib.parse import urlsplit

import httpx2
import openai
from langchain_core.exceptions import ContextOverflowError, ModelRefusalError
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from optimize.adapters.models.backoff import retry_after
from optimize.adapters.models.faults import AnswerRefused, CallFailed, Fault
from optimize.adapters.models.providers.base import Provider
from optimize.adapters.models.structured import is_closed
from optimize.domain.cost import CallRole
from optimize.domain.text import shortened

_OFFICIAL = "https://api.openai.com/v1"
_RETRIED = frozenset({408, 409, 429})
_NO_SUCH_THING = "Check the model's name, and OPENAI_BASE_URL."
_KEY = "Check OPENAI_API_KEY."
_SERVER = "Check that the server is running, and OPENAI_BASE_URL."
_UNREADABLE = (TypeError, AttributeError, KeyError, ValueError)


class OpenAI(Provider):
    prefix: ClassVar[str] = "openai"

    @property
    def host(self) -> str:
        address = urlsplit(self._base_url)
        return address.hostname + (f":{address.port}" if address.port else "") if address.hostname else "no address"

    @property
    def endpoint(self) -> tuple[str, ...]:
        return (self._base_url, hashlib.sha256(self._key.get_secret_value().encode()).hexdigest())

    @property
    def _base_url(self) -> str:
        return self.access.openai_base_url or _OFFICIAL

    @property
    def _key(self) -> SecretStr:
        # Local servers take any key, but the client refuses to start without one.
        return self.access.openai_api_key or SecretStr("no-key")

    def build(self, model: str, role: CallRole) -> BaseChatModel:
        del role
        return ChatOpenAI(
            model=model,
            base_url=self._base_url,
            api_key=self._key,
            max_retries=0,
            stream_usage=True,
            use_responses_api=False,
            timeout=httpx2.Timeout(connect=5, read=self.access.read_seconds, write=30, pool=5),
            http_async_client=self.client(),
        )

    def client(self) -> httpx2.AsyncClient:
        """A client of its own per chat model: the library's shared one must not travel between event loops."""
        return httpx2.AsyncClient(
            follow_redirects=False, limits=httpx2.Limits(max_connections=self.access.concurrency * 2)
        )

    def output_limit(self, max_tokens: int) -> dict[str, Any]:
        """OpenAI dropped `max_tokens` for `max_completion_tokens`; most other servers know only the old name."""
        if self._base_url == _OFFICIAL:
            return {"max_tokens": max_tokens}
        return {"extra_body": {"max_tokens": max_tokens}}

    def schema_options(self, schema: dict[str, Any]) -> dict[str, Any]:
        wrapped = {"name": "answer", "schema": schema, "strict": is_closed(schema)}
        return {"response_format": {"type": "json_schema", "json_schema": wrapped}}

    def outcome_of(self, error: Exception, now: datetime) -> CallFailed | AnswerRefused | None:
        match error:
            case openai.LengthFinishReasonError():
                return AnswerRefused("The answer was cut off at its length limit.")
            case openai.ContentFilterFinishReasonError():
                return AnswerRefused("The provider's content filter held the answer back.")
            case ModelRefusalError():
                return AnswerRefused("The model refused to answer.")
        fault = _fault(error, now)
        return CallFailed(fault) if fault else None


def _fault(error: Exception, now: datetime) -> Fault | None:
    match error:
        case ContextOverflowError():
            return Fault(
                reason="The conversation is too long for it.", remedy="Use a model that reads more.", answered=True
            )
        case openai.APIStatusError():
            return _of_status(error, now)
        case openai.APIConnectionError() | openai.APIError() | httpx2.TransportError() | TimeoutError():
            return Fault(reason=_connection(error), remedy=_SERVER, retry=True)
        case _ if isinstance(error, _UNREADABLE):
            return Fault(reason="What came back is no chat completion.", remedy=_SERVER)
    return None


def _connection(error: Exception) -> str:
    if isinstance(error, (openai.APITimeoutError, TimeoutError, httpx2.TimeoutException)):
        return "It took too long."
    return "The connection failed."


def _of_status(error: openai.APIStatusError, now: datetime) -> Fault:
    status = error.status_code
    if error.code == "insufficient_quota":
        return Fault(
            reason="The provider says the quota is used up.", remedy="Top it up, or use another key.", answered=True
        )
    if status in _RETRIED or status >= 500:
        return Fault(
            reason=f"It answered {status}.",
            remedy="Try again later." if status == 429 else _SERVER,
            retry=True,
            slow_down=status == 429,
            retry_after=retry_after(error.response.headers.get("retry-after"), now),
            answered=status == 429,
        )
    return Fault(
        reason=f"It refused the request ({status}): {_said(error)}",
        remedy=_remedy(status),
        schema_refused=status in (400, 422) and any(w in _said(error) for w in ("response_format", "json_schema")),
        answered=True,
    )


def _remedy(status: int) -> str:
    return {401: _KEY, 403: _KEY, 404: _NO_SUCH_THING}.get(status, "Check the model's settings.")


def _said(error: openai.APIStatusError) -> str:
    """The provider's own sentence; for 401 and 403 it may repeat the key, so it is left out."""
    if error.status_code in (401, 403):
        return "the key is not accepted."
    body = error.body if isinstance(error.body, dict) else {}
    return shortened(str(body.get("message") or error.message), 200)

"""`openai:<model>`: OpenAI, or any server that speaks its chat completions (Ollama, vLLM, llama.cpp, a gateway)."""

import hashlib
import ssl
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar
from urllib.parse import urlsplit

import httpx2
from pydantic import SecretStr

from optimize.adapters.models.backoff import retry_after
from optimize.adapters.models.completions import Completions, Refused
from optimize.adapters.models.faults import AnswerRefused, CallFailed, Fault
from optimize.adapters.models.providers.base import Provider
from optimize.adapters.models.structured import is_closed
from optimize.domain.cost import CallRole
from optimize.domain.text import shortened

_OFFICIAL = "https://api.openai.com/v1"
_RETRIED = frozenset({408, 409, 429})
_NO_SUCH_THING = "Check the model's name, and OPENAI_BASE_URL."
_NOT_LET_IN = frozenset({401, 403})
_KEY_NAME = "OPENAI_API_KEY"
_KEY = f"Check {_KEY_NAME}."
_SET_KEY = "Set it and start Optimize again."
_SET_KEY_OR_ADDRESS = "Set it, or OPENAI_BASE_URL for a server of your own, and start Optimize again."
_SERVER = "Check that the server is running, and OPENAI_BASE_URL."
_SLOW = "Check that the server is running, or give it more time with OPTIMIZE_CALL_SECONDS."
_UNREADABLE = (TypeError, AttributeError, KeyError, IndexError, ValueError)


class OpenAI(Provider):
    prefix: ClassVar[str] = "openai"

    @property
    def host(self) -> str:
        address = urlsplit(self.base_url)
        return address.hostname + (f":{address.port}" if address.port else "") if address.hostname else "no address"

    @property
    def endpoint(self) -> tuple[str, ...]:
        return (self.base_url, hashlib.sha256(self.key.get_secret_value().encode()).hexdigest())

    @property
    def base_url(self) -> str:
        return self.access.openai_base_url or _OFFICIAL

    @property
    def key(self) -> SecretStr:
        # Local servers take any key, but a client refuses to start without one.
        return self.access.openai_api_key or SecretStr("no-key")

    def build(self, model: str, role: CallRole) -> Completions:
        del role
        client = self.client()
        client.headers["authorization"] = f"Bearer {self.key.get_secret_value()}"
        return Completions(model=model, url=f"{self.base_url.rstrip('/')}/chat/completions", client=client)

    def client(self) -> httpx2.AsyncClient:
        """A client of its own per chat model: the library's shared one must not travel between event loops."""
        return httpx2.AsyncClient(
            follow_redirects=False,
            timeout=self.timeout,
            verify=self.trust,
            limits=httpx2.Limits(max_connections=self.access.concurrency * 2),
        )

    @cached_property
    def trust(self) -> ssl.SSLContext:
        """Whom to trust is read once, not for each client."""
        return httpx2.create_ssl_context()

    @property
    def timeout(self) -> httpx2.Timeout:
        return httpx2.Timeout(connect=5, read=self.access.read_seconds, write=30, pool=5)

    def lacking(self) -> Fault | None:
        """A key, for OpenAI itself. A server of one's own may do without; if it does not, it says so."""
        if self.access.openai_api_key or self.access.openai_base_url:
            return None
        return Fault(reason="There is no key for it.", missing=_KEY_NAME, remedy=_SET_KEY_OR_ADDRESS)

    def output_limit(self, max_tokens: int) -> dict[str, Any]:
        """OpenAI dropped `max_tokens` for `max_completion_tokens`; most other servers know only the old name."""
        return {"max_completion_tokens" if self.base_url == _OFFICIAL else "max_tokens": max_tokens}

    def schema_options(self, schema: dict[str, Any]) -> dict[str, Any]:
        wrapped = {"name": "answer", "schema": schema, "strict": is_closed(schema)}
        return {"response_format": {"type": "json_schema", "json_schema": wrapped}}

    def outcome_of(self, error: Exception, now: datetime) -> CallFailed | AnswerRefused | None:
        match error:
            case Refused():
                return CallFailed(self._refusal(error, now).model_copy(update={"unbilled": True}))
            case httpx2.ConnectError() | httpx2.ConnectTimeout() | httpx2.PoolTimeout():
                return CallFailed(Fault(reason="The connection failed.", remedy=_SERVER, retry=True, unbilled=True))
            case httpx2.TimeoutException() | TimeoutError():
                return CallFailed(Fault(reason="It took too long.", remedy=_SLOW, retry=True))
            case httpx2.RequestError():
                return CallFailed(Fault(reason="The connection failed.", remedy=_SERVER, retry=True))
            case _ if isinstance(error, _UNREADABLE):
                return CallFailed(Fault(reason="What came back is no chat completion.", remedy=_SERVER))
        return None

    def _refusal(self, error: Refused, now: datetime) -> Fault:
        fault = fault_of(error, now)
        if self.access.openai_api_key or error.status not in _NOT_LET_IN:
            return fault
        return fault.model_copy(update={"missing": _KEY_NAME, "remedy": _SET_KEY})


def fault_of(refused: Refused, now: datetime) -> Fault:
    """What a status means, and whether to try again."""
    status = refused.status
    if refused.code == "insufficient_quota":
        return Fault(
            reason="The provider says the quota is used up.", remedy="Top it up, or use another key.", answered=True
        )
    if refused.code == "context_length_exceeded":
        return Fault(
            reason="The conversation is too long for it.", remedy="Use a model that reads more.", answered=True
        )
    if status in _RETRIED or status >= 500:
        return Fault(
            reason=f"It answered {status}.",
            remedy="Try again later." if status == 429 else _SERVER,
            retry=True,
            slow_down=status == 429,
            retry_after=retry_after(refused.retry_after, now),
            answered=status == 429,
        )
    said = _said(refused)
    return Fault(
        reason=f"It refused the request ({status}): {said}",
        remedy={401: _KEY, 403: _KEY, 404: _NO_SUCH_THING}.get(status, "Check the model's settings."),
        schema_refused=status in (400, 422) and any(word in said for word in ("response_format", "json_schema")),
        answered=True,
    )


def _said(refused: Refused) -> str:
    """The provider's own sentence; for 401 and 403 it may repeat the key, so it is left out."""
    if refused.status in _NOT_LET_IN:
        return "the key is not accepted."
    return shortened(refused.said or "no reason was given", 200)

"""A chat completion as it is streamed over the wire, read for LangChain's client.

What arrived together is handed on together: every step that follows costs the same for a letter and for a page. So an
answer comes word by word while we keep up with it, and in fewer, longer pieces when many are answered at once.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from itertools import takewhile
from typing import Any, Final, NamedTuple

import httpx2

from optimize.adapters.models.completions import Refused

_OVER: Final = "[DONE]"
_DRAIN_SECONDS: Final = 0.1
"""A connection is kept for the next call if its answer ends this soon after its last piece."""


class StreamedCompletions:
    """What `ChatOpenAI` takes for its client. `silence`: the most seconds between two pieces of an answer.

    Raises Refused or a transport error of the HTTP client.
    """

    def __init__(self, url: str, client: httpx2.AsyncClient, silence: float) -> None:
        self._url, self._client, self.silence = url, client, silence

    async def create(self, *, extra_body: Mapping[str, Any] | None = None, **payload: Any) -> "CompletionStream":
        request = self._client.build_request("POST", self._url, json={**payload, **(extra_body or {})})
        response = await self._client.send(request, stream=True)
        if response.status_code == 200:
            return CompletionStream(response, self.silence)
        try:
            said = json.loads(await response.aread())
        except ValueError:
            said = None
        finally:
            await response.aclose()
        raise Refused(response.status_code, said, response.headers.get("retry-after"))


class CompletionStream:
    """The pieces of one answer, each as the JSON object it is. Raises ValueError for a piece that is no JSON,
    TransportError where the server says in the middle that it failed, TimeoutError where it falls silent.
    """

    def __init__(self, response: httpx2.Response, silence: float) -> None:
        self._response, self._silence = response, silence

    async def __aenter__(self) -> "CompletionStream":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._response.aclose()

    async def __aiter__(self) -> AsyncIterator[Any]:
        reads, lines = self._response.aiter_bytes(), _Lines()
        while told := await self._told(reads, lines):
            for piece in joined(json.loads(text) for text in takewhile(_OVER.__ne__, told)):
                yield _unbroken(piece)
            if _OVER in told:
                await _drained(reads)
                return

    async def _told(self, reads: AsyncIterator[bytes], lines: "_Lines") -> list[str]:
        """What has arrived of the next pieces, waited for; empty at the end. A sign of life is no piece."""
        async with asyncio.timeout(self._silence):
            async for read in reads:
                told = [line[5:].strip() for line in lines.of(read) if line.startswith("data:")]
                if any(told):
                    return [text for text in told if text]
        return []


class _Lines:
    """Bytes to whole lines. A line, and a letter, may be cut anywhere."""

    def __init__(self) -> None:
        self._rest = b""

    def of(self, read: bytes) -> list[str]:
        *whole, self._rest = (self._rest + read).split(b"\n")
        return [line.decode(errors="replace") for line in whole]


def joined(pieces: Iterable[Any]) -> list[Any]:
    """Neighbours that go on with the same text, or with the arguments of the same call, as one."""
    out: list[Any] = []
    last: _Growing | None = None
    for piece in pieces:
        growing = _growing(piece)
        if last and growing and growing.goes_on and last.where == growing.where:
            last.holder[last.name] += growing.holder[growing.name]
        else:
            out.append(piece)
            last = growing
    return out


class _Growing(NamedTuple):
    """The one text of a piece: `holder[name]`. `goes_on`: nothing else is told, so it may be put behind another."""

    where: object
    holder: dict[str, Any]
    name: str
    goes_on: bool


def _growing(piece: Any) -> _Growing | None:
    match piece:
        case {"choices": [{"delta": dict() as delta} as choice]} if not _tells_more(piece, choice):
            said = {name: value for name, value in delta.items() if value and name != "role"}
        case _:
            return None
    match said:
        case {"content": str(), **others} if not others:
            return _Growing("text", delta, "content", goes_on=True)
        case {
            "tool_calls": [{"index": int(index), "function": {"arguments": str(), **named} as told, **known}],
            **others,
        }:
            if others:
                return None
            named_before = not any(named.values()) and not known.get("id")
            return _Growing(index, told, "arguments", goes_on=named_before)
    return None


def _tells_more(piece: dict[str, Any], choice: dict[str, Any]) -> bool:
    """Usage, an ending or likelihoods belong to their own piece."""
    return bool(piece.get("usage") or piece.get("error") or choice.get("finish_reason") or choice.get("logprobs"))


def _unbroken(piece: Any) -> Any:
    if isinstance(piece, dict) and (error := piece.get("error")):
        said = error.get("message") if isinstance(error, dict) else error
        raise httpx2.TransportError(str(said))
    return piece


async def _drained(reads: AsyncIterator[bytes]) -> None:
    with suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            async for _ in reads:
                pass

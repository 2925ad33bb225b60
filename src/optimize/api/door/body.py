"""The body of a request, read up to the limit and checked before anything interprets it."""

import asyncio
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Message, Receive

from optimize.api.door.refusal import Refused
from optimize.api.json_body import require_plain_json
from optimize.domain.errors import Invalid

LARGEST: Final = 1024 * 1024
_SECONDS: Final = 30.0
_WITHOUT_BODY: Final = frozenset({"GET", "HEAD", "OPTIONS"})


async def checked_body(connection: HTTPConnection, receive: Receive) -> Receive:
    """`receive` with the whole body read and found to be plain JSON. Refused: too large, too slow, anything else."""
    if connection.scope["method"] in _WITHOUT_BODY:
        return receive
    try:
        async with asyncio.timeout(_SECONDS):
            body = await _read(receive)
    except TimeoutError as error:
        raise Refused(408, "too_slow", f"The body did not arrive within {_SECONDS:.0f} seconds.") from error
    if body:
        _require_json(connection, body)
    return _replayed(body, receive)


async def _read(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        size, more = size + len(parts[-1]), message.get("more_body", False)
        if size > LARGEST:
            raise Refused(413, "too_large", f"A request may have at most {LARGEST:,} bytes.", limit=LARGEST)
    return b"".join(parts)


def _require_json(connection: HTTPConnection, body: bytes) -> None:
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "not_json", "Send the body as JSON, with `Content-Type: application/json`.")
    try:
        require_plain_json(body)
    except Invalid as error:
        raise Refused(422, error.code, error.detail) from error


def _replayed(body: bytes, receive: Receive) -> Receive:
    told = False

    async def replay() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay

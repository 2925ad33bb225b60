"""What every answer carries, whoever gives it."""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Send

_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


def with_headers(send: Send, path: str) -> Send:
    """`send` with the security headers; what the API says is never stored."""

    async def guarded(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in _ALWAYS.items():
                headers[name] = value
            if path.startswith("/api"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return guarded

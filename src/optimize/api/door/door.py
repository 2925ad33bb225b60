"""The one door: every HTTP request and every websocket passes here first, and nothing is let in by default."""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from optimize.api.caller import Caller, presented
from optimize.api.door.body import checked_body
from optimize.api.door.headers import with_headers
from optimize.api.door.origins import (
    require_known_host,
    require_no_foreign_page,
    require_no_secret_in_query,
    require_own_page,
)
from optimize.api.door.refusal import Refused
from optimize.api.errors import INTERNAL, problem
from optimize.api.state import state_of
from optimize.settings import Settings

_log = logging.getLogger(__name__)
_access = logging.getLogger("optimize.access")

PUBLIC: Final = frozenset({("GET", "/healthz"), ("HEAD", "/healthz"), ("POST", "/api/session")})
PAGE: Final = frozenset({"/", "/signin", "/favicon.svg", "/favicon.ico"})
PAGE_ASSETS: Final = "/assets/"
UNATTENDED: Final = "x-unattended"
"""Sent by a page with what it asks by itself while nobody does anything: that keeps no session from going idle."""
_SIGN_IN: Final = "Sign in first: `optimize link` prints a sign-in link."


class Door:
    """`page` shows the static page, which is the same for everybody; `app` is reached with credentials only."""

    def __init__(self, app: ASGIApp, *, page: ASGIApp, settings: Settings) -> None:
        self._app, self._page, self._settings = app, page, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._logged(scope, send, lambda told: self._http(scope, receive, told))
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, with_headers(send, scope["path"]))
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        try:
            inside = await self._inside(connection)
            await inside(scope, await checked_body(connection, receive), send)
        except Refused as refused:
            await problem(refused.status, refused.body)(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            inside = await self._inside(HTTPConnection(scope))
        except Refused as refused:
            await problem(refused.status, refused.body)(scope, receive, send)
            return
        await inside(scope, _used_by_messages(scope, receive), send)

    async def _inside(self, connection: HTTPConnection) -> ASGIApp:
        """Who may answer this request. Refused unless there is somebody."""
        require_known_host(connection, self._settings.known_hosts)
        require_no_secret_in_query(connection)
        wanted = (connection.scope.get("method", ""), connection.scope["path"])
        if wanted in PUBLIC:
            require_no_foreign_page(connection)
            return self._app
        state = state_of(connection)
        credential = presented(connection)
        actor = await credential.holder(state["optimize"].use_cases.access) if credential else None
        if credential is None or actor is None:
            return self._page_or_sign_in(connection)
        if credential.kind == "cookie":
            require_own_page(connection)
        state["caller"] = Caller(actor, credential)
        if connection.scope["type"] == "http" and UNATTENDED not in connection.headers:
            credential.used(state["optimize"].use_cases.access)
        return self._app

    def _page_or_sign_in(self, connection: HTTPConnection) -> ASGIApp:
        path = connection.scope["path"]
        shown = path in PAGE or path.startswith(PAGE_ASSETS)
        browsing = "text/html" in connection.headers.get("accept", "") and not path.startswith("/api")
        if connection.scope.get("method") in ("GET", "HEAD") and (shown or browsing):
            return self._page
        raise Refused(401, "sign_in", _SIGN_IN)

    async def _logged(self, scope: Scope, send: Send, answer: Callable[[Send], Awaitable[None]]) -> None:
        """One line per request, without its query. A mistake of ours is told as such and leaves no trace outside."""
        status, began = 0, time.monotonic()
        guarded = with_headers(send, scope["path"])

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await guarded(message)

        try:
            await answer(told)
        except Exception:
            _log.exception("%s %s failed", scope["method"], _address(scope))
            if status:
                raise
            await problem(500, INTERNAL)(scope, _nothing, told)
        _access.info("%s %s %d %.0f ms", scope["method"], _address(scope), status, (time.monotonic() - began) * 1000)


def _used_by_messages(scope: Scope, receive: Receive) -> Receive:
    """An open socket, and its coming back by itself, is no use of a session; what a person sends on it is."""
    state = state_of(HTTPConnection(scope))

    async def told() -> Message:
        message = await receive()
        caller = state.get("caller")
        if caller and message["type"] == "websocket.receive":
            caller.credential.used(state["optimize"].use_cases.access)
        return message

    return told


def _address(scope: Scope) -> str:
    """The path as it was sent: still encoded, so that it cannot break a line of the log."""
    return bytes(scope.get("raw_path") or scope["path"].encode("unicode_escape")).partition(b"?")[0].decode("latin-1")


async def _nothing() -> Message:
    return {"type": "http.disconnect"}

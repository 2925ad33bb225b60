"""One socket: events of a thread down, commands up. It may go at any time; the turn it started goes on."""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from optimize.api.background import Background
from optimize.api.caller import Caller
from optimize.api.chat.commands import answer, refused
from optimize.api.chat.follow import FellBehind, envelope_json, follow
from optimize.api.chat.pace import Pace
from optimize.api.errors import problem, status_of
from optimize.assistant.protocol import Notice
from optimize.bootstrap import Optimize
from optimize.domain.errors import Conflict, Invalid, OptimizeError

SIGNED_OUT: Final = 4401
REFUSED: Final = 4000
"""Plus the status that the refusal has over HTTP."""
TELLS_REFUSALS: Final = "optimize.refused.v1"
"""Offered besides the protocol of the chat by clients that cannot read a refused handshake, as browsers cannot.

They are let in, told why by the close code and reason, and closed; that this protocol is chosen says so at once.
"""
_LONGEST_REASON: Final = 123
"""Bytes: what a close frame holds."""
TRY_AGAIN_LATER: Final = 1013
SEND_SECONDS: Final = 10.0
RECHECK_SECONDS: Final = 15.0
MOST_AT_ONCE: Final = 10


async def refuse(websocket: WebSocket, error: OptimizeError) -> None:
    """Say why there will be no conversation on this socket, in the way that its client can read."""
    status = status_of(error)
    if TELLS_REFUSALS not in websocket.scope["subprotocols"]:
        await websocket.send_denial_response(problem(status, error.body()))
        return
    await websocket.accept(TELLS_REFUSALS)
    await websocket.close(REFUSED + status, error.detail.encode()[:_LONGEST_REASON].decode(errors="ignore"))


class ChatSocket:
    def __init__(
        self, websocket: WebSocket, optimize: Optimize, background: Background, thread: str, caller: Caller
    ) -> None:
        self._websocket, self._optimize, self._background = websocket, optimize, background
        self._thread, self._caller = thread, caller
        self._pace = Pace()
        self._places = asyncio.Semaphore(MOST_AT_ONCE)
        self._sending = asyncio.Lock()

    async def serve(self, after: int) -> None:
        """Until the person leaves, falls behind or is signed out."""
        tasks = [asyncio.create_task(part) for part in (self._send(after), self._receive(), self._recheck())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        await self._close(ended)

    async def _send(self, after: int) -> None:
        async for record in follow(self._optimize, self._thread, after):
            await self._tell(envelope_json(record))

    async def _receive(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._take(message.get("text"))

    async def _take(self, text: str | None) -> None:
        if text is None:
            await self._notify(refused(Invalid("not_text", "Send commands as JSON text.")))
        elif not self._pace.allows():
            await self._notify(refused(Conflict("too_fast", "Too many messages in one second: send it again.")))
        else:
            await self._places.acquire()
            self._background.start(self._answer(text))

    async def _answer(self, text: str) -> None:
        try:
            notice = await answer(self._optimize, self._thread, text, self._caller.actor)
        finally:
            self._places.release()
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await self._notify(notice)

    async def _recheck(self) -> None:
        """Ends when the credential that opened this socket is good no more."""
        access = self._optimize.use_cases.access
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            if await self._caller.credential.holder(access) != self._caller.actor:
                return

    async def _notify(self, notice: Notice) -> None:
        await self._tell(notice.model_dump_json(exclude_none=True))

    async def _tell(self, text: str) -> None:
        async with self._sending, asyncio.timeout(SEND_SECONDS):
            await self._websocket.send_text(text)

    async def _close(self, ended: list[BaseException | None]) -> None:
        sent, received, rechecked = ended
        if received is None or isinstance(sent, WebSocketDisconnect):
            return
        if isinstance(sent, FellBehind | TimeoutError) or isinstance(received, TimeoutError):
            await self._goodbye(TRY_AGAIN_LATER, "too slow: connect again from the last event you saw")
        elif rechecked is None:
            await self._goodbye(SIGNED_OUT, "signed out")
        else:
            await self._goodbye(1011, "something went wrong on our side: connect again")
            raise next(error for error in ended if error and not isinstance(error, asyncio.CancelledError))

    async def _goodbye(self, code: int, reason: str) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self._websocket.close(code, reason)

"""The websocket protocol of the web server, which also parts from those who do not read or are not let in."""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINGER_SECONDS: Final = 30.0


class PartingProtocol(WebSocketsSansIOProtocol):
    """Uvicorn lets a close wait until the reader has taken what was sent before, which may be never.

    Here it is put behind that at once, and a line on which nothing moves is dropped after `LINGER_SECONDS`.
    A handshake that the app refuses with an answer of its own is over with that; uvicorn logs it as left open.
    """

    async def send(self, message: Any) -> None:
        parting = message["type"] == "websocket.close"
        if parting:
            self.writable.set()
        await super().send(message)
        if parting:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)
        if self.initial_response and self.close_sent:
            self.handshake_complete = True

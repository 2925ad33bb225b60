"""The websocket protocol of the web server, which also says goodbye to those who do not read."""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINGER_SECONDS: Final = 30.0


class PartingProtocol(WebSocketsSansIOProtocol):
    """Uvicorn lets a close wait until the reader has taken what was sent before, which may be never.

    Here it is put behind that at once, and a line on which nothing moves is dropped after `LINGER_SECONDS`.
    """

    async def send(self, message: Any) -> None:
        parting = message["type"] == "websocket.close"
        if parting:
            self.writable.set()
        await super().send(message)
        if parting:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)

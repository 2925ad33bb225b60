"""The chat's websocket, as a program uses it."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.e2e.server import PATIENCE, TOKEN, Server

Frame = dict[str, Any]


class ChatLine:
    """One connection to one thread. `frames` are those heard so far, notices included."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames: list[Frame] = []
        self._socket = socket

    def send(self, **command: Any) -> None:
        self._socket.send(json.dumps(command))

    def say(self, text: str) -> str:
        """The id under which the message is known from now on."""
        client_id = uuid4().hex
        self.send(type="message", client_id=client_id, text=text)
        return client_id

    def until(self, last: Callable[[Frame], bool]) -> Frame:
        """Listens up to the frame that `last` is true of."""
        ends = time.monotonic() + PATIENCE
        while True:
            self.frames.append(json.loads(self._socket.recv(timeout=ends - time.monotonic())))
            if last(self.frames[-1]):
                return self.frames[-1]

    def ask(self, text: str) -> Frame:
        """Says it and hears the answer out; the event that ended it."""
        self.say(text)
        return event_of(self.until(ends_turn))

    def events(self) -> list[Frame]:
        return [frame for frame in self.frames if not is_notice(frame)]


@contextmanager
def chat_line(server: Server, thread: str, after: int = 0) -> Iterator[ChatLine]:
    with connect(
        f"ws://127.0.0.1:{server.port}/api/chat/{thread}/socket?after={after}",
        additional_headers={"Authorization": f"Bearer {TOKEN}"},
        subprotocols=[Subprotocol("optimize.chat.v1")],
        proxy=None,
    ) as socket:
        yield ChatLine(socket)


def event_of(frame: Frame) -> Frame:
    """The event in a frame; a notice has none."""
    event: Frame = frame.get("event", {})
    return event


def ends_turn(frame: Frame) -> bool:
    return event_of(frame).get("type") in ("RUN_FINISHED", "RUN_ERROR")


def is_words(frame: Frame) -> bool:
    """A piece of a message's text."""
    return event_of(frame).get("type") == "TEXT_MESSAGE_CONTENT"


def is_notice(frame: Frame) -> bool:
    return "seq" not in frame

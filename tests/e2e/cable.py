"""A cable between browser and server that can be pulled out: Chromium's own offline mode keeps open sockets open.

It can be a bad one as well: then it carries a few bytes at a time, whatever they are a part of.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_CHUNK = 65_536
_PAUSE = 0.001
"""Seconds between two pieces, so that they arrive as pieces."""


class Cable:
    """Carries bytes from `port` to the server's port as long as it is plugged in, `piece` at a time."""

    def __init__(self, target: int, piece: int = _CHUNK) -> None:
        self._target, self._piece = target, piece
        self._plugged = True
        self._ends: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def unplug(self) -> None:
        """Every connection drops at once, and no new one comes about."""
        self._plugged = False
        for end in list(self._ends):
            _drop(end)

    def cut_into(self, piece: int) -> None:
        """From now on, also on the connections there are, so many bytes at a time."""
        self._piece = piece

    def plug_in(self) -> None:
        self._plugged = True

    def close(self) -> None:
        _drop(self._listener)
        self.unplug()
        for thread in self._threads:
            thread.join(timeout=10)

    def _start(self, work: Callable[..., None], *given: socket.socket) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._plugged:
                    self._connect(near)
                else:
                    near.close()
        self._listener.close()

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            near.close()
            return
        self._ends |= {near, far}
        self._start(self._carry, near, far)
        self._start(self._carry, far, near)

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            sink.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while data := source.recv(self._piece):
                sink.sendall(data)
                if self._piece < _CHUNK:
                    time.sleep(_PAUSE)
        _drop(sink)
        source.close()
        self._ends.discard(source)


def _drop(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cable(target: int, piece: int = _CHUNK) -> Iterator[Cable]:
    laid = Cable(target, piece)
    try:
        yield laid
    finally:
        laid.close()

"""A cable between browser and server that can be pulled out: Chromium's own offline mode keeps open sockets open."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_CHUNK = 65_536


class Cable:
    """Carries bytes from `port` to the server's port as long as it is plugged in."""

    def __init__(self, target: int) -> None:
        self._target = target
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
            while data := source.recv(_CHUNK):
                sink.sendall(data)
        _drop(sink)
        source.close()
        self._ends.discard(source)


def _drop(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cable(target: int) -> Iterator[Cable]:
    laid = Cable(target)
    try:
        yield laid
    finally:
        laid.close()

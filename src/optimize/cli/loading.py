"""What a command imports, as quickly as it can be had."""

import gc
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

INTERRUPTED: Final = 128 + signal.SIGINT
_STDERR: Final = 2


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while code is loaded, nor among it later, and end at once at Ctrl-C.

    Modules are a million objects that stay until the end. Python would go through them again and again while they
    grow, and once more when the process ends: together a third of the time that a short command takes.
    """
    gc.disable()
    try:
        with _ending_at_once():
            yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def _ending_at_once() -> Iterator[None]:
    """Nothing is open yet, and a library that is stopped half loaded has much to say about itself."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(*_: Any) -> None:
    os.write(_STDERR, b"Stopped.\n")
    os._exit(INTERRUPTED)

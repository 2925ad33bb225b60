"""What a command imports, as quickly as it can be had."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while code is loaded, nor among it later.

    Modules are a million objects that stay until the end. Python would go through them again and again while they
    grow, and once more when the process ends: together a third of the time that a short command takes.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()

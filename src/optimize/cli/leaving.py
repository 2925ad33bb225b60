"""How a command ends."""

import logging
import os
import sys
import threading
from typing import NoReturn


def leave(code: str | int | None) -> NoReturn:
    """End the process with this code, at once: what was open has been closed, and what was said is flushed.

    Python would take a million objects apart first, for a tenth of a second. While a thread is left that is to be
    waited for, or a message that is to be printed, it ends in the usual way.
    """
    if isinstance(code, str) or any(not thread.daemon for thread in _others()):
        sys.exit(code)
    logging.shutdown()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(code)
    os._exit(code or 0)


def _others() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread is not threading.main_thread()]

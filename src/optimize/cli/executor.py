"""Under which name a command carries runs."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from optimize.adapters.store.sqlite_files import usable_folder
from optimize.settings import Settings


@contextmanager
def as_executor(settings: Settings) -> Iterator[Settings]:
    """The settings with a name that no other process on this data folder carries runs under while it is held.

    The lowest free one is taken, so that the next command takes up what one that was killed has left behind.
    """
    usable_folder(settings.data)
    for slot in count(1):
        with (settings.data / f"cli-{slot}.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield settings.model_copy(update={"executor_id": f"{settings.executor_id}-cli-{slot}"})
            return

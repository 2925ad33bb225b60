"""How many sockets one credential holds open."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from optimize.api.caller import Credential
from optimize.domain.errors import Conflict

MOST: Final = {"cookie": 5, "bearer": 100}


class OpenSockets:
    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def place(self, credential: Credential) -> Iterator[None]:
        """A place for one socket while the block runs. Raises Conflict `too_many_sockets`."""
        key, most = credential.fingerprint, MOST[credential.kind]
        if self._open[key] >= most:
            raise Conflict("too_many_sockets", f"{most} conversations are open already: close a tab first.")
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            self._open += Counter()

"""Failed sign-ins, counted per address, so that nobody can guess on."""

import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Final

MOST: Final = 10
WINDOW_SECONDS: Final = 60.0
_ADDRESSES: Final = 10_000


class Attempts:
    """The failures of the last minute. `now` is a monotonic clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: defaultdict[str, deque[float]] = defaultdict(deque)

    def failed(self, address: str) -> None:
        if len(self._failures) >= _ADDRESSES:
            self._failures.clear()
        self._failures[address].append(self._now())

    def wait(self, address: str) -> int:
        """Seconds until this address may try again; 0 if it may now."""
        failures = self._failures.get(address)
        while failures and failures[0] <= self._now() - WINDOW_SECONDS:
            failures.popleft()
        if not failures:
            self._failures.pop(address, None)
            return 0
        return 0 if len(failures) < MOST else int(failures[0] + WINDOW_SECONDS - self._now()) + 1

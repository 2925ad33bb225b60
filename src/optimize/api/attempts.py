"""What one address or one person may do so many times a minute: failed sign-ins, tests of a model."""

import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Final

MOST: Final = 10
MODEL_TESTS: Final = 12
WINDOW_SECONDS: Final = 60.0
_KEYS: Final = 10_000


class Attempts:
    """Those of the last minute, by who made them. `now` is a monotonic clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic, *, most: int = MOST) -> None:
        self._now = now
        self._most = most
        self._counted: defaultdict[str, deque[float]] = defaultdict(deque)

    def count(self, key: str) -> None:
        if len(self._counted) >= _KEYS:
            self._counted.clear()
        self._counted[key].append(self._now())

    def wait(self, key: str) -> int:
        """Seconds until this one may try again; 0 if it may now."""
        counted = self._counted.get(key)
        while counted and counted[0] <= self._now() - WINDOW_SECONDS:
            counted.popleft()
        if not counted:
            self._counted.pop(key, None)
            return 0
        return 0 if len(counted) < self._most else int(counted[0] + WINDOW_SECONDS - self._now()) + 1

"""How many messages one socket may send."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

PER_SECOND: Final = 20


class Pace:
    """At most `PER_SECOND` messages in any second. `now` is a monotonic clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._taken: deque[float] = deque()

    def allows(self) -> bool:
        """Whether one more may be taken now; if so, it is counted."""
        now = self._now()
        while self._taken and self._taken[0] <= now - 1:
            self._taken.popleft()
        if len(self._taken) >= PER_SECOND:
            return False
        self._taken.append(now)
        return True

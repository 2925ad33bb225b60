"""The machine's own clock and randomness."""

import secrets
import time
from datetime import UTC, datetime


class SystemClock:
    """Implements the port `Clock`."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


class SystemIds:
    """Implements the port `Ids`. Ids of one process sort in the order in which they were made."""

    def __init__(self) -> None:
        self._last = 0

    def new(self, kind: str) -> str:
        self._last = max(self._last + 1, time.time_ns() // 1_000)
        return f"{kind}_{self._last:014x}{secrets.token_hex(4)}"

    def secret(self) -> str:
        return secrets.token_urlsafe(32)

    def seed(self) -> int:
        return secrets.randbits(31)

"""A quota per minute that an operator knows of: requests, or tokens."""

from threading import Lock


class Quota:
    """A bucket that fills evenly and may go into debt: what a call used is only known afterwards. Times are seconds."""

    def __init__(self, per_minute: int) -> None:
        self._per_second = per_minute / 60
        self._most = float(per_minute)
        self._level = self._most
        self._filled_at: float | None = None
        self._lock = Lock()

    def wait(self, now: float) -> float:
        """Seconds until the debt is paid; 0 if there is none."""
        with self._lock:
            self._fill(now)
            return max(0.0, -self._level / self._per_second)

    def take(self, amount: int, now: float) -> float:
        """Use some of it, and how long to wait before doing so."""
        with self._lock:
            self._fill(now)
            self._level -= amount
            return max(0.0, -self._level / self._per_second)

    def _fill(self, now: float) -> None:
        since = now - (now if self._filled_at is None else self._filled_at)
        self._level = min(self._most, self._level + since * self._per_second)
        self._filled_at = now

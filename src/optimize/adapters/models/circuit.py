"""Stops asking an endpoint that is down, so that one dead server does not burn a whole batch."""

OPENS_AFTER = 5
OPEN_SECONDS = 30.0


class Circuit:
    """Open for 30 s after five failures in a row; then one more failure opens it again. `now` is monotonic seconds."""

    def __init__(self) -> None:
        self._failures = 0
        self._open_until = 0.0

    def open_for(self, now: float) -> float:
        """Seconds it stays open; 0 if calls may pass."""
        return max(0.0, self._open_until - now) if self._failures >= OPENS_AFTER else 0.0

    def failed(self, now: float) -> None:
        self._failures += 1
        if self._failures >= OPENS_AFTER:
            self._open_until = now + OPEN_SECONDS

    def went_well(self) -> None:
        self._failures = 0

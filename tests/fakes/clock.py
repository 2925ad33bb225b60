"""Time that goes only where a test sends it."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    def __init__(self) -> None:
        self._seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 1, 5, 9, 0, tzinfo=UTC) + timedelta(seconds=self._seconds)

    def monotonic(self) -> float:
        return self._seconds

    def advance(self, seconds: float) -> None:
        self._seconds += seconds

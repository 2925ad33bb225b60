"""Time and identity, as arguments."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """UTC wall clock, for people."""
        ...

    def monotonic(self) -> float:
        """Seconds that only go forward, for durations."""
        ...


class Ids(Protocol):
    def new(self, kind: str) -> str:
        """A new unique id that sorts by time, e.g. `run_01J…` for kind `run`."""
        ...

    def secret(self) -> str:
        """256 random bits as URL-safe text."""
        ...

    def seed(self) -> int: ...

"""An endpoint that says when it wants to be asked again is left alone until then, by all calls to it."""

from threading import Lock


class Rest:
    """`now` is monotonic seconds."""

    def __init__(self) -> None:
        self._until = 0.0
        self._lock = Lock()

    def asked_for(self, seconds: float, now: float) -> bool:
        """Leave it alone for so long. False if it rests already: who says it then has left before that was known."""
        with self._lock:
            news = self._until <= now
            self._until = max(self._until, now + seconds)
        return news

    def left(self, now: float) -> float:
        """Seconds until it may be asked again; 0 if it may."""
        return max(0.0, self._until - now)

"""How long to wait before a call is tried again."""

import math
from datetime import datetime
from email.utils import parsedate_to_datetime
from random import Random

from optimize.adapters.models.faults import Fault

TRIES = 5
ROUNDS = 3
"""How often a run's call is tried five times if all that the endpoint ever says is that it is too much at once."""
LONGEST_ASKED = 120.0
_BETWEEN_ROUNDS = 30.0
_BASE, _LONGEST = 0.5, 30.0


def pause(tries: int, asked: float | None, rng: Random) -> float:
    """Seconds to wait after try number `tries` (from 1): full jitter, or what the endpoint asked for if more."""
    jittered = rng.uniform(0, min(_LONGEST, _BASE * 2**tries))
    return max(jittered, min(asked or 0.0, LONGEST_ASKED))


class Patience:
    """How often one call is tried, and how long to wait before the next time.

    Five tries are the end, for a person waits, or the endpoint is broken. But an endpoint that only ever says “too many
    requests” works: a run, which can wait, rests and asks anew, a few times.
    """

    def __init__(self, rng: Random, *, can_wait: bool) -> None:
        self.tries = 0
        self._rng = rng
        self._rests = ROUNDS - 1 if can_wait else 0

    def pause(self, fault: Fault) -> float | None:
        """Seconds to wait after one more try that came to nothing; None if it was the last."""
        self.tries += 1
        if not fault.slow_down:
            self._rests = 0
        tries = (self.tries - 1) % TRIES + 1
        if tries < TRIES:
            return pause(tries, fault.retry_after, self._rng)
        if not self._rests:
            return None
        self._rests -= 1
        return max(_BETWEEN_ROUNDS, pause(tries, fault.retry_after, self._rng))


def retry_after(header: str | None, now: datetime) -> float | None:
    """Seconds in a `Retry-After` header (a number or an HTTP date); None if it says nothing usable."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        seconds = _until(header, now)
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _until(header: str, now: datetime) -> float:
    try:
        moment = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return math.nan
    return (moment - now).total_seconds() if moment.tzinfo else math.nan

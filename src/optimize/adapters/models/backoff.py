"""How long to wait before a call is tried again."""

import math
from datetime import datetime
from email.utils import parsedate_to_datetime
from random import Random

TRIES = 5
LONGEST_ASKED = 120.0
_BASE, _LONGEST = 0.5, 30.0


def pause(tries: int, asked: float | None, rng: Random) -> float:
    """Seconds to wait after try number `tries` (from 1): full jitter, or what the endpoint asked for if more."""
    jittered = rng.uniform(0, min(_LONGEST, _BASE * 2**tries))
    return max(jittered, min(asked or 0.0, LONGEST_ASKED))


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

"""When a daily schedule is due, and what becomes of a day that was missed. Always UTC: no day has 23 or 25 hours."""

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Literal

from optimize.domain.errors import Invalid

ON_TIME_WITHIN = timedelta(minutes=5)
"""So much later a day still counts as started on time: the clock is looked at now and then, not always."""
LATE_WITHIN = timedelta(hours=12)
"""So much later a missed day is still run, marked late. After that it is missed."""
DAYS_BACK = 31
"""How far back missed days are written down."""
_AT = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")

Punctuality = Literal["on_time", "late", "missed"]


def time_of(at: str) -> time:
    """The time of day that `at` says. Raises Invalid `bad_time` unless it is HH:MM."""
    if not _AT.fullmatch(at):
        raise Invalid("bad_time", "Give the time of day as HH:MM in UTC, for example 06:00.", field="at")
    return time.fromisoformat(at)


def due_moments(at: str, *, since: datetime, until: datetime) -> Iterator[datetime]:
    """The moments after `since` and up to `until` at which it was due, newest first, at most a month of them."""
    today = datetime.combine(until.date(), time_of(at), tzinfo=until.tzinfo)
    for days in range(DAYS_BACK):
        due = today - timedelta(days=days)
        if due <= since:
            return
        if due <= until:
            yield due


def next_due(at: str, after: datetime) -> datetime:
    today = datetime.combine(after.date(), time_of(at), tzinfo=after.tzinfo)
    return today if today > after else today + timedelta(days=1)


def punctuality(due: datetime, now: datetime) -> Punctuality:
    """How a day that was due then and is noticed now is dealt with."""
    if now - due <= ON_TIME_WITHIN:
        return "on_time"
    return "late" if now - due < LATE_WITHIN else "missed"

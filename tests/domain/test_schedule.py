"""When a daily schedule is due. The clock of the machine may jump; a UTC day stays a UTC day."""

from datetime import UTC, datetime, timedelta

import pytest

from optimize.domain.errors import Invalid
from optimize.domain.schedule import DAYS_BACK, due_moments, next_due, punctuality, time_of

SIX = datetime(2026, 1, 5, 6, 0, tzinfo=UTC)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def due(since: datetime, until: datetime) -> list[datetime]:
    return list(due_moments("06:00", since=since, until=until))


@pytest.mark.parametrize("at", ["6:00", "24:00", "06:60", "06:00 UTC", "06.00", "", "٠٦:٠٠", "06:00\n"])
def test_a_time_of_day_is_hours_and_minutes(at: str) -> None:
    with pytest.raises(Invalid) as refused:
        time_of(at)
    assert refused.value.code == "bad_time"


def test_it_is_due_from_its_minute_on() -> None:
    assert due(SIX - timedelta(hours=1), SIX - timedelta(seconds=1)) == []
    assert due(SIX - timedelta(hours=1), SIX) == [SIX]


def test_what_was_due_before_it_was_set_is_not_due() -> None:
    assert due(SIX, SIX + timedelta(hours=23)) == []
    assert due(SIX, SIX + timedelta(hours=24)) == [SIX + timedelta(days=1)]


def test_missed_days_come_newest_first_and_not_without_end() -> None:
    assert due(SIX - timedelta(days=2, hours=1), SIX) == [SIX, SIX - timedelta(days=1), SIX - timedelta(days=2)]
    assert len(due(LONG_AGO, SIX)) == DAYS_BACK


def test_the_next_time_is_later_than_now() -> None:
    assert next_due("06:00", SIX - timedelta(seconds=1)) == SIX
    assert next_due("06:00", SIX) == SIX + timedelta(days=1)


@pytest.mark.parametrize(
    ("minutes", "how"),
    [(0, "on_time"), (5, "on_time"), (6, "late"), (12 * 60 - 1, "late"), (12 * 60, "missed"), (48 * 60, "missed")],
)
def test_a_day_is_late_for_twelve_hours_and_missed_after(minutes: int, how: str) -> None:
    assert punctuality(SIX, SIX + timedelta(minutes=minutes)) == how

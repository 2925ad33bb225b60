"""The line that says how far a batch is, in a log."""

from datetime import UTC, datetime, timedelta

import pytest

from optimize.application.views import BatchProgress, Counts, Paused
from optimize.cli.progress import shown_progress

COUNTS = Counts(planned=9, done=3, passed=2, failed=1, could_not_judge=0, could_not_run=0, running=2, cancelled=0)
WHY = "wire asks to be left alone."


def said(capsys: pytest.CaptureFixture[str], paused: Paused | None) -> str:
    with shown_progress() as watch:
        watch(BatchProgress(counts=COUNTS, paused=paused))
    return capsys.readouterr().err


def test_it_counts_and_names_only_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, None) == "3 of 9 runs, 2 passed, 1 failed\n"


def test_a_batch_that_waits_says_until_when_by_the_clock_on_the_wall(capsys: pytest.CaptureFixture[str]) -> None:
    until = datetime.now().astimezone().replace(hour=14, minute=5)
    line = f"3 of 9 runs, 2 passed, 1 failed. Paused until 14:05: {WHY}\n"
    assert said(capsys, Paused(until=until.astimezone(UTC), why=WHY)) == line


def test_the_day_is_named_if_it_is_another_one(capsys: pytest.CaptureFixture[str]) -> None:
    until = datetime.now().astimezone() + timedelta(days=3)
    assert f". Paused until {until:%Y-%m-%d %H:%M}: {WHY}" in said(capsys, Paused(until=until.astimezone(UTC), why=WHY))

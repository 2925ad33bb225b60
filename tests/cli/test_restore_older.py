"""Backups of other versions (fault 26): an older one is brought up to date when restored, a newer one is refused."""

import asyncio
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from optimize.adapters.store.backup import back_up
from tests.cli.conftest import BAD, GOOD, Optimize
from tests.faults.reporting import report

Accept = Callable[..., list[str]]
Contents = dict[str, list[tuple[object, ...]]]

BEFORE = {
    "0005": ("DROP TABLE batch_pause",),
    "0004": ("DROP TABLE real_write",),
    "0003": ("ALTER TABLE batch DROP COLUMN deadline", "ALTER TABLE call DROP COLUMN answered"),
    "0002": ("DROP TABLE schedule", "DROP TABLE schedule_run", "DROP TABLE experiment"),
    "0001": (
        "DROP INDEX ix_run_batch_state",
        "DROP TABLE executor",
        "DROP TABLE batch_spending",
        "ALTER TABLE call DROP COLUMN reserved",
    ),
}
"""What each version had not yet, newest first."""


def as_of(database: Path, version: str) -> Contents:
    """Make the database one of that version, and tell what is in it then."""
    connection = sqlite3.connect(database)
    for (guard,) in connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'guard_%'").fetchall():
        connection.execute(f'DROP TRIGGER "{guard}"')
    for revision, undone in BEFORE.items():
        for statement in undone if revision >= version else ():
            connection.execute(statement)
    connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
    connection.commit()
    found = contents(connection)
    connection.close()
    return found


def contents(connection: sqlite3.Connection, like: Contents | None = None) -> Contents:
    """Every row of our tables, or of those of `like` with the columns that they have there, by name and column."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found: Contents = {}
    for name in names:
        columns = [column[1] for column in connection.execute(f'PRAGMA table_info("{name}")')]
        if like is not None:
            columns = [column for column in columns if f"{name}.{column}" in like]
        for column in columns:
            rows = connection.execute(f'SELECT "{column}" FROM "{name}" ORDER BY rowid').fetchall()
            found[f"{name}.{column}"] = rows
    found.pop("alembic_version.version_num", None)
    return found


def packed(data: Path, target: Path) -> None:
    store, memory = data / "optimize.db", data / "conversations.db"
    asyncio.run(back_up(store, memory, target, at=datetime(2026, 1, 5, tzinfo=UTC), version="0.0.1"))


@pytest.mark.parametrize("version", BEFORE)
def test_a_backup_of_an_older_version_is_restored_and_goes_on(
    version: str, data: Path, optimize: Optimize, accept: Accept, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept(GOOD, BAD)
    assert optimize("run", "desk").exit_code == 1
    before = as_of(data / "optimize.db", version)
    packed(data, Path("old.zip"))

    fresh = data.parent / "fresh"
    monkeypatch.setenv("OPTIMIZE_DATA", str(fresh))
    restored = optimize("restore", "old.zip")
    assert restored.exit_code == 0, restored.stderr
    connection = sqlite3.connect(fresh / "optimize.db")
    after = contents(connection, like=before)
    assert after == before
    with pytest.raises(sqlite3.IntegrityError, match="frozen"):
        connection.execute("UPDATE test SET body = '{}'")
    connection.close()
    assert optimize("verify").exit_code == 0
    assert optimize("run", "desk").exit_code == 1
    assert optimize("verify").exit_code == 0
    report(f"{version}: {sum(map(len, before.values()))} values restored, 0 missing")


def test_a_backup_of_a_newer_version_is_refused_and_nothing_is_changed(data: Path, optimize: Optimize) -> None:
    there = as_of(data / "optimize.db", "9999")
    packed(data, Path("new.zip"))
    refused = optimize("restore", "new.zip", "--force", typed="replace\n")
    assert (refused.exit_code, "newer version" in refused.stderr) == (1, True)
    connection = sqlite3.connect(data / "optimize.db")
    assert contents(connection) == there
    connection.close()


def test_an_older_database_in_place_is_brought_up_to_date_by_the_next_command(
    data: Path, optimize: Optimize, accept: Accept
) -> None:
    accept(GOOD)
    as_of(data / "optimize.db", "0001")
    looked = optimize("verify")
    assert (looked.exit_code, "older than this version" in looked.stderr) == (1, True)
    assert optimize("run", "desk").exit_code == 0
    assert optimize("verify").exit_code == 0

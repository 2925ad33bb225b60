"""A migration that is killed before any of its statements (fault 27) leaves the old database, and succeeds then."""

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from optimize.adapters.store.connections import database_url, migrator
from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import open_store
from tests.faults.reporting import report

SCRIPT = Path(__file__).with_name("mortal_migration.py")
ROOT = SCRIPT.parents[2]
SEED, DEATHS = 27, 24
OLDEST = "0001"
ROWS = (
    "INSERT INTO agent (name, release, writes, created_at, created_by) VALUES ('desk', 'gated', 'refuse', 'x', 'ann')",
    "INSERT INTO test (id, agent, state, body, created_at, created_by) VALUES ('t', 'desk', 'accepted', '1', 'x', 'a')",
)


def _made(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "optimize.adapters.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, OLDEST)
    for row in ROWS:
        connection.execute(text(row))
    connection.execute(
        text("CREATE TRIGGER guard_test_update BEFORE UPDATE ON test BEGIN SELECT RAISE(ABORT, 'f'); END")
    )


async def _old(file: Path) -> None:
    engine = migrator(database_url(f"sqlite:///{file}"))
    async with engine.begin() as connection:
        await connection.run_sync(_made)
    await engine.dispose()


class Migrations:
    """Processes that bring a file up to date, and die on the way."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def of(self, file: Path, *, dies_at: int) -> tuple[int, int]:
        """The exit status, and how many statements and commits there were if it lived."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{dies_at} {file}\n")
        self._process.stdin.flush()
        status, passed = self._process.stdout.readline().split()
        return int(status), int(passed)


@pytest.fixture
def migrations() -> Iterator[Migrations]:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield Migrations(process)
    process.communicate(timeout=30)


def schema(file: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        return version + connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()


async def require_sound(file: Path) -> None:
    url = f"sqlite:///{file}"
    await migrate(url)
    store = open_store(url)
    await store.check()
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT id, state FROM test").fetchall() == [("t", "accepted")]
        with pytest.raises(sqlite3.IntegrityError, match="frozen"):
            connection.execute("UPDATE test SET body = '2'")


def test_a_migration_killed_at_any_statement_changes_all_or_nothing(tmp_path: Path, migrations: Migrations) -> None:
    old, file = tmp_path / "old.db", tmp_path / "optimize.db"
    asyncio.run(_old(old))
    shutil.copy(old, file)
    status, points = migrations.of(file, dies_at=0)
    assert status == 0
    before, after = schema(old), schema(file)
    chosen = sorted(random.Random(SEED).sample(range(1, points), min(DEATHS, points - 1)))
    for at in [*chosen, points]:  # the last point is before the commit
        for side in tmp_path.glob("optimize.db*"):
            side.unlink()
        shutil.copy(old, file)
        assert migrations.of(file, dies_at=at)[0] == -signal.SIGKILL
        assert schema(file) == before
        assert migrations.of(file, dies_at=0)[0] == 0
        assert schema(file) == after
    asyncio.run(require_sound(file))
    report(
        f"seed {SEED}: killed at {len(chosen) + 1} of {points} points, 0 half-migrated, each brought up to date then"
    )

"""`optimize verify` names what no longer says what was recorded (reliability.md fault 29)."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import BAD, GOOD, Optimize

Accept = Callable[..., list[str]]

TAMPERING = {
    "accepted test": (
        "UPDATE test SET body = replace(body, 'cancels nothing', 'cancels everything')",
        "test",
        "is not what was accepted",
    ),
    "unreadable test": ("UPDATE test SET body = '{}'", "test", "cannot be read any more"),
    "removed test": ("DELETE FROM test", "test", "was accepted, but it is not there any more"),
    "test from nowhere": ("UPDATE test SET id = 'test_other'", "test", "the audit log does not say that it was"),
    "agent version": (
        """UPDATE agent_version SET definition = replace(definition, 'find_order', 'find_orders')""",
        "agent_version",
        "its definition was changed",
    ),
    "audit line": ("UPDATE audit SET actor = 'mallory' WHERE seq = 2", "audit", "does not fit together at line 2"),
    "removed audit line": ("DELETE FROM audit WHERE seq = 2", "audit", "does not fit together at line 3"),
    "removed verdict": ("DELETE FROM verdict", "verdict", "which is not one for each criterion"),
    "reopened run": ("UPDATE run SET state = 'planned' WHERE n = 1", "run", "is over, but 1 of its runs are not"),
}


def changed(data: Path, statement: str, table: str) -> None:
    """As somebody with the file changes it: the guards taken away and put back as they were."""
    connection = sqlite3.connect(data / "optimize.db")
    guards = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", (table,)
    ).fetchall()
    for name, _ in guards:
        connection.execute(f'DROP TRIGGER "{name}"')
    assert connection.execute(statement).rowcount
    for _, sql in guards:
        connection.execute(sql)
    connection.commit()
    connection.close()


@pytest.fixture
def ran(optimize: Optimize, accept: Accept, data: Path) -> Path:
    accept(GOOD)
    assert optimize("run", "desk").exit_code == 0
    sound = optimize("verify")
    assert (sound.exit_code, "Nothing is wrong" in sound.stdout) == (0, True)
    assert "1 tests" in sound.stdout
    return data


def test_every_change_behind_the_products_back_is_named(optimize: Optimize, ran: Path) -> None:
    sound = (ran / "optimize.db").read_bytes()
    for what, (statement, table, said) in TAMPERING.items():
        changed(ran, statement, table)
        found = optimize("verify")
        assert (found.exit_code, said in found.stderr) == (1, True), f"{what}: {found.stderr}"
        (ran / "optimize.db").write_bytes(sound)
    backed_up = optimize("backup", "sound.zip")
    assert backed_up.exit_code == 0


def test_a_lost_guard_and_a_torn_page_are_named(optimize: Optimize, ran: Path) -> None:
    sound = (ran / "optimize.db").read_bytes()
    connection = sqlite3.connect(ran / "optimize.db")
    connection.execute("DROP TRIGGER guard_verdict_update")
    connection.commit()
    connection.close()
    found = optimize("verify")
    assert (found.exit_code, "guard_verdict_update" in found.stderr) == (1, True)
    made = optimize("backup", "evidence.zip")
    assert (made.exit_code, "guard_verdict_update" in made.stderr) == (1, True)
    assert optimize("restore-guards").exit_code == 0
    assert optimize("verify").exit_code == 0

    torn = bytearray(sound)
    for page in range(2 * 4096, len(torn), 4096):
        torn[page : page + 16] = b"\xff" * 16
    (ran / "optimize.db").write_bytes(torn)
    found = optimize("verify")
    assert found.exit_code == 1, found.stdout
    assert "damaged" in found.stderr or "cannot be read" in found.stderr


def test_a_damaged_memory_of_conversations_is_named(optimize: Optimize, data: Path) -> None:
    (data / "conversations.db").write_bytes(b"no database at all" * 100)
    found = optimize("verify")
    assert (found.exit_code, "conversations.db is damaged" in found.stderr) == (1, True)
    made = optimize("backup", "evidence.zip")
    assert (made.exit_code, "conversations.db cannot be copied" in made.stderr) == (1, True)
    assert optimize("restore", "evidence.zip", "--force", typed="replace\n").exit_code == 0
    assert optimize("verify").exit_code == 0


def test_a_store_that_is_no_database_is_named(optimize: Optimize, data: Path) -> None:
    (data / "optimize.db").write_bytes(b"no database at all" * 100)
    for command, said in ((["verify"], "cannot be read"), (["backup", "a.zip"], "cannot be copied")):
        done = optimize(*command)
        assert (done.exit_code, said in done.stderr) == (1, True), done.stderr


def test_a_run_that_failed_is_nothing_wrong(optimize: Optimize, accept: Accept) -> None:
    accept(BAD)
    assert optimize("run", "desk").exit_code == 1
    assert optimize("verify").exit_code == 0

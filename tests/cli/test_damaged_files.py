"""What cannot be read or written ends a command with a sentence that says what to do, and never with a traceback."""

import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import GOOD, Optimize

Accept = Callable[..., list[str]]
Spoil = Callable[[Path], None]
_NO_DATABASE = "What is written here is no database, and longer than the header of one would be. " * 4


def written_back(file: Path) -> None:
    """All of it in the file itself: what still stands in the log beside it would hide the damage."""
    with closing(sqlite3.connect(file)) as connection:
        [(busy, *_)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    assert not busy


def written_over(file: Path) -> None:
    file.write_text(_NO_DATABASE)


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5_000])


def first_page_lost(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:100] + b"\xff" * 3_900 + content[4_000:])


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.fixture
def sound(data: Path, optimize: Optimize, accept: Accept) -> Path:
    """The folder after a run, with both databases in it and in a backup."""
    accept(GOOD)
    assert optimize("run", "desk").exit_code == 0
    shutil.copy(data / "optimize.db", data / "conversations.db")  # any sound database: nothing looks at its tables
    assert optimize("backup", "sound.zip").exit_code == 0
    written_back(data / "optimize.db")
    return data


@pytest.mark.parametrize("spoil", [written_over, cut_off, first_page_lost, a_folder])
def test_a_damaged_memory_of_the_assistant(spoil: Spoil, sound: Path, optimize: Optimize, free_port: int) -> None:
    spoil(sound / "conversations.db")
    refused = optimize("serve", "--port", str(free_port))
    assert refused.exit_code == 1
    assert "conversations.db, the assistant's memory of its conversations, cannot be used" in refused.stderr
    assert "move it away" in refused.stderr
    assert optimize("run", "desk").exit_code == 0  # it needs no conversations


@pytest.mark.parametrize("spoil", [written_over, cut_off, first_page_lost])
def test_a_damaged_database_is_told_by_every_command_and_replaced_by_a_backup(
    spoil: Spoil, sound: Path, optimize: Optimize, free_port: int
) -> None:
    spoil(sound / "optimize.db")
    for command in (["serve", "--port", str(free_port)], ["run", "desk"], ["link"], ["worker"], ["verify"]):
        refused = optimize(*command)
        assert refused.exit_code == (2 if command[0] == "run" else 1)
        assert "damaged" in refused.stderr, refused.stderr
        assert "Traceback" not in refused.stderr
    assert optimize("restore", "sound.zip", "--force", typed="replace\n").exit_code == 0
    assert optimize("verify").exit_code == 0
    assert optimize("run", "desk").exit_code == 0


@pytest.mark.parametrize("command", [["serve"], ["run", "desk"], ["link"], ["restore", "sound.zip"]])
def test_a_folder_that_nothing_can_be_kept_in(
    command: list[str], sound: Path, optimize: Optimize, monkeypatch: pytest.MonkeyPatch, free_port: int
) -> None:
    Path("occupied").write_text("a file where the folder should be")
    for place in ("occupied", "/proc/nowhere/data"):
        monkeypatch.setenv("OPTIMIZE_DATA", place)
        refused = optimize(*command, *(["--port", str(free_port)] if command == ["serve"] else []))
        assert refused.exit_code == (2 if command[0] == "run" else 1)
        assert "OPTIMIZE_DATA" in refused.stderr


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """As a limit on the size of files, which the operating system reports in the same place as a full disk."""

    def no_more_than_64_kilobytes() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))

    command = [sys.executable, "-c", "from optimize.cli import main; main()", "link"]
    told = subprocess.run(
        command,
        cwd=tmp_path,
        preexec_fn=no_more_than_64_kilobytes,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert "disk" in told.stderr

"""`optimize backup`, `restore` and `verify`, as a person calls them."""

import asyncio
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from optimize.running import connect
from optimize.settings import load_settings
from tests.cli.conftest import BAD, GOOD, Optimize

Accept = Callable[..., list[str]]


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def contents(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    names = [str(name) for (name,) in rows(file, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: sorted(rows(file, f'SELECT * FROM "{name}"'), key=repr) for name in names}


def test_a_backup_is_restored_on_a_fresh_machine_row_by_row(
    data: Path, optimize: Optimize, accept: Accept, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept(GOOD, BAD)
    assert optimize("run", "desk").exit_code == 1
    made = optimize("backup", "monday.zip")
    assert made.exit_code == 0, made.stderr
    assert re.search(r"2 tests, 1 batches, 5 runs, 5 verdicts, 0 model calls, \d+ audit lines", made.stdout)
    assert f"sha256 {sha256(Path('monday.zip').read_bytes()).hexdigest()}" in made.stdout
    assert Path("monday.zip").stat().st_mode & 0o077 == 0
    before = contents(data / "optimize.db")

    fresh = data.parent / "fresh"
    monkeypatch.setenv("OPTIMIZE_DATA", str(fresh))
    assert optimize("restore", "monday.zip").exit_code == 0
    assert contents(fresh / "optimize.db") == before
    assert optimize("verify").exit_code == 0
    assert optimize("run", "desk").exit_code == 1


def test_a_database_that_is_there_needs_force_and_a_typed_yes_and_is_kept(
    data: Path, optimize: Optimize, accept: Accept
) -> None:
    optimize("backup", "before.zip")
    accept(GOOD)
    refused = optimize("restore", "before.zip")
    assert (refused.exit_code, "add --force" in refused.stderr) == (1, True)
    for typed in ("", "yes\n"):
        refused = optimize("restore", "before.zip", "--force", typed=typed)
        assert (refused.exit_code, "Nothing was changed." in refused.stderr) == (1, True)
    assert rows(data / "optimize.db", "SELECT count(*) FROM test") == [(1,)]
    assert optimize("restore", "before.zip", "--force", typed="replace\n").exit_code == 0
    assert rows(data / "optimize.db", "SELECT count(*) FROM test") == [(0,)]
    [aside] = data.glob("replaced-*")
    assert rows(aside / "optimize.db", "SELECT count(*) FROM test") == [(1,)]
    assert not list(data.glob(".optimize-*"))


def test_a_live_database_is_never_replaced(data: Path, optimize: Optimize) -> None:
    optimize("backup", "before.zip")

    async def tried() -> tuple[int, str]:
        running = await connect(load_settings())
        await running.use_cases.agents.list()
        refused = await asyncio.to_thread(optimize, "restore", "before.zip", "--force", typed="replace\n")
        assert await running.use_cases.agents.list()
        await running.stop()
        return refused.exit_code, refused.stderr

    code, said = asyncio.run(tried())
    assert (code, "is in use: stop the service" in said) == (1, True)
    assert optimize("verify").exit_code == 0


def test_a_backup_is_not_written_over(optimize: Optimize) -> None:
    assert optimize("backup", "a.zip").exit_code == 0
    again = optimize("backup", "a.zip")
    assert (again.exit_code, "exists already" in again.stderr) == (1, True)
    nowhere = optimize("backup", "no/such/folder.zip")
    assert (nowhere.exit_code, "could not be written" in nowhere.stderr) == (1, True)


def flipped(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 0xFF
    file.write_bytes(content)


@pytest.mark.parametrize("kind", ["empty", "text", "flipped", "other rows", "no store", "foreign zip"])
def test_what_is_no_sound_backup_is_not_restored(
    kind: str, optimize: Optimize, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bad = Path("bad.zip")
    optimize("backup", "good.zip")
    if kind in ("empty", "text"):
        bad.write_text("" if kind == "empty" else "not a zip")
    elif kind == "flipped":
        shutil.copy("good.zip", bad)
        flipped(bad, bad.stat().st_size // 2)
    else:
        with zipfile.ZipFile("good.zip") as good, zipfile.ZipFile(bad, "w") as other:
            for name in good.namelist():
                text = good.read(name)
                if kind == "other rows" and name == "manifest.json":
                    text = re.sub(rb'"agent": \d+', b'"agent": 99', text)
                if kind == "no store" and name == "manifest.json":
                    text = re.sub(rb'"optimize.db": "[0-9a-f]+"', b'"../../evil.db": "0"', text)
                if kind != "foreign zip" or name != "manifest.json":
                    other.writestr(name, text)
    monkeypatch.setenv("OPTIMIZE_DATA", str(tmp_path / "fresh"))
    refused = optimize("restore", bad)
    assert refused.exit_code == 1
    assert "not a backup" in refused.stderr or "cannot be trusted" in refused.stderr
    assert list((tmp_path / "fresh").iterdir()) == []


def test_there_has_to_be_something(optimize: Optimize, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("OPTIMIZE_DATA", str(tmp_path / "empty"))
    for command in (["verify"], ["backup", "a.zip"]):
        done = optimize(*command)
        assert (done.exit_code, "There is no database" in done.stderr) == (1, True)
    done = optimize("restore", "none.zip")
    assert (done.exit_code, "There is no file none.zip" in done.stderr) == (1, True)
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_server_database_is_left_to_its_own_tools(optimize: Optimize, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTIMIZE_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    for command in (["backup", "a.zip"], ["restore", "a.zip"]):
        done = optimize(*command)
        assert (done.exit_code, "pg_dump" in done.stderr) == (1, True)

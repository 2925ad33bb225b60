"""SQLite files as whole things: copied while they are in use, looked at, put in the place of others."""

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from optimize.domain.errors import Conflict, Unavailable

_CHUNK: Final = 1 << 20
_SIDES: Final = ("-wal", "-shm", "-journal")


def usable_folder(folder: Path) -> Path:
    """The folder, made if it is not there. Raises Unavailable `data_folder_unusable` if nothing can be kept in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"may this be written?")
    except OSError as error:
        raise Unavailable(
            "data_folder_unusable",
            f"Nothing can be kept in the folder {folder.absolute()} ({error.strerror}): see to it, or name another one "
            "with OPTIMIZE_DATA.",
        ) from error
    return folder


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that exists: opening must not make one."""
    if not file.is_file():
        raise Unavailable("no_database", f"There is no database at {file}.")
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        yield connection


def copy_in_use(source: Path, target: Path) -> None:
    """A copy of one moment, while others go on writing: all that was committed before it began is in it.

    Raises Conflict `database_damaged` for what is no database any more.
    """
    try:
        with _opened(source) as whole, closing(sqlite3.connect(target)) as copy:
            whole.execute("PRAGMA busy_timeout=30000")
            whole.backup(copy)
    except sqlite3.DatabaseError as error:
        raise Conflict("database_damaged", f"{source} cannot be copied: {error}.") from error


def damage(file: Path) -> str | None:
    """What SQLite finds wrong with the file itself."""
    try:
        with _opened(file) as connection:
            said = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)")]
    except sqlite3.DatabaseError as error:
        said = [str(error)]
    return None if said == ["ok"] else "; ".join(said)


def row_counts(file: Path) -> dict[str, int]:
    """Rows by table."""
    with _opened(file) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        ours = [name for name in sorted(names) if not name.startswith("sqlite_")]
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in ours}


def require_unused(file: Path) -> None:
    """Raise Conflict `database_in_use` if a process has it open: to leave WAL mode, one has to be alone with it."""
    try:
        with _opened(file) as connection:
            connection.execute("PRAGMA busy_timeout=0")
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise Conflict(
            "database_in_use", f"{file} is in use: stop the service and every other `optimize` first."
        ) from error
    except sqlite3.DatabaseError:
        return  # damaged beyond opening, so nobody works with it


def put_in_place(new: Path, place: Path, aside: Path) -> None:
    """`new` where `place` was, in one step; what stood there is kept in the folder `aside`."""
    if place.exists():
        aside.mkdir(exist_ok=True)
        shutil.copy2(place, aside / place.name)
    _put_sides_aside(place, aside)
    beside = place.with_name(f"{place.name}.new")
    shutil.copy2(new, beside)  # the two may be on different disks, and only within one is a change of names one step
    synced(beside)
    beside.replace(place)
    synced(place.parent)


def put_aside(place: Path, aside: Path) -> None:
    """Nothing where `place` was; what stood there is kept in the folder `aside`."""
    if place.exists():
        aside.mkdir(exist_ok=True)
        place.replace(aside / place.name)
    _put_sides_aside(place, aside)


def _put_sides_aside(place: Path, aside: Path) -> None:
    """What is left of a file in those beside it: SQLite would take it for changes to the new one."""
    for side in (place.with_name(place.name + end) for end in _SIDES):
        if side.exists():
            aside.mkdir(exist_ok=True)
            side.replace(aside / side.name)


def sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def synced(path: Path) -> None:
    """Wait until a file, or a folder's names, would survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

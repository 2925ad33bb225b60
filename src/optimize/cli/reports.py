"""The files a command writes its results to. That they can be written is seen before anything is spent."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from optimize.domain.errors import Unavailable


def require_writable(*files: Path | None) -> None:
    """Raise Unavailable for the first that cannot be written."""
    for file in files:
        if file is not None and not _writable(file):
            raise _cannot(file)


def write(reports: Mapping[Path, bytes]) -> None:
    """Raise Unavailable if the disk says no after all."""
    for file, content in reports.items():
        with _telling(file):
            file.write_bytes(content)


def _writable(file: Path) -> bool:
    if file.exists():
        return file.is_file() and os.access(file, os.W_OK)
    return file.parent.is_dir() and os.access(file.parent, os.W_OK)


@contextmanager
def _telling(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _cannot(file) from error


def _cannot(file: Path) -> Unavailable:
    return Unavailable(
        "not_written", f"{file} cannot be written: see that its folder exists and lets you write, and name a file."
    )

"""A file for the results that cannot be written: said before anything is run, and never taken for a failed test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from optimize.cli.reports import require_writable, write
from optimize.domain.errors import Unavailable
from tests.cli.conftest import GOOD, Optimize


@pytest.mark.parametrize("option", ["--junit", "--json"])
@pytest.mark.parametrize("place", ["none/such/x.out", "."])
def test_nothing_is_run(optimize: Optimize, accept: Callable[..., list[str]], option: str, place: str) -> None:
    accept(GOOD)
    done = optimize("run", "desk", option, place)
    assert done.exit_code == 2
    assert "cannot be written: see that its folder exists" in done.stderr
    assert done.stdout == ""
    assert "of 3 runs" not in done.stderr


def test_a_file_that_is_there_is_written_over(tmp_path: Path) -> None:
    old, new = tmp_path / "old.xml", tmp_path / "new.xml"
    old.write_text("old")
    require_writable(old, new, None)
    write({old: b"1", new: b"2"})
    assert (old.read_bytes(), new.read_bytes()) == (b"1", b"2")


def test_a_disk_that_says_no_in_the_end_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="cannot be written"):
        write({tmp_path / "gone" / "x": b""})

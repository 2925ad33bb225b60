"""Whatever goes wrong on the way up or down, nothing stays open: an open connection would keep the process alive."""

import threading
from pathlib import Path

import pytest

from optimize.bootstrap import Optimize, build
from optimize.domain.errors import Conflict
from optimize.settings import load_settings


def lasting_threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if not thread.daemon}


async def built(data: Path) -> Optimize:
    return await build(load_settings(data=data, admin_token="t" * 32, sample_agent=False))


async def failing() -> None:
    raise OSError("the disk is gone")


async def test_what_cannot_be_stopped_keeps_nothing_else_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = lasting_threads()
    optimize = await built(tmp_path)
    monkeypatch.setattr(optimize.running.presence, "stop", failing)
    await optimize.start()
    with pytest.raises(OSError, match="the disk is gone"):
        await optimize.stop()
    assert lasting_threads() <= before
    again = await built(tmp_path)
    await again.start()
    await again.stop()


async def test_a_start_that_fails_is_undone_by_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = lasting_threads()
    optimize = await built(tmp_path)
    monkeypatch.setattr(optimize.running.presence, "start", failing)
    with pytest.raises(OSError, match="the disk is gone"):
        await optimize.start()
    await optimize.stop()
    assert lasting_threads() <= before


async def test_what_cannot_be_built_leaves_nothing_open(tmp_path: Path) -> None:
    before = lasting_threads()
    (tmp_path / "conversations.db").write_text("no database at all, and longer than a header would be" * 9)
    with pytest.raises(Conflict, match="file is not a database"):
        await built(tmp_path)
    assert lasting_threads() <= before


async def test_a_process_has_one_open_engine(tmp_path: Path) -> None:
    first = await built(tmp_path / "first")
    await first.start()
    second = await built(tmp_path / "second")
    with pytest.raises(RuntimeError, match="one open engine in a process"):
        await second.start()
    await second.stop()
    assert await first.use_cases.agents.list() == []
    await first.stop()

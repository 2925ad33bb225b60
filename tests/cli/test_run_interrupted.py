"""`optimize run` as a process of its own that is told to stop, or killed (bug-11)."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Optimize

Accept = Callable[..., list[str]]

ROOT = Path(__file__).parents[2]
MODULE = "tests.fakes.slow_agent"
SLOW = {"kind": "agent/1", "name": "slow", "runtime": {"python": f"{MODULE}:Agent"}}
RUNS = 40
ECHOES = {"name": "echoes", "criteria": [{"kind": "answerContains", "texts": ["Hello"]}], "runs": RUNS}
PATIENCE = 60.0


@pytest.fixture
def slow(register: Callable[[dict[str, Any]], None], accept: Accept, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent whose 40 runs take some seconds."""
    monkeypatch.setenv("OPTIMIZE_ALLOW_MODULES", MODULE)
    monkeypatch.setenv("OPTIMIZE_RUN_CONCURRENCY", "4")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{ROOT}")
    register(SLOW)
    accept(ECHOES, agent="slow")


def counted(data: Path, what: str) -> int:
    connection = sqlite3.connect(data / "optimize.db", timeout=30)
    [(count,)] = connection.execute(f"SELECT count(*) FROM {what}")
    connection.close()
    return int(count)


def heeding_ctrl_c() -> None:
    """A process started from a background job of a shell would ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def until_it_ends(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """The signal, again and again."""
    while process.poll() is None:
        process.send_signal(number)
        time.sleep(0.01)


def stopped_by(number: signal.Signals, data: Path, *, times: int | None = 1) -> subprocess.CompletedProcess[str]:
    """`optimize run`, sent a signal once some of its runs are finished; `times` None: until it ends."""
    command = [sys.executable, "-c", "from optimize.cli import main; main()", "run", "slow"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heeding_ctrl_c
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while counted(data, "run WHERE state = 'finished'") < 5:
            assert time.monotonic() < deadline
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        for _ in range(times or 0):
            process.send_signal(number)
            time.sleep(0.02)
        if times is None:
            until_it_ends(process, number)
        said = process.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(command, process.returncode, *said)


@pytest.mark.parametrize("times", [1, 3, None])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.usefixtures("slow")
def test_told_to_stop_it_cancels_and_keeps_what_is_finished(
    data: Path, number: signal.Signals, times: int | None
) -> None:
    done = stopped_by(number, data, times=times)
    assert done.stderr.count("Cancelling … What is finished stays.") == 1
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stdout
    assert " cancelled" in done.stdout
    assert counted(data, "batch WHERE state = 'cancelled'") == 1
    finished = counted(data, "run WHERE state = 'finished'")
    assert finished >= 5
    assert counted(data, "verdict") == finished
    assert finished + counted(data, "run WHERE state = 'cancelled'") == RUNS


@pytest.mark.usefixtures("slow")
def test_bug_11_killed_its_batch_is_taken_up_by_the_next_and_counted_once(data: Path, optimize: Optimize) -> None:
    assert stopped_by(signal.SIGKILL, data).returncode == -signal.SIGKILL
    before = counted(data, "verdict")
    assert counted(data, "batch WHERE state = 'running'") == 1
    assert counted(data, "run WHERE state IN ('running', 'judging')") > 0

    assert optimize("run", "slow").exit_code == 0
    assert counted(data, "batch WHERE state = 'finished'") == 2
    assert counted(data, "run WHERE state = 'finished'") == counted(data, "verdict") == 2 * RUNS > before
    assert counted(data, "run WHERE attempt > 2") == 0
    assert optimize("verify").exit_code == 0

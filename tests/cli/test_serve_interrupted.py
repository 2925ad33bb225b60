"""Ctrl-C while `optimize serve` starts: a quiet line, whenever it comes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# What Python itself does before our first line, to the call of it included, is not ours to mend.
_BEGIN = """
import sys
from optimize.cli import main
try:
    print("begun", flush=True)
    main()
except KeyboardInterrupt as early:
    called = early.__traceback__.tb_next
    sys.exit(130 if called is None or called.tb_next is None else "It came from inside.")
"""
_SECONDS = 60


def _begun(data: Path, port: int) -> subprocess.Popen[str]:
    ours = ("OPTIMIZE_", "OPENAI_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    process = subprocess.Popen(
        [sys.executable, "-c", _BEGIN, "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=data.parent,
        env={**env, "OPTIMIZE_DATA": str(data)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def _interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=_SECONDS)
    return process.returncode, errors


@pytest.mark.parametrize("seconds", [0, 0.05, 0.2, 1])
def test_while_it_is_loaded(tmp_path: Path, free_port: int, seconds: float) -> None:
    process = _begun(tmp_path / "data", free_port)
    time.sleep(seconds)
    code, errors = _interrupted(process)
    assert (code in (0, 130), errors in ("", "Stopped.\n")) == (True, True), errors


@pytest.mark.parametrize("seconds", [0, 0.02, 0.1, 0.3])
def test_just_after_it_has_said_where_it_is(tmp_path: Path, free_port: int, seconds: float) -> None:
    process = _begun(tmp_path / "data", free_port)
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(4)][-1].startswith("Data: ")
    time.sleep(seconds)
    assert _interrupted(process) == (0, "Stopped.\n")

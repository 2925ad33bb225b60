"""A command ends at once, and loses nothing by that."""

import subprocess
import sys

import pytest


def ended(code: str) -> subprocess.CompletedProcess[str]:
    source = f"import atexit, sys, threading, time\nfrom optimize.cli.leaving import leave\n{code}"
    return subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("code", "expected"), [("0", 0), ("2", 2), ("None", 0)])
def test_the_code_and_what_was_said_arrive(code: str, expected: int) -> None:
    told = ended(f"atexit.register(print, 'apart')\nprint('x' * 100_000)\nprint('err', file=sys.stderr)\nleave({code})")
    assert (told.returncode, told.stdout, told.stderr) == (expected, "x" * 100_000 + "\n", "err\n")


def test_a_thread_that_must_be_waited_for_is() -> None:
    told = ended("threading.Thread(target=lambda: (time.sleep(0.3), print('done'))).start()\nleave(1)")
    assert (told.returncode, told.stdout) == (1, "done\n")


def test_a_last_message_is_printed() -> None:
    told = ended("leave('It went wrong.')")
    assert (told.returncode, told.stderr) == (1, "It went wrong.\n")

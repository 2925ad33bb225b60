"""A database is opened by another process than the one that made it: both have to mean the same guards."""

import subprocess
import sys

import pytest

SCRIPT = "from optimize.adapters.store.guards import guards; print(guards({dialect!r}))"


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_every_process_writes_the_same_guards(dialect: str) -> None:
    command = [sys.executable, "-c", SCRIPT.format(dialect=dialect)]
    told = {subprocess.run(command, capture_output=True, check=True, text=True).stdout for _ in range(3)}
    assert len(told) == 1

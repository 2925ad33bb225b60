"""A server that is killed comes back, keeps what is finished, and carries on the rest once.

The whole matrix shares one database: the server is killed at one named point after the other, and what must hold is
looked at after every death.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("mortal_server.py")
ROOT = SCRIPT.parents[2]
PATIENCE = 30.0
POINTS = [
    "between_rows_and_queue:1",
    "before_commit:3",
    "after_commit:9",
    "after_commit:20",
    "before_execute:6",
    "before_agent_row:6",
    "before_agent_call:6",
    "after_agent_call:6",
    "after_execute:6",
    "before_judge:6",
    "before_judge_row:6",
    "before_judge_call:6",
    "after_judge_call:6",
    "after_judge:6",
]
OPEN = {"planned", "running", "judging"}


class Server:
    """The files of a server, and its processes one after the other."""

    def __init__(self, folder: Path, runs: int) -> None:
        self.folder, self.runs = folder, runs

    def __enter__(self) -> "Server":
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        self._nursery = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(self.folder), str(self.runs)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._nursery.communicate(timeout=PATIENCE)

    def start(self, kill_at: str = "") -> int:
        """The id of a new server process."""
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(f"{kill_at}\n")
        self._nursery.stdin.flush()
        return self._heard()

    def ended(self) -> int:
        """How the process ended: 0, or minus the signal."""
        return self._heard()

    def serve(self, kill_at: str = "") -> int:
        self.start(kill_at)
        return self.ended()

    def _heard(self) -> int:
        assert self._nursery.stdout is not None
        return int(self._nursery.stdout.readline())

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with sqlite3.connect(self.folder / "optimize.db") as connection:
            rows = connection.execute(query).fetchall()
        connection.close()
        return rows

    def states(self) -> dict[str, str]:
        return {str(run): str(state) for run, state in self.rows("SELECT id, state FROM run")}

    def logged(self, what: str) -> list[str]:
        log = self.folder / "log"
        lines = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
        return [name for _, done, name in lines if done == what]

    def require_sound(self) -> None:
        """What holds at every moment, dead or alive."""
        verdicts = Counter(run for (run,) in self.rows("SELECT run FROM verdict"))
        finished = [run for run, state in self.states().items() if state == "finished"]
        assert verdicts == dict.fromkeys(finished, 2)
        assert set(self.logged("called")) <= {str(call) for (call,) in self.rows("SELECT id FROM call")}
        assert self.rows("PRAGMA integrity_check") == [("ok",)]

    def require_done(self) -> None:
        """What holds at the end: as many runs as were planned, each with an end, and nothing left in the air."""
        states = self.states()
        assert len(states) == self.runs
        assert not OPEN & set(states.values())
        assert self.rows("SELECT state, count(*) FROM batch GROUP BY state") == [("finished", 1)]
        assert self.rows("SELECT count(*) FROM call WHERE state = 'sent'") == [(0,)]
        given_up = self.rows("SELECT attempt FROM run WHERE state <> 'finished'")
        assert given_up == [(4,)] * len(given_up)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, runs=60) as server:
        yield server


def test_a_server_that_is_killed_at_every_named_point_ends_every_run_once(server: Server) -> None:
    past: set[str] = set()
    for point in POINTS:
        ran_before = Counter(server.logged("ran"))
        assert server.serve(kill_at=point) == -signal.SIGKILL
        server.require_sound()
        again = Counter(server.logged("ran")) - ran_before
        assert not past & set(again), f"an agent ran again after its transcript was kept ({point})"
        past = {run for run, state in server.states().items() if state not in ("planned", "running")}
    assert server.serve() == 0
    server.require_sound()
    server.require_done()
    assert "finished" in server.states().values()


def test_sigkill_in_the_middle_of_run_all_keeps_what_is_finished_and_carries_on_the_rest(server: Server) -> None:
    process = server.start()
    deadline = time.monotonic() + PATIENCE
    while len(server.logged("ran")) < 15 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process, signal.SIGKILL)
    assert server.ended() == -signal.SIGKILL
    server.require_sound()
    before, ran_before = server.states(), Counter(server.logged("ran"))
    kept = {run for run, state in before.items() if state in ("finished", "judging")}
    interrupted = {run for run, state in before.items() if state == "running"}
    assert kept
    assert interrupted

    assert server.serve() == 0
    server.require_sound()
    server.require_done()
    assert set(server.states().values()) == {"finished"}
    again = Counter(server.logged("ran")) - ran_before
    assert again == dict.fromkeys(set(before) - kept, 1)
    assert {run for (run,) in server.rows("SELECT id FROM run WHERE attempt = 2")} == interrupted
    assert server.rows("SELECT max(attempt) FROM run") == [(2,)]

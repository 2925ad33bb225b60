"""A fleet of processes on one database, a model endpoint for them, and what must hold of what they leave behind."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

from sqlalchemy import text
from sqlalchemy.engine import make_url

from optimize.adapters.store.store import SqlStore, open_store

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
OPEN = {"planned", "running", "judging"}


def _process(script: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    path = f"{ROOT / 'src'}{os.pathsep}{ROOT}"
    command = [sys.executable, str(script), *arguments]
    env = {**os.environ, "PYTHONPATH": path, **environment}
    return subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


class Nursery:
    """Forks processes of the product."""

    def __init__(self) -> None:
        self._process = _process(Path(__file__).with_name("fleet_nursery.py"))

    def start(self, environment: dict[str, str], name: str, runs: int) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"environment": environment, "name": name, "runs": runs}) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE)


class Fleet:
    """`start()` processes, `kill()` them; the questions read what is in the database now."""

    def __init__(self, nursery: Nursery, environment: dict[str, str], store: SqlStore, endpoint: int) -> None:
        self._nursery, self._environment = nursery, environment
        self._store, self._endpoint = store, endpoint
        self._started = 0
        self.alive: list[int] = []

    def start(self, *, runs: int = 0) -> int:
        """One more process, `p0` the first; it plans so many runs before it carries runs."""
        self.alive.append(self._nursery.start(self._environment, f"p{self._started}", runs))
        self._started += 1
        return self.alive[-1]

    def kill(self, process: int) -> None:
        self.alive.remove(process)
        os.kill(process, signal.SIGKILL)

    async def rows(self, query: str) -> list[tuple[object, ...]]:
        async with self._store.readers.connect() as connection:
            return [tuple(row) for row in await connection.execute(text(query))]

    async def states(self) -> Counter[str]:
        return Counter(str(state) for (state,) in await self.rows("SELECT state FROM run"))

    async def until(self, true: Callable[[Counter[str]], bool]) -> None:
        """Wait until the states of the runs are as asked."""
        deadline = monotonic() + PATIENCE
        while not true(await self.states()):
            assert monotonic() < deadline, await self.states()
            await asyncio.sleep(0.05)

    def _asked(self) -> dict[str, int]:
        with urlopen(f"http://127.0.0.1:{self._endpoint}/") as answer:
            counts: dict[str, int] = json.load(answer)
        return counts

    async def done(self, runs: int) -> None:
        await self.until(lambda states: states.total() == runs and not OPEN & set(states))

    async def require_sound(self, runs: int) -> dict[str, int]:
        """As many ends as were planned, each once; every call the endpoint saw has a row. Returns the figures."""
        verdicts = Counter(run for (run,) in await self.rows("SELECT run FROM verdict"))
        finished = [run for (run,) in await self.rows("SELECT id FROM run WHERE state = 'finished'")]
        assert verdicts == dict.fromkeys(finished, 1)
        assert await self.rows("SELECT state, count(*) FROM batch GROUP BY state") == [("finished", 1)]
        assert await self.rows("SELECT count(*) FROM call WHERE state = 'sent'") == [(0,)]
        calls = Counter(str(state) for (state,) in await self.rows("SELECT state FROM call"))
        seen = (await asyncio.to_thread(self._asked))["calls"]
        assert seen <= calls.total()
        states = await self.states()
        assert states.total() == runs
        return {"finished": len(finished), "calls": calls.total(), "seen": seen, "unknown": calls["unknown"]}


@asynccontextmanager
async def a_fleet(nursery: Nursery, url: str, folder: Path, *, latency: float) -> AsyncIterator[Fleet]:
    """Nothing is started yet but the endpoint."""
    endpoint = _process(ROOT / "tests/bench/runner/endpoint.py", str(latency))
    assert endpoint.stdout is not None
    port = int(endpoint.stdout.readline())
    environment = {
        "OPTIMIZE_DATA": str(folder),
        "OPTIMIZE_DATABASE_URL": make_url(url).render_as_string(hide_password=False),
        "OPTIMIZE_MODEL": "openai:bench",
        "OPTIMIZE_RUN_CONCURRENCY": "4",
        "OPTIMIZE_JUDGE_CONCURRENCY": "4",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
    }
    store = open_store(url)
    fleet = Fleet(nursery, environment, store, port)
    try:
        yield fleet
    finally:
        for process in fleet.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        endpoint.kill()
        endpoint.communicate()
        await store.close()

"""Processes of the real product on one database, forked so that all of it is imported only once.

Each line it reads starts one more process, whose id it answers with. A line is JSON: the process's environment, its
name, and how many runs it shall plan before it carries runs. None of them ever stops by itself.
"""

import asyncio
import json
import os
import signal
import sys

from optimize.adapters.engine.presence import Presence
from optimize.adapters.system import SystemClock
from optimize.application.planning import BatchOrder
from optimize.running import Running, connect
from optimize.settings import load_settings
from tests.bench.runner.set_up import ADMIN, AGENT, set_up

BEAT_SECONDS = 0.3
"""So that a process is taken for dead after about a second."""


async def carry(name: str, runs: int) -> None:
    running = await connect(load_settings(executor_id=name))
    engine = running.engine
    running.presence = Presence(running.store, SystemClock(), name, engine.recover, beat_seconds=BEAT_SECONDS)
    await running.start()
    if runs:
        await plan(running, runs)
    await asyncio.Event().wait()


async def plan(running: Running, runs: int) -> None:
    await set_up(running, runs)
    await running.use_cases.planning.start(AGENT.name, BatchOrder(kind="run"), actor=ADMIN)


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        wish = json.loads(line)
        process = os.fork()
        if process == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.environ.update(wish["environment"])
            try:
                asyncio.run(carry(wish["name"], wish["runs"]))
            finally:
                os._exit(1)
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""A server that carries one batch through and can be told where to die.

`python mortal_server.py FOLDER RUNS` starts one server process for each line it reads; a line `point:n` has the server
SIGKILL itself when it comes past `point` for the n-th time. It answers with the process id, and with the exit status
once the process has ended. The processes are forked, so that all of this is imported only once.

The log in FOLDER is written before each thing it tells of, as the outside world would see it.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from optimize.adapters.engine.dbos_engine import DbosEngine
from optimize.adapters.store.store import SqlStore, open_store
from optimize.application.judge import Judge
from optimize.application.ports.agent_under_test import Tools
from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.application.ports.store import Transaction
from optimize.application.records import CallRecord
from optimize.application.runner import Runner
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.domain.cost import CallRole
from tests.fakes.agents import FakeAgents
from tests.fakes.ids import CountingIds
from tests.fakes.live import FakeLive
from tests.fakes.models import FakeModels, finds
from tests.fakes.planned import DEFINITION, add_agent, add_batch, batch_of, body, new_store
from tests.fakes.prompts import FakePrompts

BATCH = "batch_1"
LONGEST_LIFE = 60.0
"""Seconds; a server that hangs must not hang the test."""
CRITERIA = [
    {"kind": "answerContains", "texts": ["hello"]},
    {"kind": "satisfiesAssertion", "assertion": "The agent greets."},
]


class Death:
    """Comes at the n-th passing of one point."""

    def __init__(self, at: str) -> None:
        self._point, _, count = at.partition(":")
        self._left = int(count or 1)

    def at(self, point: str) -> None:
        if point == self._point:
            self._left -= 1
            if self._left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


class RealClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return monotonic()


class MortalStore:
    """The store, with a point right before and right after each commit of a writing transaction."""

    def __init__(self, store: SqlStore, death: Death) -> None:
        self._store, self._death = store, death

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Transaction]:
        async with self._store.writing() as tx:
            yield tx
            self._death.at("before_commit")
        self._death.at("after_commit")

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        return self._store.reading()


class Ledger:
    """Model calls as the adapter makes them: a row, the call, the row settled."""

    def __init__(self, store: MortalStore, death: Death, log: Path) -> None:
        self._store, self._death, self._log = store, death, log

    async def call(self, role: CallRole, run: str, attempt: int) -> None:
        call = uuid4().hex
        record = CallRecord(
            id=call,
            agent=DEFINITION.name,
            role=role,
            model="fake:model",
            state="sent",
            attempt=attempt,
            run=run,
            started_at=datetime.now(UTC),
        )
        self._death.at(f"before_{role}_row")
        async with self._store.writing() as tx:
            await tx.calls.add(record)
        self._death.at(f"before_{role}_call")
        tell(self._log, "called", call)
        await asyncio.sleep(0.02)
        self._death.at(f"after_{role}_call")
        async with self._store.writing() as tx:
            await tx.calls.settle(call, state="done", latency_ms=20.0, input_tokens=1, output_tokens=1)


class JudgeModels(FakeModels):
    """A judge whose calls are on the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(judge=finds("hello"))
        self._ledger = ledger

    async def ask(
        self, role: CallRole, messages: list[PromptMessage], *, context: CallContext, **options: Any
    ) -> ModelReply:
        assert context.run is not None
        await self._ledger.call(role, context.run, context.attempt)
        return await super().ask(role, messages, context=context, **options)


class MortalAgents(FakeAgents):
    """An agent that tells the log that it ran, and asks its model once."""

    def __init__(self, ledger: Ledger, log: Path) -> None:
        super().__init__()
        self._ledger, self._log = ledger, log

    def open(self, *, run: str, attempt: int, seed: int, history: list[tuple[str, str]]) -> Any:
        async def answers(message: str, tools: Tools) -> str:
            tell(self._log, "ran", run)
            await self._ledger.call("agent", run, attempt)
            return f"hello, you said {message}"

        self.answers = answers
        return super().open(run=run, attempt=attempt, seed=seed, history=history)


class EndOfBatch(FakeLive):
    """Waits for the batch to end."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__()
        self._store = store
        self.ended = asyncio.Event()

    async def batch_progressed(self, batch_id: str, *, over: bool) -> None:
        async with self._store.reading() as tx:
            batch = await tx.batches.get(batch_id)
        if batch is not None and batch.state == "finished":
            self.ended.set()


class MortalSteps:
    """The runner, with a point before and after each unit."""

    def __init__(self, runner: Runner, death: Death) -> None:
        self._runner, self._death = runner, death
        self.close_lost, self.open_runs, self.over = runner.close_lost, runner.open_runs, runner.over

    async def execute(self, run_id: str) -> None:
        self._death.at("before_execute")
        await self._runner.execute(run_id)
        self._death.at("after_execute")

    async def judge(self, run_id: str) -> None:
        self._death.at("before_judge")
        await self._runner.judge(run_id)
        self._death.at("after_judge")


def tell(log: Path, what: str, name: str) -> None:
    with log.open("a") as file:
        file.write(f"{os.getpid()} {what} {name}\n")


async def serve(folder: Path, death: Death, runs: int) -> None:
    """Plan the batch if it is not planned yet, and go on until it has ended."""
    if not (folder / "optimize.db").exists():
        prepared = await new_store(folder)
        await add_agent(prepared)
        await prepared.close()
    url = f"sqlite:///{folder / 'optimize.db'}"
    plain = open_store(url)
    store = MortalStore(plain, death)
    ledger = Ledger(store, death, folder / "log")
    scoring = Scoring(Judge(JudgeModels(ledger), FakePrompts(), CountingIds()))
    simulator = Simulator(FakeModels(), FakePrompts())
    agents = MortalAgents(ledger, folder / "log")
    live = EndOfBatch(plain)
    runner = Runner(store, agents, simulator, scoring, RealClock(), live, f"process {os.getpid()}")
    engine = DbosEngine(url, MortalSteps(runner, death), executor_id="server", executing=4, judging=4)
    await engine.start()
    async with plain.reading() as tx:
        planned = await tx.batches.get(BATCH)
    await live.batch_progressed(BATCH, over=False)  # it may have ended right before the last process died
    if planned is None:
        async with store.writing() as tx:
            ids = await add_batch(tx, *batch_of({"t": body(criteria=CRITERIA, runs=runs)}, batch=BATCH))
            death.at("between_rows_and_queue")
            await engine.submit(tx, ids)
        tell(folder / "log", "planned", BATCH)
    await live.ended.wait()
    await engine.stop()
    await plain.close()


def born(folder: Path, kill_at: str, runs: int) -> int:
    """A server process of its own; its id."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            asyncio.run(asyncio.wait_for(serve(folder, Death(kill_at), runs), LONGEST_LIFE))
            status = 0
        finally:
            os._exit(status)
    return process


def main() -> None:
    folder, runs = Path(sys.argv[1]), int(sys.argv[2])
    for line in sys.stdin:
        process = born(folder, line.strip(), runs)
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()
        _, status = os.waitpid(process, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Fault 26: backups while runs are written, restored on another machine. What was saved is in them; all runs end."""

import asyncio
import shutil
import sqlite3
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from optimize.adapters.store.backup import back_up
from optimize.adapters.store.restore import unpacked
from optimize.adapters.store.verify import verified
from optimize.application.planning import BatchOrder
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor
from optimize.domain.agent_definition import AgentDefinition
from optimize.running import Running, connect
from optimize.settings import Settings, load_settings
from tests.fakes.until import until

ANN = Actor(name="ann")
RUNS, BACKUPS = 120, 5
MODULE = "tests.fakes.slow_agent"
SLOW = {"kind": "agent/1", "name": "slow", "runtime": {"python": f"{MODULE}:Agent"}}
ECHOES = {
    "name": "echoes",
    "situation": {"messages": [{"role": "user", "text": "Hello"}]},
    "criteria": [
        {"kind": "answerContains", "texts": ["Hello"]},
        {"kind": "satisfiesAssertion", "assertion": "The answer has at most 20 words."},
    ],
    "runs": RUNS,
}
KEYS = {"run": "id || state", "verdict": "run || criterion", "call": "id", "audit": "hash", "run_transcript": "run"}
OVER = ("finished", "could_not_run", "cancelled")
Rows = dict[str, set[str]]


def saved(file: Path) -> Rows:
    """What is written once: verdicts, calls, audit lines, transcripts, and runs that are over."""
    connection = sqlite3.connect(file, timeout=30)
    found = {
        table: {str(k) for (k,) in connection.execute(f"SELECT {key} FROM {table}")} for table, key in KEYS.items()
    }
    connection.close()
    found["run"] = {run for run in found["run"] if run.endswith(OVER)}
    return found


def on(data: Path, executor: str) -> Settings:
    return load_settings(data=data, executor_id=executor, allow_modules=MODULE, run_concurrency=8)


async def planned(running: Running) -> str:
    cases = running.use_cases
    await cases.agents.register(AgentDefinition.model_validate(SLOW), actor=ANN, operator=True)
    draft = await cases.lifecycle.draft("slow", TestBody.model_validate(ECHOES), actor=ANN)
    await cases.lifecycle.accept(draft.id, actor=ANN)
    return (await cases.planning.start("slow", BatchOrder(kind="run_all"), actor=ANN)).id


async def backed_up(data: Path, target: Path) -> None:
    """As the command does it: from another process's point of view, with no word to those who write."""
    made = await asyncio.to_thread(
        lambda: asyncio.run(
            back_up(data / "optimize.db", data / "conversations.db", target, at=datetime.now(UTC), version="test")
        )
    )
    assert made.manifest.problems == ()


async def test_backups_while_runs_are_written_miss_nothing_and_carry_on_elsewhere(tmp_path: Path) -> None:
    data, fresh = tmp_path / "data", tmp_path / "fresh"
    before: list[Rows] = []
    running = await connect(on(data, "first"))
    await running.start()
    batch = await planned(running)

    async def done(runs: int) -> bool:
        return (await running.use_cases.history.batch(batch)).counts.done >= runs

    async def over() -> bool:
        return (await running.use_cases.history.batch(batch)).state == "finished"

    for number in range(BACKUPS):
        await until(partial(done, (number + 1) * RUNS // (2 * BACKUPS)))
        before.append(saved(data / "optimize.db"))
        await backed_up(data, tmp_path / f"{number}.zip")
    counts = (await running.use_cases.history.batch(batch)).counts
    assert counts.done < RUNS, "the batch was over before the backups were"
    await running.stop()

    missing = 0
    for number, rows in enumerate(before):
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        async with unpacked(tmp_path / f"{number}.zip", fresh) as backup:
            backup.put_in_place(fresh / "optimize.db", fresh / "conversations.db", fresh / "aside")
        restored = saved(fresh / "optimize.db")
        missing += sum(len(rows[table] - restored[table]) for table in rows)
    assert missing == 0
    assert (await verified(f"sqlite:///{fresh / 'optimize.db'}")).problems == ()

    kept = saved(fresh / "optimize.db")
    running = await connect(on(fresh, "another machine"))
    await running.start()
    await until(over)
    view = await running.use_cases.history.batch(batch)
    await running.stop()
    assert (view.state, view.counts.passed) == ("finished", RUNS), view.tests
    after = saved(fresh / "optimize.db")
    assert all(kept[table] <= after[table] for table in kept)
    assert len(after["verdict"]) == 2 * RUNS
    assert (await verified(f"sqlite:///{fresh / 'optimize.db'}")).problems == ()

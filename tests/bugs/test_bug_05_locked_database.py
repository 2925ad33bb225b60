"""bug-05: several batches, chats and a lock from outside on one SQLite file. At worst it waits; nothing is lost."""

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

from optimize.adapters.store.verify import verified
from optimize.application.planning import BatchOrder
from optimize.application.views import BatchView
from optimize.bootstrap import Optimize
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor
from tests.api.served import AGENT, Served, ends_turn, heard_until, serving

ANN = Actor(name="ann")
TESTS, RUNS = 20, 5
LOCKED_SECONDS = 3.0
PATIENCE = 180.0
SITUATION = {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]}
CRITERIA = [{"kind": "invokesTool", "tool": "compare_invoice"}, {"kind": "doesNotHallucinate"}]
SAID = ("What would Run all cost?", "which tests are there?", "What would Run all cost?")


async def accept_tests(optimize: Optimize) -> list[str]:
    lifecycle, ids = optimize.use_cases.lifecycle, []
    for number in range(TESTS):
        body = {"name": f"test {number}", "situation": SITUATION, "criteria": CRITERIA, "runs": RUNS}
        draft = await lifecycle.draft(AGENT, TestBody.model_validate(body), actor=ANN)
        ids.append((await lifecycle.accept(draft.id, actor=ANN)).id)
    return ids


async def start_batches(optimize: Optimize) -> list[str]:
    """Everything, and beside it some of it again, as a scheduled run would."""
    planning, tests = optimize.use_cases.planning, await optimize.use_cases.lifecycle.find(AGENT, "test 3")
    everything = await planning.start(AGENT, BatchOrder(kind="run_all"), actor=ANN)
    some = [await planning.start(AGENT, BatchOrder(kind="run", tests=(tests.id,)), actor=ANN) for _ in range(3)]
    return [batch.id for batch in (everything, *some)]


def lock_from_outside(database: Path, took: list[float]) -> None:
    """Another program holds the write lock."""
    connection = sqlite3.connect(database, timeout=30, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    time.sleep(LOCKED_SECONDS)
    took.append(time.monotonic() - began)
    connection.execute("ROLLBACK")
    connection.close()


def talk(served: Served, told: list[list[dict[str, Any]]]) -> None:
    """One tab: three messages, each answered before the next."""
    thread, frames = served.thread(), []
    with served.socket(thread) as socket:
        for number, text in enumerate(SAID):
            socket.send(f'{{"type": "message", "client_id": "c{number}", "text": "{text}"}}')
            frames += heard_until(socket, ends_turn)
    told.append(frames)


def over(served: Served, batches: list[str]) -> list[BatchView]:
    async def looked_at(optimize: Optimize) -> list[BatchView]:
        return [await optimize.use_cases.history.batch(batch) for batch in batches]

    deadline = time.monotonic() + PATIENCE
    views = served.ask(looked_at)
    while any(view.state != "finished" for view in views):
        assert time.monotonic() < deadline, [view.counts for view in views]
        time.sleep(0.3)
        views = served.ask(looked_at)
    return views


def test_bug_05_a_locked_database_loses_nothing(tmp_path: Path) -> None:
    took: list[float] = []
    told: list[list[dict[str, Any]]] = []
    with serving(tmp_path / "data") as served:
        served.ask(accept_tests)
        tabs = [threading.Thread(target=talk, args=(served, told)) for _ in range(2)]
        lock = threading.Thread(target=lock_from_outside, args=(tmp_path / "data" / "optimize.db", took))
        batches = served.ask(start_batches)
        for thread in (lock, *tabs):
            thread.start()
        for thread in (lock, *tabs):
            thread.join(PATIENCE)
        views = over(served, batches)
    assert took[0] >= LOCKED_SECONDS
    for view in views:
        assert view.counts.model_dump() == dict.fromkeys(view.counts.model_dump(), 0) | {
            "planned": view.counts.planned,
            "done": view.counts.planned,
            "passed": view.counts.planned,
        }
    assert [view.counts.planned for view in views] == [TESTS * RUNS, RUNS, RUNS, RUNS]
    assert len(told) == 2
    for frames in told:
        events = [frame for frame in frames if "event" in frame]
        assert [event["seq"] for event in events if "seq" in event] == list(range(1, len(events) + 1))
        ends = [event["event"] for event in events if ends_turn(event)]
        assert [end.get("outcome", {}).get("type") for end in ends] == ["success"] * len(SAID)

    assert asyncio.run(verified(f"sqlite:///{tmp_path / 'data' / 'optimize.db'}")).problems == ()

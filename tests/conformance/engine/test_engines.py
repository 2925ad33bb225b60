"""What every engine does with runs, and what only a durable one can promise."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from pathlib import Path

import pytest

from optimize.adapters.engine.dbos_engine import DbosEngine
from optimize.adapters.store.store import SqlStore
from optimize.domain.errors import Conflict
from tests.fakes.inline_engine import InlineEngine
from tests.fakes.planned import add_agent, add_batch, batch_of, body, new_store

PATIENCE, POLL = 15.0, 0.02


class Steps:
    """Records what is asked of it. `hold()` keeps every execution going until `let_go()`."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []
        self.lost: dict[str, str] = {}
        self.open: list[str] = []
        self.ended: set[str] = set()
        self.failures = 0
        self.at_once = self.most_at_once = 0
        self._free = asyncio.Event()
        self._free.set()

    def hold(self) -> None:
        self._free.clear()

    def let_go(self) -> None:
        self._free.set()

    async def execute(self, run_id: str) -> None:
        self.done.append(("started", run_id))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self._free.wait()
            await asyncio.sleep(0.01)
            if self.failures:
                self.failures -= 1
                raise OSError("disk full")
        finally:
            self.at_once -= 1
        self.done.append(("executed", run_id))

    async def judge(self, run_id: str) -> None:
        self.done.append(("judged", run_id))

    async def close_lost(self, run_id: str, why: str) -> None:
        self.lost[run_id] = why

    async def open_runs(self) -> list[str]:
        return self.open

    async def over(self, run_ids: Collection[str]) -> list[str]:
        return [run_id for run_id in run_ids if run_id in self.ended]

    def of(self, what: str) -> list[str]:
        return sorted(run for done, run in self.done if done == what)


async def until(true: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE / POLL)):
        if true():
            return
        await asyncio.sleep(POLL)
    raise TimeoutError


class Bench:
    """A store with an agent, and engines on it that are stopped at the end."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.steps = Steps()
        self._batches = 0

    def dbos(self, executor_id: str = "one", *, at_once: int = 8) -> DbosEngine:
        url = self.store.engine.url.render_as_string(hide_password=False)
        return DbosEngine(url, self.steps, executor_id=executor_id, executing=at_once)

    async def submit(self, engine: DbosEngine | InlineEngine, runs: int) -> list[str]:
        self._batches += 1
        planned = batch_of({"t": body(runs=runs)}, batch=f"batch_{self._batches}")
        async with self.store.writing() as tx:
            ids = await add_batch(tx, *planned)
            await engine.submit(tx, ids)
        return ids


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    store = await new_store(tmp_path)
    await add_agent(store)
    yield Bench(store)
    await store.close()


@pytest.fixture
async def dbos(bench: Bench) -> AsyncIterator[DbosEngine]:
    engine = bench.dbos()
    await engine.start()
    yield engine
    bench.steps.let_go()
    await engine.stop()


async def carried(engine: DbosEngine | InlineEngine, steps: Steps, runs: int) -> None:
    if isinstance(engine, InlineEngine):
        await engine.work()
    await until(lambda: len(steps.of("judged")) >= runs)


@pytest.mark.parametrize("kind", ["inline", "dbos"])
async def test_every_run_is_executed_and_then_judged_once(bench: Bench, kind: str) -> None:
    engine = InlineEngine(bench.steps) if kind == "inline" else bench.dbos()
    if isinstance(engine, DbosEngine):
        await engine.start()
    ids = await bench.submit(engine, runs=12)
    await carried(engine, bench.steps, runs=12)
    assert Counter(bench.steps.done) == {(what, run): 1 for run in ids for what in ("started", "executed", "judged")}
    assert all(bench.steps.done.index(("executed", run)) < bench.steps.done.index(("judged", run)) for run in ids)
    if isinstance(engine, DbosEngine):
        await engine.stop()


async def test_what_is_not_planned_is_not_queued_either(bench: Bench, dbos: DbosEngine) -> None:
    async def plan_and_change_my_mind() -> None:
        async with bench.store.writing() as tx:
            ids = await add_batch(tx, *batch_of({"t": body(runs=2)}, batch="batch_0"))
            await dbos.submit(tx, ids)
            raise Conflict("changed_my_mind", "Not after all.")

    with pytest.raises(Conflict):
        await plan_and_change_my_mind()
    await bench.submit(dbos, runs=1)
    await until(lambda: len(bench.steps.of("judged")) == 1)
    assert bench.steps.of("started") == ["batch_1-t-1"]


async def test_cancelling_stops_what_is_queued_and_what_runs(bench: Bench) -> None:
    engine = bench.dbos(at_once=1)
    await engine.start()
    bench.steps.hold()
    ids = await bench.submit(engine, runs=3)
    await until(lambda: len(bench.steps.of("started")) == 1)
    await engine.cancel(ids)
    await engine.cancel([])
    await until(lambda: bench.steps.at_once == 0)
    bench.steps.let_go()
    [other] = await bench.submit(engine, runs=1)
    await until(lambda: bench.steps.of("judged") == [other])
    assert len(bench.steps.of("started")) == 2
    assert bench.steps.of("executed") == [other]
    await engine.stop()


async def test_a_run_that_was_cancelled_in_another_process_is_dropped(bench: Bench, dbos: DbosEngine) -> None:
    bench.steps.hold()
    [run] = await bench.submit(dbos, runs=1)
    await until(lambda: bench.steps.at_once == 1)
    bench.steps.ended.add(run)
    await until(lambda: bench.steps.at_once == 0)
    assert bench.steps.of("executed") == []
    assert bench.steps.lost == {}


async def test_only_so_many_run_at_once(bench: Bench) -> None:
    engine = bench.dbos(at_once=2)
    await engine.start()
    await bench.submit(engine, runs=6)
    await until(lambda: len(bench.steps.of("judged")) == 6)
    assert bench.steps.most_at_once == 2
    await engine.stop()


async def test_what_was_in_flight_at_a_stop_is_resumed_at_the_next_start(bench: Bench) -> None:
    first = bench.dbos()
    await first.start()
    bench.steps.hold()
    ids = await bench.submit(first, runs=2)
    await until(lambda: bench.steps.at_once == 2)
    await first.stop()
    await first.stop()
    assert bench.steps.at_once == 0
    assert await asyncio.to_thread(lambda: "threads still work") == "threads still work"

    bench.steps.let_go()
    second = bench.dbos()
    await second.start()
    await until(lambda: bench.steps.of("judged") == ids)
    assert Counter(bench.steps.of("started")) == dict.fromkeys(ids, 2)
    assert bench.steps.of("executed") == ids
    assert bench.steps.lost == {}
    await second.stop()


async def test_the_work_of_a_dead_executor_waits_until_it_is_recovered(bench: Bench) -> None:
    dead = bench.dbos("dead")
    await dead.start()
    bench.steps.hold()
    [run] = await bench.submit(dead, runs=1)
    await until(lambda: bench.steps.at_once == 1)
    await dead.stop()

    bench.steps.let_go()
    alive = bench.dbos("alive")
    await alive.start()
    assert await alive.recover() == 0
    assert bench.steps.of("executed") == []
    assert await alive.recover(["dead"]) == 1
    await until(lambda: bench.steps.of("judged") == [run])
    assert await alive.recover(["dead"]) == 0
    await alive.stop()


async def test_a_step_is_tried_again_and_then_the_run_is_closed_with_the_reason(bench: Bench, dbos: DbosEngine) -> None:
    bench.steps.failures = 1
    [once] = await bench.submit(dbos, runs=1)
    await until(lambda: bench.steps.of("judged") == [once])
    assert bench.steps.lost == {}

    bench.steps.failures = 3
    [always] = await bench.submit(dbos, runs=1)
    await until(lambda: len(bench.steps.of("judged")) == 2)
    assert bench.steps.lost == {always: "It could not be carried on: OSError: disk full"}


async def test_an_open_run_that_nobody_will_carry_on_is_closed(bench: Bench, dbos: DbosEngine) -> None:
    bench.steps.hold()
    [running] = await bench.submit(dbos, runs=1)
    await until(lambda: bench.steps.at_once == 1)
    bench.steps.open = [running, "never"]
    assert await dbos.recover() == 1
    assert bench.steps.lost == {"never": "It was left behind by the queue (never queued)."}
    bench.steps.let_go()
    await until(lambda: bench.steps.of("judged") == [running])
    await asyncio.sleep(0.3)
    assert await dbos.recover() == 2
    assert bench.steps.lost[running] == "It was left behind by the queue (SUCCESS)."


async def test_nothing_can_be_queued_before_it_is_open(bench: Bench) -> None:
    with pytest.raises(RuntimeError, match="not open"):
        await bench.submit(bench.dbos(), runs=1)


async def test_what_is_queued_before_the_start_is_taken_up_after_it_and_what_was_cancelled_is_not(bench: Bench) -> None:
    engine = bench.dbos()
    await engine.open()
    first, second = await bench.submit(engine, runs=2)
    await engine.cancel([first])
    assert bench.steps.done == []
    await engine.start()
    await until(lambda: bench.steps.of("judged") == [second])
    await engine.stop()
    assert bench.steps.of("started") == [second]


async def test_what_is_queued_and_never_started_here_is_left_for_others(bench: Bench) -> None:
    closing = bench.dbos("one")
    await closing.open()
    ids = await bench.submit(closing, runs=2)
    await closing.stop()
    taking = bench.dbos("two")
    await taking.start()
    await until(lambda: bench.steps.of("judged") == sorted(ids))
    await taking.stop()

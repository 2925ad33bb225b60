"""Several processes on one database: they die, they fall asleep, and each run still ends once (faults 1, 3 and 4)."""

import asyncio
import os
import random
import signal
from collections import Counter
from pathlib import Path
from time import monotonic

from tests.faults.fleet import Fleet, Nursery, a_fleet
from tests.faults.reporting import report

RUNS = 40
SEED = 20260105


def begun(states: Counter[str]) -> bool:
    return states["finished"] >= 5


async def asleep_with_work(fleet: Fleet, process: int) -> int:
    """Stop a worker in the middle of its work; how many runs it holds. Not while it has the turn to write: then
    everybody would wait for it, as for anybody who freezes with the lock in his hand.
    """
    for _ in range(50):
        os.kill(process, signal.SIGSTOP)
        held = await fleet.rows("SELECT id FROM run WHERE state IN ('running', 'judging') AND owner = 'p1'")
        before = await fleet.rows("SELECT seen_at FROM executor WHERE id = 'p0'")
        await asyncio.sleep(0.7)
        if held and before != await fleet.rows("SELECT seen_at FROM executor WHERE id = 'p0'"):
            return len(held)
        os.kill(process, signal.SIGCONT)
        await asyncio.sleep(0.05)
    raise AssertionError("the worker never held a run")


async def test_workers_that_are_killed_again_and_again_lose_and_double_nothing(
    nursery: Nursery, migrated: str, tmp_path: Path
) -> None:
    rng = random.Random(SEED)
    async with a_fleet(nursery, migrated, tmp_path, latency=0.1) as fleet:
        fleet.start(runs=RUNS)
        fleet.start()
        fleet.start()
        await fleet.until(begun)
        kills = 0
        while kills < 6 and begun(await fleet.states()):
            fleet.kill(rng.choice(fleet.alive))
            kills += 1
            fleet.start()
            await asyncio.sleep(rng.uniform(0.05, 0.35))
        killed_until = monotonic()
        await fleet.done(RUNS)
        figures = await fleet.require_sound(RUNS)
        report(f"seed {SEED}: {kills} kills, {figures}, done {monotonic() - killed_until:.1f} s after the last one")
        given_up = await fleet.rows("SELECT count(*) FROM run WHERE state <> 'finished' AND attempt <= 3")
        assert given_up == [(0,)]


async def test_the_whole_service_killed_during_run_all_goes_on_where_it_was(
    nursery: Nursery, migrated: str, tmp_path: Path
) -> None:
    async with a_fleet(nursery, migrated, tmp_path, latency=0.1) as fleet:
        fleet.start(runs=RUNS)
        await fleet.until(begun)
        for process in tuple(fleet.alive):
            fleet.kill(process)
        finished = {run for (run,) in await fleet.rows("SELECT id FROM run WHERE state = 'finished'")}
        restarted = monotonic()
        fleet.start()
        await fleet.until(lambda states: states["finished"] > len(finished))
        resumed = monotonic() - restarted
        await fleet.done(RUNS)
        figures = await fleet.require_sound(RUNS)
        again = await fleet.rows("SELECT id FROM run WHERE attempt > 1")
        assert not finished & {run for (run,) in again}
        report(f"resumed after {resumed:.1f} s, {len(again)} runs started again, {figures}")


async def test_a_worker_that_fell_asleep_is_replaced_and_what_it_brings_late_is_refused(
    nursery: Nursery, migrated: str, tmp_path: Path
) -> None:
    async with a_fleet(nursery, migrated, tmp_path, latency=0.3) as fleet:
        fleet.start(runs=RUNS)
        sleeper = fleet.start()
        await fleet.until(begun)
        held = await asleep_with_work(fleet, sleeper)
        await fleet.done(RUNS)
        os.kill(sleeper, signal.SIGCONT)
        await asyncio.sleep(2)
        figures = await fleet.require_sound(RUNS)
        taken_over = await fleet.rows("SELECT count(*) FROM run WHERE attempt > 1")
        report(f"the sleeper held {held} runs, {taken_over[0][0]} were started again by others, {figures}")
        assert await fleet.states() == {"finished": RUNS}

"""A cap on what a batch may spend holds, however many runs go on at once and whatever is lost (fault 20)."""

import asyncio
import random
from decimal import Decimal
from pathlib import Path

from optimize.domain.cost import Usage
from tests.fakes.planned import body
from tests.faults.reporting import report
from tests.faults.served import JUDGED, served, states

RUNS = 40
SEED = 3
CENT = Decimal("0.01")


class Flat:
    """Every call costs the same, so that a cap is a number of calls."""

    version = "flat"

    def __init__(self, price: Decimal | None = CENT) -> None:
        self._price = price

    def price(self, model: str, usage: Usage) -> Decimal | None:
        return None if usage.output_tokens is None else self._price


async def test_sixteen_workers_and_a_cap_of_ten_calls(tmp_path: Path) -> None:
    async with served(tmp_path, prices=Flat(), concurrency=16, starts_full=True) as there:
        runs = await there.run(body(runs=RUNS), at_once=16, budget=10 * CENT)
        calls, spent = await there.calls(), await there.spent()
        assert (len(calls), len(there.wire.requests), spent) == (10, 10, 10 * CENT)
        assert states(runs) == {"finished": 10, "could_not_run": RUNS - 10}
        assert all("budget" in (run.why or "").lower() for run in runs if run.state == "could_not_run")
        report(f"16 workers, a cap of 10 calls: {len(calls)} calls, ${spent} spent, overspend $0")


async def test_what_a_call_may_cost_is_reserved_and_the_rest_is_given_back(tmp_path: Path) -> None:
    async with served(tmp_path, concurrency=16) as there:
        runs = await there.run(body(runs=RUNS), at_once=16, budget=5 * CENT)
        spent = sum((call.cost or Decimal(0) for call in await there.calls()), Decimal(0))
        # One call may cost four cents and costs a fraction of one: they wait for each other, and none is refused.
        assert states(runs) == {"finished": RUNS}
        assert await there.spent() == spent < 5 * CENT


async def test_the_judge_pays_from_the_same_purse(tmp_path: Path) -> None:
    async with served(tmp_path, prices=Flat(), concurrency=16) as there:
        runs = await there.run(body(criteria=JUDGED, runs=RUNS), at_once=16, budget=30 * CENT)
        assert await there.spent() == 30 * CENT
        assert set(states(runs)) == {"finished", "could_not_run"}
        assert all(run.why for run in runs if run.state == "could_not_run")
        judged = {call.run for call in await there.calls("judge")}
        assert {run.id for run in runs if run.state == "finished"} == judged


async def test_a_model_without_a_price_cannot_be_used_within_a_budget(tmp_path: Path) -> None:
    async with served(tmp_path, prices=Flat(None)) as there:
        runs = await there.run(body(runs=3), budget=Decimal(5))
        assert {run.why for run in runs} == {"The budget cannot be kept: the price of a model in use is unknown."}
        assert there.wire.requests == []


async def test_the_worst_case_of_a_lost_call_stays_spent(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    async with served(tmp_path, prices=Flat()) as there:
        running = asyncio.create_task(there.run(body(runs=RUNS), at_once=4, budget=Decimal(1)))
        await asyncio.sleep(rng.uniform(0.1, 0.2))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await asyncio.sleep(0.2)  # what was under way is written down by tasks of its own
        calls = await there.calls()
        assert calls
        paid = [call for call in calls if call.state in ("done", "unknown")]
        assert {call.state for call in calls} <= {"done", "unknown", "failed"}
        assert await there.spent() == len(paid) * CENT
        report(f"seed {SEED}: interrupted after {len(calls)} calls, ${await there.spent()} counted")

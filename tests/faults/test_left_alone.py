"""An endpoint that asks to be left alone for a day pauses the batch, and says so; nothing of it is lost (fault 10)."""

from collections import Counter
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from optimize.application.history import History
from optimize.application.views import Paused
from tests.fakes.planned import body
from tests.faults.judging import agrees
from tests.faults.reporting import report
from tests.faults.served import JUDGED, Served, served, states
from tests.standins.openai_wire import Step

RUNS, LOOKS = 20, 4
DAY = 86_400.0


async def shown(there: Served) -> Paused | None:
    history = History(there.store, there.clock)
    view = await history.batch("batch_1")
    assert (await history.progress("batch_1")).paused == view.paused
    return view.paused


@pytest.mark.parametrize("at", [0, 1, 7, 2 * RUNS - 1])
@pytest.mark.parametrize("status", [429, 503])
async def test_a_batch_is_paused_for_a_day_and_then_goes_on(tmp_path: Path, at: int, status: int) -> None:
    async with served(tmp_path, agrees, concurrency=8, starts_full=True) as there:
        began, seen = there.clock.now(), list[Paused | None]()

        async def look() -> None:
            if len(seen) < LOOKS:
                seen.append(await shown(there))

        there.while_waiting = look
        there.wire.steps.extend([Step()] * at + [Step(status=status, retry_after=f"{DAY:g}")])
        runs = await there.run(body(criteria=JUDGED, runs=RUNS), at_once=8)
        calls = await there.calls()
        until = began + timedelta(seconds=DAY)
        assert states(runs) == {"finished": RUNS}
        assert {verdict.verdict.outcome for verdict in await there.verdicts()} == {"passed"}
        assert seen == [Paused(until=until, why="wire asks to be left alone.")] * len(seen)
        assert await shown(there) is None
        assert there.live.paused == ["batch_1"]
        assert until <= there.clock.now() <= until + timedelta(seconds=8 * 60)
        assert Counter(call.state for call in calls)["done"] == 2 * RUNS
        assert max(run.agent_ms or 0 for run in runs) == 0
        report(f"{status} after {at} answers, Retry-After {DAY:g}: {RUNS} of {RUNS} runs finished a day later")


async def test_nothing_is_held_in_reserve_while_it_waits(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        reserved = []

        async def look() -> None:
            reserved.append(await there.reserved())

        there.while_waiting = look
        there.wire.steps.append(Step(status=429, retry_after="300"))
        [run] = await there.run(body(runs=1), budget=Decimal(1))
        assert run.state == "finished"
        assert reserved == [0] * 5


async def test_one_that_says_it_every_day_is_waited_for_every_day(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.extend([Step(status=429, retry_after=f"{DAY:g}")] * 7)
        [run] = await there.run(body(runs=1))
        assert run.state == "finished"
        assert sum(there.waits) == 7 * DAY
        assert there.live.paused == ["batch_1"] * 7

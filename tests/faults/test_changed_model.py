"""An alias is moved to another model while a batch runs (fault 16): the batch says so, everywhere it is shown."""

from pathlib import Path

from rich.console import Console

from optimize.application.history import History
from optimize.application.junit import junit
from optimize.cli.summary import show
from tests.fakes.planned import body
from tests.faults.reporting import report
from tests.faults.served import JUDGED, served
from tests.standins.openai_wire import Step

BEFORE, AFTER = "small-2026-01-05", "small-2026-02-01"
RUNS = 10


async def test_a_model_that_changes_in_the_middle_is_noted(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.extend(Step(model=BEFORE if n < RUNS else AFTER) for n in range(2 * RUNS))
        await there.run(body(criteria=JUDGED, runs=RUNS), at_once=1)
        history = History(there.store, there.clock)
        batch = await history.batch("batch_1")
        [first, *_] = (await history.runs("desk", limit=RUNS)).items[::-1]
        calls = (await history.run(first.id)).calls
    said = f"openai:small was answered by {BEFORE}, then by {AFTER}: the model changed while this batch ran."
    assert batch.drift == [said]
    assert (batch.state, batch.counts.done) == ("finished", RUNS)
    assert [(call.model, call.answered) for call in calls] == [("openai:small", BEFORE)] * 2
    assert said in junit(batch, {}).decode()
    console = Console(record=True, width=200)
    show(batch, {}, console)
    assert f"Note: {said}" in console.export_text()
    report(f"{2 * RUNS} calls, the model changed after {RUNS}: 1 note")


async def test_a_model_that_stays_the_same_is_no_news(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.extend([Step(model=BEFORE)] * 6)
        await there.run(body(criteria=JUDGED, runs=3), at_once=1)
        assert (await History(there.store, there.clock).batch("batch_1")).drift == []


async def test_a_name_that_is_none_is_left_out(tmp_path: Path) -> None:
    nameless = '{"model": %s, "choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}]}'
    async with served(tmp_path) as there:
        there.wire.steps.extend(Step(body=nameless % name) for name in ("null", "[1]", '""', '"a\\u0000b\\ud800"'))
        await there.run(body(runs=4), at_once=1)
        names = [call.answered for call in await there.calls()]
        assert (await History(there.store, there.clock).batch("batch_1")).drift == []
    assert names[:3] == [None, None, None]
    assert names[3]
    assert "\0" not in names[3]

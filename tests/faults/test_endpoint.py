"""An endpoint that limits, fails, dawdles or talks nonsense: what is ours is tried again, and nothing is made up."""

import json
from collections import Counter
from datetime import timedelta
from decimal import Decimal
from email.utils import format_datetime
from pathlib import Path

import pytest

from optimize.adapters.models.backoff import TRIES
from optimize.adapters.prices import PublishedPrices
from tests.fakes.planned import body
from tests.faults.judging import SAID, agrees
from tests.faults.reporting import report
from tests.faults.served import JUDGED, served, states
from tests.standins.openai_wire import Call, Reply, Step

SEED = 11
ONE = body(runs=1)


NONSENSE = [("-1", 2), ("soon", 2), ("1e300", 1)]


@pytest.mark.parametrize(("asked", "tries"), [("3", 2), ("61", 2), ("86400", 2), ("date", 2), ("700000", 1), *NONSENSE])
async def test_a_retry_after_is_obeyed_ignored_or_refused_as_it_makes_sense(
    tmp_path: Path, asked: str, tries: int
) -> None:
    async with served(tmp_path) as there:
        date = format_datetime(there.clock.now() + timedelta(seconds=20), usegmt=True)
        there.wire.steps.append(Step(status=429, retry_after=date if asked == "date" else asked))
        [run] = await there.run(ONE)
        calls = await there.calls("agent")
        assert len(calls) == tries
        waited = {"3": 3, "61": 61, "86400": 86_400, "date": 20}.get(asked, 0)
        assert waited - 1 <= sum(there.waits) <= waited + 1
        assert run.state == ("finished" if tries > 1 else "could_not_run")
        assert (run.agent_ms or 0) == 0  # the waiting is ours, and the answer takes no time on this clock
        report(f"Retry-After {asked}: {len(calls)} tries, {sum(there.waits):.1f} s waited")


@pytest.mark.parametrize("status", [500, 502, 503, 529])
async def test_a_failing_endpoint_is_tried_again_and_then_the_run_could_not_run(tmp_path: Path, status: int) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.extend([Step(status=status)] * TRIES)
        [run] = await there.run(ONE)
        assert run.state == "could_not_run"
        assert str(status) in (run.why or "")
        assert [call.state for call in await there.calls()] == ["failed"] * TRIES
        assert await there.verdicts() == []


@pytest.mark.parametrize("page", ["", "<html>Bad gateway</html>", "[]", '{"choices": []}', '{"choices": 1'])
async def test_what_is_no_completion_says_nothing_about_the_agent(tmp_path: Path, page: str) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.extend([Step(body=page)] * TRIES)
        [run] = await there.run(ONE)
        assert (run.state, await there.verdicts()) == ("could_not_run", [])
        assert {call.state for call in await there.calls()} == {"failed"}


async def test_a_call_that_never_ends_is_given_up_at_its_limit(tmp_path: Path) -> None:
    async with served(tmp_path, call_seconds=0.1) as there:
        there.wire.steps.extend([Step(delay=30)] * TRIES)
        [run] = await there.run(ONE)
        assert run.state == "could_not_run"
        assert "too long" in (run.why or "")
        assert len(await there.calls()) == TRIES


@pytest.mark.parametrize(
    "said",
    [
        Reply(text="x" * 5_000_000),
        Reply(calls=(Call(name="find_order", arguments='{"order": '),)),
        Reply(calls=(Call(name="", arguments="[1]"),)),
        Reply(text="cut", finish="length"),
        Reply(refusal="I will not."),
    ],
    ids=["five megabytes", "half an argument", "no name", "cut off", "refusal"],
)
async def test_an_odd_answer_is_kept_and_judged(tmp_path: Path, said: Reply) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.append(Step(reply=said))
        [run] = await there.run(ONE)
        assert run.state == "finished"
        assert run.transcript is not None
        assert len(await there.verdicts()) == 1


async def test_marks_that_no_database_takes_are_shown_as_such(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.append(Step(body=_completion({}, "hello \0 and \ud800")))
        [run] = await there.run(ONE)
        assert run.state == "finished"
        assert run.transcript is not None
        assert "\0" not in (run.transcript.answer or "\0")
        assert (await there.verdicts())[0].verdict.passed


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": -5, "completion_tokens": 1}, {"prompt_tokens": 10**30}])
async def test_usage_that_cannot_be_true_leaves_the_cost_unknown(tmp_path: Path, usage: object) -> None:
    async with served(tmp_path, prices=PublishedPrices({"openai:small": (Decimal(1), Decimal(2))})) as there:
        there.wire.steps.append(Step(body=_completion(usage)))
        [run] = await there.run(ONE)
        [call] = await there.calls()
        assert run.state == "finished"
        assert (call.state, call.input_tokens, call.cost) == ("done", None, None)


async def test_a_judge_that_cannot_be_read_is_asked_once_more_and_the_agent_never(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        nonsense = Step(reply=Reply(text="I think it is fine."))
        there.wire.steps.extend([Step(), nonsense, nonsense])
        [run, *_] = await there.run(body(criteria=JUDGED, runs=5), at_once=1)
        assert run.state == "finished"
        first = (await there.verdicts())[0].verdict
        assert first.outcome == "could_not_judge"
        assert "I think it is fine." in first.reason
        agents = Counter(call.run for call in await there.calls("agent"))
        assert set(agents.values()) == {1}


async def test_a_judge_that_is_down_costs_no_second_run_of_the_agent_and_no_whole_batch(tmp_path: Path) -> None:
    async with served(tmp_path, agrees) as there:
        there.wire.steps.extend([Step(), *[Step(status=503)] * TRIES])
        first, *others = await there.run(body(criteria=JUDGED, runs=5), at_once=1)
        assert first.state == "finished"
        assert first.transcript is not None
        assert first.transcript.answer == SAID
        assert (await there.verdicts())[0].verdict.outcome == "could_not_judge"
        assert states(others) == {"could_not_run": 4}
        assert all("several times in a row" in (run.why or "") for run in others)
        assert len(await there.calls("agent")) == 1


def _completion(usage: object, text: str = "hello") -> str:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return json.dumps({"choices": [choice], "usage": usage})

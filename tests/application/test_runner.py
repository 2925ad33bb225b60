"""A planned run on its way to its verdicts, against the real store."""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

import pytest

from optimize.application.ports.agent_under_test import Tools
from optimize.application.runner import MOST_ATTEMPTS
from optimize.domain.acceptance_test import TestBody
from optimize.domain.errors import Unavailable
from optimize.domain.setup import Setup
from optimize.domain.transcript import Ending
from tests.fakes.agents import Answers, FakeAgents, echo
from tests.fakes.models import finds, says
from tests.fakes.planned import add_agent, body, new_store
from tests.fakes.runner_world import ASSERTION, FIRST, World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    store = await new_store(tmp_path)
    await add_agent(store)
    yield World(store)
    await store.close()


async def test_a_run_gets_a_transcript_then_verdicts_and_the_batch_ends(world: World) -> None:
    [run_id] = await world.plan()
    await world.runner.execute(run_id)
    run, batch = await world.run(), await world.batch()
    assert (run.state, run.attempt, run.owner, batch.state) == ("judging", 1, "worker-1", "running")
    assert run.transcript is not None
    assert run.transcript.answer == "You said: Hello"
    assert world.live.progressed == []

    await world.runner.judge(run_id)
    run, batch = await world.run(), await world.batch()
    assert (run.state, batch.state, batch.finished_at) == ("finished", "finished", world.clock.now())
    [verdict] = await world.verdicts()
    assert (verdict.kind, verdict.verdict.passed) == ("answerContains", True)
    assert world.live.progressed == ["batch_1"]
    assert world.agents.opened == [(run_id, 1, [])]
    assert world.agents.conversations[0].closed


async def test_both_units_can_be_repeated_at_any_time(world: World) -> None:
    [run_id] = await world.plan()
    for _ in range(2):
        await world.runner.execute(run_id)
    for _ in range(2):
        await world.runner.judge(run_id)
        await world.runner.execute(run_id)
    run = await world.run()
    assert (run.state, run.attempt) == ("finished", 1)
    assert len(world.agents.opened) == 1
    assert len(await world.verdicts()) == 1


async def test_a_batch_ends_with_its_last_run_only(world: World) -> None:
    runs = await world.plan(body(runs=6))
    for run_id in runs[:-1]:
        await world.finish([run_id])
        assert (await world.batch()).state == "running"
    await world.finish(runs[-1:])
    assert (await world.batch()).state == "finished"


async def test_many_runs_at_once_all_end(world: World) -> None:
    runs = await world.plan(body(runs=20))
    await world.finish(runs, at_once=8)
    assert {(await world.run(run_id)).state for run_id in runs} == {"finished"}
    assert (await world.batch()).state == "finished"


async def test_the_simulated_user_is_asked_in_the_runs_name(world: World) -> None:
    await world.plan(body(simulated_user={"persona": "from {{agent.city}}", "goal": "a greeting"}))
    await world.finish([FIRST])
    run = await world.run()
    assert run.transcript is not None
    assert run.transcript.ending is Ending.GOAL_REACHED
    [(_, document, context)] = world.models.asked
    assert document["persona"] == "from London"
    assert (context.run, context.attempt) == (FIRST, 1)


async def test_swaps_of_the_batch_reach_the_agent(world: World) -> None:
    await world.plan(setup=Setup(model="fake:cheap", prompt={"role": "Be brief."}))
    await world.finish([FIRST])
    [definition] = world.agents.connected
    assert definition.model is not None
    assert definition.model.ref == "fake:cheap"
    assert definition.instructions == "Be brief."


async def breaks(message: str, tools: Tools) -> NoReturn:
    raise KeyError("order")


async def down(message: str, tools: Tools) -> NoReturn:
    raise Unavailable("model_unavailable", "The model does not answer.")


async def test_an_agent_that_breaks_has_failed_the_run(world: World) -> None:
    await world.plan()
    world.agents.answers = breaks
    await world.finish([FIRST])
    [verdict] = await world.verdicts()
    assert (await world.run()).state == "finished"
    assert verdict.verdict.outcome == "failed"
    assert verdict.verdict.reason.startswith("The agent failed: KeyError: 'order'")


async def test_an_agent_that_cannot_open_a_conversation_has_failed_the_run(world: World) -> None:
    class Unopened(FakeAgents):
        def open(self, *, run: str, attempt: int, seed: int, history: list[tuple[str, str]]) -> NoReturn:
            raise ValueError("no database")

    world.agents = Unopened()
    world.runner = world.a_runner("worker-1")
    await world.plan()
    await world.finish([FIRST])
    assert "ValueError: no database" in (await world.verdicts())[0].verdict.reason


@pytest.mark.parametrize(
    ("test", "answers", "parts", "why"),
    [
        (body(), down, {}, "The model does not answer."),
        (
            body(situation={"messages": [{"role": "user", "text": "{{test_case.to}}"}]}),
            echo,
            {},
            "There is no attribute test_case.to. Known: agent.city.",
        ),
        (body(), echo, {"setup": Setup(prompt={"tone": "x"})}, "desk has no prompt part tone. It has: role."),
    ],
)
async def test_what_says_nothing_about_the_agent_could_not_run(
    world: World, test: TestBody, answers: Answers, parts: dict[str, Any], why: str
) -> None:
    await world.plan(test, **parts)
    world.agents.answers = answers
    await world.finish([FIRST])
    run = await world.run()
    assert (run.state, run.why) == ("could_not_run", why)
    assert await world.verdicts() == []
    assert (await world.batch()).state == "finished"


async def test_an_invalid_simulated_user_could_not_run_and_keeps_the_transcript(world: World) -> None:
    world.answers(simulator=says(""))
    await world.plan(body(simulated_user={"persona": "p", "goal": "g"}))
    await world.finish([FIRST])
    run = await world.run()
    assert run.state == "could_not_run"
    assert run.transcript is not None
    assert run.transcript.ending is Ending.SIMULATOR_INVALID


async def test_a_run_whose_process_died_is_started_again_and_its_calls_are_unknown(world: World) -> None:
    await world.plan()
    async with world.store.writing() as tx:
        await tx.runs.claim(FIRST, owner="dead", at=world.clock.now())
    await world.call("call_1")
    await world.call("call_2", state="done", cost=Decimal("0.1"))
    await world.finish([FIRST])
    run = await world.run()
    assert (run.state, run.attempt, run.owner) == ("finished", 2, "worker-1")
    assert [call.state for call in await world.calls()] == ["unknown", "done"]


async def test_a_run_that_could_really_write_is_never_started_again(world: World) -> None:
    await world.plan(writes="execute", go_ahead={"by": "ann", "write_tools": ["cancel_order"]})
    async with world.store.writing() as tx:
        await tx.runs.claim(FIRST, owner="dead", at=world.clock.now())
    await world.finish([FIRST])
    run = await world.run()
    assert run.state == "could_not_run"
    assert "may have landed" in (run.why or "")
    assert world.agents.opened == []


async def test_a_run_that_kills_its_process_again_and_again_is_given_up(world: World) -> None:
    await world.plan()
    async with world.store.writing() as tx:
        for _ in range(MOST_ATTEMPTS):
            await tx.runs.claim(FIRST, owner="dead", at=world.clock.now())
    await world.finish([FIRST])
    run = await world.run()
    assert run.state == "could_not_run"
    assert "3 times" in (run.why or "")
    assert (await world.batch()).state == "finished"


async def test_an_outcome_that_comes_after_somebody_took_over_is_not_kept(world: World) -> None:
    await world.plan()
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def slow_once(message: str, tools: Tools) -> str:
        if not reached.is_set():
            reached.set()
            await go_on.wait()
            return "hello from the sleeper"
        return "hello from the other"

    world.agents.answers = slow_once
    sleeper = asyncio.create_task(world.runner.execute(FIRST))
    await reached.wait()
    other = world.a_runner("worker-2")
    await other.execute(FIRST)
    go_on.set()
    await sleeper
    await other.judge(FIRST)
    run = await world.run()
    assert (run.state, run.attempt, run.owner) == ("finished", 2, "worker-2")
    assert run.transcript is not None
    assert run.transcript.answer == "hello from the other"
    assert len(await world.verdicts()) == 1


async def test_a_crash_while_judging_never_runs_the_agent_again(world: World) -> None:
    def crash(_document: dict[str, Any]) -> NoReturn:
        raise SystemExit("the process dies here")

    await world.plan(body(criteria=[ASSERTION], runs=5))
    await world.runner.execute(FIRST)
    world.answers(judge=crash)
    with pytest.raises(SystemExit):
        await world.runner.judge(FIRST)
    await world.call("call_1", role="judge")
    assert (await world.run()).state == "judging"

    world.answers(judge=finds("said: hello"))
    await world.finish([FIRST])
    run = await world.run()
    assert (run.state, run.attempt) == ("finished", 1)
    assert len(world.agents.opened) == 1
    assert [call.state for call in await world.calls()] == ["unknown"]
    assert (await world.verdicts())[0].verdict.passed

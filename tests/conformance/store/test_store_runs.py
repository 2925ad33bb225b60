"""Runs: claimed, fenced, finished once."""

import pytest

from optimize.application.records import VerdictRecord
from optimize.application.views import RunState
from optimize.domain.errors import Conflict
from optimize.domain.verdict import Citation, Outcome, Verdict, failed, passed
from tests.conformance.store.world import TRANSCRIPT, World, a_batch, a_run, a_write, later


async def test_a_claim_takes_the_run_with_the_next_attempt(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        first = await tx.runs.claim("r1", owner="w1", at=later(1))
        second = await tx.runs.claim("r1", owner="w2", at=later(2))
        assert await tx.runs.claim("none", owner="w1", at=later(1)) is None
    assert first is not None
    assert second is not None
    assert (first.state, first.attempt, first.owner, first.started_at) == ("running", 1, "w1", later(1))
    assert (second.state, second.attempt, second.owner, second.started_at) == ("running", 2, "w2", later(2))


async def test_the_second_attempt_wins(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        await tx.runs.claim("r1", owner="asleep", at=later(1))
        await tx.runs.claim("r1", owner="awake", at=later(2))
    async with world.store.writing() as tx:
        assert not await tx.runs.record_transcript("r1", attempt=1, transcript=TRANSCRIPT, agent_ms=1)
        assert await tx.runs.record_transcript("r1", attempt=2, transcript=TRANSCRIPT, agent_ms=2)
    async with world.store.writing() as tx:
        assert not await tx.runs.finish("r1", attempt=1, verdicts=[failed("late")], kinds=["k"], at=later(3))
        assert await tx.runs.finish("r1", attempt=2, verdicts=[passed("ok")], kinds=["k"], at=later(3))
        verdicts = await tx.runs.verdicts(["r1"])
        run = await tx.runs.get("r1")
    assert [record.verdict.reason for record in verdicts] == ["ok"]
    assert run is not None
    assert (run.state, run.agent_ms, run.finished_at, run.transcript) == ("finished", 2, later(3), TRANSCRIPT)


async def test_a_run_past_running_is_not_claimed_again(world: World) -> None:
    await world.planned(a_run())
    await world.judging("r1")
    async with world.store.writing() as tx:
        assert await tx.runs.claim("r1", owner="w2", at=later(2)) is None
        assert not await tx.runs.record_transcript("r1", attempt=1, transcript=TRANSCRIPT, agent_ms=1)


async def test_verdicts_come_back_whole_and_in_order(world: World) -> None:
    await world.planned(a_run("r2", n=2), a_run("r1"))
    judged = Verdict(
        outcome=Outcome.COULD_NOT_JUDGE,
        reason="no quote “found”",
        citations=(Citation(event=4, quote="12 °C"),),
        score=0.5,
        judge={"model": "m", "prompt": "p"},
    )
    attempt = await world.judging("r1")
    async with world.store.writing() as tx:
        assert await tx.runs.finish(
            "r1", attempt=attempt, verdicts=[passed("yes", 1), judged], kinds=["a", "b"], at=later(2)
        )
    await world.finished("r2")
    async with world.store.reading() as tx:
        found = await tx.runs.verdicts(["r2", "r1", "none"])
        assert await tx.runs.verdicts([]) == []
    assert [(record.run, record.criterion, record.kind) for record in found] == [
        ("r1", 0, "a"),
        ("r1", 1, "b"),
        ("r2", 0, "answerContains"),
    ]
    assert found[1] == VerdictRecord(run="r1", criterion=1, kind="b", verdict=judged)


async def test_runs_are_counted_by_state_and_by_what_came_of_all_their_criteria(world: World) -> None:
    every = [a_run(f"r{n}", n=n) for n in range(1, 8)]
    await world.planned(*every)
    await world.planned(a_run("other", batch="b2"), batch="b2")
    unsure = Verdict(outcome=Outcome.COULD_NOT_JUDGE, reason="no model")
    ends = {
        "r1": [passed("a"), passed("b")],
        "r2": [passed("a"), passed("b")],
        "r3": [unsure, passed("b")],
        "r4": [unsure, failed("b")],
    }
    for run, verdicts in ends.items():
        attempt = await world.judging(run)
        async with world.store.writing() as tx:
            await tx.runs.finish(run, attempt=attempt, verdicts=verdicts, kinds=["a", "b"], at=later(2))
    await world.judging("r5")
    async with world.store.writing() as tx:
        await tx.runs.close("r6", "cancelled", why="enough", at=later(2))
    async with world.store.reading() as tx:
        tally = await tx.runs.tally("b1")
        assert await tx.runs.tally("none") == {}
    assert tally == {
        ("finished", Outcome.PASSED): 2,
        ("finished", Outcome.COULD_NOT_JUDGE): 1,
        ("finished", Outcome.FAILED): 1,
        ("judging", None): 1,
        ("cancelled", None): 1,
        ("planned", None): 1,
    }


async def test_how_the_runs_of_each_test_stand(world: World) -> None:
    await world.planned(a_run("r1"), a_run("r2", n=2), a_run("r3", test="t2"))
    await world.finished("r1")
    async with world.store.reading() as tx:
        assert await tx.runs.tally_by_test("none") == {}
        assert await tx.runs.tally_by_test("b1") == {
            "t1": {("finished", Outcome.PASSED): 1, ("planned", None): 1},
            "t2": {("planned", None): 1},
        }


async def test_the_runs_of_some_tests_of_a_batch(world: World) -> None:
    await world.planned(a_run("r2", n=2), a_run("r1"), a_run("r3", test="t2"))
    async with world.store.reading() as tx:
        assert [run.id for run in await tx.runs.of_batch("b1", tests=["t1", "none"])] == ["r1", "r2"]
        assert await tx.runs.of_batch("b1", tests=[]) == []


async def test_a_run_is_finished_once(world: World) -> None:
    await world.planned(a_run())
    await world.finished("r1")
    async with world.store.writing() as tx:
        assert not await tx.runs.finish("r1", attempt=1, verdicts=[failed("no")], kinds=["k"], at=later(9))
        assert not await tx.runs.close("r1", "cancelled", why="late", at=later(9))
        assert await tx.runs.claim("r1", owner="w2", at=later(9)) is None


async def test_a_run_is_not_finished_without_a_verdict(world: World) -> None:
    await world.planned(a_run())
    await world.judging("r1")
    with pytest.raises(Conflict):
        async with world.store.writing() as tx:
            await tx.runs.finish("r1", attempt=1, verdicts=[], kinds=[], at=later(2))
    async with world.store.reading() as tx:
        run = await tx.runs.get("r1")
    assert run is not None
    assert (run.state, run.finished_at) == ("judging", None)


@pytest.mark.parametrize("state", ["could_not_run", "cancelled"])
@pytest.mark.parametrize("before", ["planned", "running", "judging"])
async def test_any_open_run_can_be_closed_once(world: World, state: RunState, before: str) -> None:
    await world.planned(a_run())
    if before == "running":
        async with world.store.writing() as tx:
            await tx.runs.claim("r1", owner="w1", at=later(1))
    if before == "judging":
        await world.judging("r1")
    async with world.store.writing() as tx:
        assert await tx.runs.close("r1", state, why="budget", at=later(2))
        assert not await tx.runs.close("r1", "cancelled", why="again", at=later(3))
        run = await tx.runs.get("r1")
    assert run is not None
    assert (run.state, run.why, run.finished_at) == (state, "budget", later(2))


async def test_closing_is_fenced_by_the_attempt(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        await tx.runs.claim("r1", owner="w1", at=later(1))
        await tx.runs.claim("r1", owner="w2", at=later(2))
        assert not await tx.runs.close("r1", "could_not_run", why="down", at=later(3), attempt=1)
        assert await tx.runs.close("r1", "could_not_run", why="down", at=later(3), attempt=2)


async def test_the_runs_of_a_batch_stand_by_test_and_n_without_transcripts(world: World) -> None:
    await world.planned(a_run("d", test="t2"), a_run("c", n=10), a_run("b", n=2), a_run("a", n=1))
    await world.finished("a")
    async with world.store.reading() as tx:
        runs = await tx.runs.of_batch("b1")
    assert [(run.test, run.n, run.seed) for run in runs] == [("t1", 1, 7), ("t1", 2, 7), ("t1", 10, 7), ("t2", 1, 7)]
    assert {run.transcript for run in runs} == {None}


async def test_runs_are_listed_newest_first_page_by_page(world: World) -> None:
    await world.planned(*(a_run(f"r{n}", n=n) for n in range(1, 8)))
    pages, before = [], None
    async with world.store.reading() as tx:
        while page := await tx.runs.list("desk", before=before, limit=3):
            pages.append([run.n for run in page])
            before = page[-1].id
        assert await tx.runs.list("none") == []
    assert pages == [[7, 6, 5], [4, 3, 2], [1]]


async def test_runs_are_listed_by_test_batch_and_purpose(world: World) -> None:
    await world.planned(a_run("r1"), a_run("r2", test="t2"))
    async with world.store.writing() as tx:
        dry = a_batch("b2", kind="dry_run", exploratory_reason="dry run")
        await tx.batches.add(dry, [a_run("r3", batch="b2")])
        assert [run.id for run in await tx.runs.list("desk", test="t1")] == ["r3", "r1"]
        assert [run.id for run in await tx.runs.list("desk", batch="b1")] == ["r2", "r1"]
        assert [run.id for run in await tx.runs.list("desk", exploratory=True)] == ["r3"]
        assert [run.id for run in await tx.runs.list("desk", exploratory=False, test="t2")] == ["r2"]


async def test_a_write_is_on_record_before_it_leaves_and_only_for_who_holds_the_run(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        assert not await tx.runs.add_write(a_write())  # not begun
        await tx.runs.claim("r1", owner="asleep", at=later(1))
        assert await tx.runs.add_write(a_write(2))
        assert await tx.runs.add_write(a_write(1))
        await tx.runs.settle_write(a_write(1), "executed")
        await tx.runs.claim("r1", owner="awake", at=later(2))
        assert not await tx.runs.add_write(a_write(3))
        assert await tx.runs.add_write(a_write(1, attempt=2))
        assert await tx.runs.close("r1", "cancelled", why="by ann", at=later(3))
        assert not await tx.runs.add_write(a_write(4, attempt=2))
    async with world.store.reading() as tx:
        assert await tx.runs.writes("r1") == [a_write(1, state="executed"), a_write(2), a_write(1, attempt=2)]
        assert await tx.runs.writes("r2") == []


async def test_what_became_of_a_write_is_said_once(world: World) -> None:
    await world.planned(a_run())
    async with world.store.writing() as tx:
        await tx.runs.claim("r1", owner="w1", at=later(1))
        await tx.runs.add_write(a_write())
        await tx.runs.settle_write(a_write(), "unknown")
    with pytest.raises(Conflict):
        async with world.store.writing() as tx:
            await tx.runs.settle_write(a_write(), "executed")

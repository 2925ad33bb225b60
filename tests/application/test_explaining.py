"""Why a test failed: recorded reasons, grouped and quoted, with how sure one can be."""

import pytest

from optimize.application.explaining import Explanation, Failure
from optimize.domain.errors import NotFound
from tests.fakes.models import Document, in_turn
from tests.fakes.outages import DOWN
from tests.fakes.world import ADMIN, AGENT, CLAUSE, COMPARES, NEVER_COMPARES, World, judging


async def explained(world: World) -> Explanation:
    return await world.explaining.explain(AGENT)


async def the_failure(world: World) -> Failure:
    [failure] = (await explained(world)).failures
    return failure


async def test_the_same_reason_of_several_runs_is_one_group(world: World) -> None:
    test = await world.accepted(NEVER_COMPARES, runs=3)
    batch = await world.ran()
    explanation = await explained(world)
    [failure] = explanation.failures
    [reason] = failure.reasons
    assert (explanation.batch, explanation.tests, explanation.passed) == (batch.id, 1, 0)
    assert (failure.test, failure.k, failure.n, failure.must_pass) == (test.id, 0, 3, 3)
    assert (reason.count, len(reason.runs)) == (3, 3)
    assert "compare_invoice" in reason.text
    assert failure.sure == "0 of 3 passed: the pass rate lies between 0 % and 57 % (95 % confidence)."


async def test_different_reasons_are_different_groups_the_most_frequent_first(world: World) -> None:
    def otherwise(document: Document) -> Document:
        return judging("not_met")(document) | {"reason": "It names no number."}

    refuses = judging("not_met")
    world.models.answers["judge"] = in_turn(judging("met"), otherwise, refuses, refuses, refuses)
    await world.accepted(CLAUSE)
    await world.ran()
    failure = await the_failure(world)
    assert [(reason.count, reason.text) for reason in failure.reasons] == [
        (3, "The last message shows that it is not_met."),
        (1, "It names no number."),
    ]
    assert (failure.k, failure.n, failure.verdict, failure.looks_wrong) == (1, 5, "failed", "agent")


async def test_quotes_come_from_the_record(world: World) -> None:
    world.judge_says("not_met")
    await world.accepted(CLAUSE)
    await world.ran()
    [reason] = (await the_failure(world)).reasons
    run = await world.history.run(reason.runs[0])
    assert run.transcript is not None
    assert reason.quotes
    assert all(any(quote in message.text for message in run.transcript.messages) for quote in reason.quotes)


async def test_a_criterion_that_judges_cannot_apply_looks_wrong_itself(world: World) -> None:
    world.judge_says("cannot_tell")
    await world.accepted(CLAUSE)
    await world.ran()
    failure = await the_failure(world)
    assert (failure.looks_wrong, failure.verdict, failure.lower) == ("criterion", "no_result", None)
    assert failure.sure == "No run could be decided, so nothing is known about the pass rate."


async def test_a_score_is_told_as_a_score(world: World) -> None:
    def every_other(document: Document) -> Document:
        return judging("met" if "clause" in document["requirement"] else "not_met")(document)

    world.models.answers["judge"] = every_other
    await world.accepted({"kind": "meetsExpectedBehaviors"}, expected_behaviors=["Names a clause", "Says sorry"])
    await world.ran()
    failure = await the_failure(world)
    assert failure.sure == "Mean score 50 % over 5 runs: ≥ 17 % (95 % confidence)."


async def test_lost_runs_are_told_apart_from_failures(world: World) -> None:
    await world.accepted(COMPARES, runs=3)
    world.connections.coming = 1
    await world.ran()
    explanation = await explained(world)
    [lost] = explanation.lost
    assert (lost.text, lost.count) == (DOWN, 1)
    [failure] = explanation.failures
    assert (failure.verdict, failure.reasons) == ("incomplete", [])


async def test_runs_that_were_not_needed_are_not_lost(world: World) -> None:
    draft = await world.draft(NEVER_COMPARES, runs=5)
    batch = await world.dry_run(draft.id)
    explanation = await explained(world)
    assert batch.counts.cancelled == 4
    assert (explanation.lost, explanation.unfinished, explanation.exploratory_reason) == ([], 0, "dry run")


async def test_what_a_cancelled_batch_lost_is_told(world: World) -> None:
    await world.accepted(runs=2)
    batch = await world.started()
    await world.planning.cancel(batch.id, actor=ADMIN)
    [lost] = (await explained(world)).lost
    assert (lost.text, lost.count) == ("cancelled by ann", 2)


async def test_a_pass_has_no_failures(world: World) -> None:
    await world.accepted()
    await world.ran()
    explanation = await explained(world)
    assert (explanation.passed, explanation.failures, explanation.lost) == (1, [], [])


async def test_one_test_out_of_a_batch(world: World) -> None:
    failing = await world.accepted(NEVER_COMPARES, name="Fails")
    await world.accepted(name="Passes")
    batch = await world.ran()
    explanation = await world.explaining.explain(AGENT, test=failing.id, batch=batch.id)
    assert (explanation.tests, explanation.passed, len(explanation.failures)) == (1, 0, 1)


async def test_the_newest_finished_batch_of_a_test_is_explained(world: World) -> None:
    first = await world.accepted(name="First")
    batch = await world.ran()
    second = await world.draft(name="Second")
    await world.dry_run(second.id)
    assert (await world.explaining.explain(AGENT, test=first.id)).batch == batch.id


async def test_there_is_nothing_to_explain(world: World) -> None:
    test = await world.accepted()
    other = await world.register({"name": "desk", "model": {"ref": "offline:rules"}})
    for asked in ({}, {"test": test.id}):
        with pytest.raises(NotFound, match="Nothing has been run yet"):
            await world.explaining.explain(AGENT, **asked)
    batch = await world.ran()
    for agent, asked in ((other, {"batch": batch.id}), (AGENT, {"batch": batch.id, "test": "test_x"})):
        with pytest.raises(NotFound) as error:
            await world.explaining.explain(agent, **asked)
        assert error.value.code == "no_result"
    with pytest.raises(NotFound):
        await world.explaining.explain(AGENT, batch="\ud800")

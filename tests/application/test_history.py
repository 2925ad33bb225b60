"""What was recorded, as it is read: latest results, trends, runs."""

import pytest

from optimize.application import results
from optimize.application.views import BatchProgress
from optimize.domain.errors import NotFound
from tests.fakes.world import ADMIN, AGENT, CLAUSE, COMPARES, EDITOR, NEVER_COMPARES, World, body


async def latest(world: World, test_id: str) -> str | None:
    found = (await world.lifecycle.view(test_id)).latest
    return found.batch if found else None


async def test_a_dry_run_shows_on_its_draft_until_the_draft_asks_something_else(world: World) -> None:
    draft = await world.draft()
    batch = await world.dry_run(draft.id)
    assert await latest(world, draft.id) == batch.id
    await world.lifecycle.revise(draft.id, body(name="Another name", runs=3), actor=EDITOR)
    assert await latest(world, draft.id) == batch.id
    for changed in (
        body(COMPARES, CLAUSE),
        body(COMPARES, situation={"messages": [{"text": "Handle INV-1004."}]}),
        body(COMPARES, attributes={"invoice": "INV-1003"}),
    ):
        await world.lifecycle.revise(draft.id, changed, actor=EDITOR)
        assert await latest(world, draft.id) is None


async def test_a_dry_run_never_shows_on_an_accepted_test(world: World) -> None:
    draft = await world.draft()
    await world.dry_run(draft.id)
    accepted = await world.lifecycle.accept(draft.id, actor=ADMIN)
    assert accepted.latest is None
    official = await world.ran()
    await world.dry_run(draft.id)
    assert await latest(world, draft.id) == official.id


async def test_the_newest_dry_run_that_finished_is_the_latest_whatever_it_showed(world: World) -> None:
    draft = await world.draft(CLAUSE, runs=4)
    world.judge_says("met")
    judged = await world.dry_run(draft.id)
    world.judge_says("cannot_tell")
    unjudged = await world.dry_run(draft.id)
    assert judged.tests[0].verdict != "no_result"
    view = await world.lifecycle.view(draft.id)
    assert view.latest is not None
    assert (view.latest.batch, view.latest.verdict) == (unjudged.id, "no_result")


async def test_a_cancelled_dry_run_hides_none_that_finished(world: World) -> None:
    draft = await world.draft(runs=2)
    cut = await world.started("dry_run", tests=[draft.id])
    await world.planning.cancel(cut.id, actor=EDITOR)
    assert await latest(world, draft.id) == cut.id
    finished = await world.dry_run(draft.id)
    again = await world.started("dry_run", tests=[draft.id])
    await world.planning.cancel(again.id, actor=EDITOR)
    assert await latest(world, draft.id) == finished.id


async def test_a_result_tells_which_runs_it_names_and_a_version_that_is_not_live(world: World) -> None:
    test = await world.accepted(runs=3)
    await world.ran()
    shown = (await world.lifecycle.view(test.id)).latest
    runs = {run.id: run.n for run in (await world.history.runs(AGENT)).items}
    assert shown is not None
    assert (shown.run_numbers, shown.other_version) == (runs, None)
    await world.agents.activate(AGENT, "hasty", reason="faster", actor=ADMIN)
    shown = (await world.lifecycle.view(test.id)).latest
    assert shown is not None
    assert shown.other_version == "version 1 (careful)"
    await world.ran()
    shown = (await world.lifecycle.view(test.id)).latest
    assert shown is not None
    assert shown.other_version is None


async def test_a_batch_that_decided_nothing_hides_no_earlier_result(world: World) -> None:
    test = await world.accepted(runs=2)
    passed = await world.ran()
    cancelled = await world.started()
    await world.planning.cancel(cancelled.id, actor=ADMIN)
    world.connections.coming = 2
    await world.ran()
    assert await latest(world, test.id) == passed.id
    assert len(await world.history.trend(test.id)) == 1


async def test_what_could_not_be_decided_is_the_result_while_there_is_no_other(world: World) -> None:
    test = await world.accepted(runs=2)
    world.connections.coming = 2
    lost = await world.ran()
    view = await world.lifecycle.view(test.id)
    assert view.latest is not None
    assert (view.latest.batch, view.latest.verdict) == (lost.id, "no_result")
    assert view.latest.why_lost
    assert view.latest.why_lost == lost.tests[0].why_lost
    assert await world.history.trend(test.id) == []


async def test_an_incomplete_result_is_the_newest_one(world: World) -> None:
    test = await world.accepted(runs=2)
    await world.ran()
    world.connections.coming = 1
    incomplete = await world.ran()
    view = await world.lifecycle.view(test.id)
    assert view.latest is not None
    assert (view.latest.batch, view.latest.verdict) == (incomplete.id, "incomplete")
    assert [point.verdict for point in await world.history.trend(test.id)] == ["passed", "incomplete"]


async def test_many_other_batches_hide_no_result(world: World) -> None:
    test = await world.accepted()
    official = await world.ran()
    dry = await world.dry_run(test.id)
    async with world.store.writing() as tx:
        record = await tx.batches.get(dry.id)
        assert record is not None
        for n in range(120):
            await tx.batches.add(record.model_copy(update={"id": f"batch_like_it_{n}"}), [])
    assert await latest(world, test.id) == official.id
    assert [point.batch for point in await world.history.trend(test.id)] == [official.id]
    later = await world.draft(name="Never ran")
    assert later.latest is None


async def test_results_of_the_old_test_stay_with_the_old_test(world: World) -> None:
    old = await world.accepted()
    batch = await world.ran()
    new = await world.lifecycle.amend(old.id, body(CLAUSE), reason="Clauses", actor=ADMIN)
    assert (await latest(world, old.id), new.latest) == (batch.id, None)


async def test_a_batch_keeps_the_test_as_it_was_planned(world: World) -> None:
    draft = await world.draft()
    batch = await world.started("dry_run", tests=(draft.id,))
    await world.lifecycle.revise(draft.id, body(NEVER_COMPARES, name="Changed"), actor=EDITOR)
    await world.engine.work()
    [shown] = (await world.history.batch(batch.id)).tests
    assert (shown.name, shown.criteria[0].kind) == ("Compares before it registers", "invokesTool")


async def test_an_active_batch_is_shown_on_its_tests(world: World) -> None:
    test = await world.accepted()
    batch = await world.started()
    assert (await world.lifecycle.view(test.id)).active_batch == batch.id
    await world.engine.work()
    assert (await world.lifecycle.view(test.id)).active_batch is None


async def test_runs_are_paged(world: World) -> None:
    await world.accepted(runs=5)
    await world.ran()
    first = await world.history.runs(AGENT, limit=3)
    rest = await world.history.runs(AGENT, limit=3, cursor=first.next)
    assert [run.n for run in (*first.items, *rest.items)] == [5, 4, 3, 2, 1]
    assert (first.next, rest.next) == (first.items[-1].id, None)


async def test_a_run_tells_its_verdicts_with_reasons_and_who_judged(world: World) -> None:
    await world.accepted(COMPARES, CLAUSE, runs=5)
    await world.ran()
    summary = (await world.history.runs(AGENT)).items[0]
    run = await world.history.run(summary.id)
    checked, judged = run.verdicts
    assert (run.verdict, run.writes, run.version_number) == ("passed", "refuse", 1)
    assert (checked.sentence, checked.judge) == (
        "The agent calls compare_invoice before register_supplier_query.",
        None,
    )
    assert judged.judge == {"model": "fake:judge", "prompt": "fingerprint of judge"}
    assert judged.citations[0].quote
    assert run.transcript is not None
    assert run.transcript.answer


async def test_a_run_counts_as_failed_before_it_counts_as_unjudged(world: World) -> None:
    world.judge_says("cannot_tell")
    await world.accepted(NEVER_COMPARES, CLAUSE, runs=4)
    batch = await world.ran()
    assert (batch.counts.failed, batch.counts.could_not_judge, batch.verdict) == (4, 0, "failed")


async def test_what_could_not_be_judged_is_neither_passed_nor_failed(world: World) -> None:
    world.judge_says("cannot_tell")
    await world.accepted(CLAUSE)
    batch = await world.ran()
    [result] = batch.tests[0].criteria
    assert (result.n, result.lower, batch.verdict, batch.counts.could_not_judge) == (0, None, "no_result", 5)


async def test_the_newest_batch_is_a_finished_one_if_there_is_one(world: World) -> None:
    assert await world.history.newest_batch(AGENT) is None
    test = await world.accepted()
    started = await world.started()
    newest = await world.history.newest_batch(AGENT, test=test.id)
    assert newest is not None
    assert newest.id == started.id
    await world.engine.work()
    await world.started()
    newest = await world.history.newest_batch(AGENT)
    assert newest is not None
    assert newest.id == started.id
    assert await world.history.newest_batch(AGENT, test="test_x") is None


async def test_an_agent_that_is_not_there_has_no_history(world: World) -> None:
    for asked in (world.history.tests("nobody"), world.history.batches("nobody"), world.history.runs("nobody")):
        with pytest.raises(NotFound):
            await asked


async def test_a_batch_reads_the_same_in_many_parts_as_in_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, runs in (("one", 3), ("two", 1), ("three", 4), ("four", 2)):
        await world.accepted(COMPARES if runs > 2 else NEVER_COMPARES, name=name, runs=runs)
    whole = await world.ran()
    monkeypatch.setattr(results, "_RUNS_AT_ONCE", 4)
    parts = await world.history.batch(whole.id)
    assert parts == whole
    assert [test.name for test in parts.tests] == ["one", "two", "three", "four"]
    assert BatchProgress(counts=parts.counts) == await world.history.progress(whole.id)
    assert (parts.counts.planned, parts.counts.done, parts.counts.passed, parts.counts.failed) == (10, 10, 7, 3)

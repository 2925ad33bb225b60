"""Draft, accept, amend, retire, discard: the only moves of a test, and who may make them."""

from typing import Any

import pytest

from optimize.domain.acceptance_test import TestState
from optimize.domain.errors import Conflict, Forbidden, Invalid, NotFound, OptimizeError
from tests.fakes.world import ADMIN, AGENT, ASSISTANT, CLAUSE, COMPARES, EDITOR, VIEWER, World, body


async def test_a_draft_becomes_accepted_and_then_retired(world: World) -> None:
    draft = await world.draft()
    assert (draft.state, draft.accepted_by) == (TestState.DRAFT, None)
    accepted = await world.lifecycle.accept(draft.id, actor=ADMIN)
    assert (accepted.state, accepted.accepted_by) == (TestState.ACCEPTED, "ann")
    retired = await world.lifecycle.retire(draft.id, reason=" No longer needed ", actor=ADMIN)
    assert (retired.state, retired.retired_reason) == (TestState.RETIRED, "No longer needed")
    assert [line.action for line in await world.audit()][-2:] == ["accept", "retire"]


async def test_a_discarded_draft_is_gone(world: World) -> None:
    draft = await world.draft()
    await world.lifecycle.discard(draft.id, actor=EDITOR)
    assert await world.history.tests(AGENT) == []
    with pytest.raises(NotFound, match="no test"):
        await world.lifecycle.view(draft.id)


async def test_amending_links_both_tests_and_keeps_the_reason(world: World) -> None:
    old = await world.accepted()
    changed = body(COMPARES, CLAUSE)
    new = await world.lifecycle.amend(old.id, changed, reason="Clauses matter too", actor=ADMIN)
    before = await world.lifecycle.view(old.id)
    assert (new.state, new.replaces, new.replaced_by) == (TestState.ACCEPTED, old.id, None)
    assert (before.state, before.replaced_by, before.retired_reason) == (
        TestState.RETIRED,
        new.id,
        "Clauses matter too",
    )
    assert before.body() == old.body()


async def test_an_accepted_test_never_changes(world: World) -> None:
    accepted = await world.accepted()
    with pytest.raises(Conflict) as revised:
        await world.lifecycle.revise(accepted.id, body(CLAUSE), actor=ADMIN)
    with pytest.raises(Conflict) as discarded:
        await world.lifecycle.discard(accepted.id, actor=ADMIN)
    with pytest.raises(Conflict) as again:
        await world.lifecycle.accept(accepted.id, actor=ADMIN)
    assert {revised.value.code, discarded.value.code, again.value.code} == {"not_a_draft"}
    with pytest.raises(Conflict) as refused:
        async with world.store.writing() as tx:
            await tx.tests.replace_draft(accepted.id, body(CLAUSE))
    assert refused.value.code == "frozen"
    assert (await world.lifecycle.view(accepted.id)).body() == accepted.body()


async def test_a_draft_changed_meanwhile_is_neither_replaced_nor_accepted_unseen(world: World) -> None:
    seen = await world.draft()
    now = await world.lifecycle.revise(seen.id, body(CLAUSE), actor=ADMIN, instead_of=seen.revision)
    assert now.revision != seen.revision
    for late in (
        world.lifecycle.revise(seen.id, body(COMPARES), actor=ADMIN, instead_of=seen.revision),
        world.lifecycle.accept(seen.id, actor=ADMIN, revision=seen.revision),
    ):
        with pytest.raises(Conflict) as refused:
            await late
        assert (refused.value.code, refused.value.fields) == ("changed", {"revision": now.revision})
    assert (await world.lifecycle.view(seen.id)).body() == now.body()
    assert (await world.lifecycle.accept(seen.id, actor=ADMIN, revision=now.revision)).state is TestState.ACCEPTED


@pytest.mark.parametrize("state", ["draft", "retired"])
async def test_only_an_accepted_test_is_amended_or_retired(world: World, state: str) -> None:
    test = await world.draft()
    if state == "retired":
        await world.lifecycle.accept(test.id, actor=ADMIN)
        await world.lifecycle.retire(test.id, reason="Not needed", actor=ADMIN)
    with pytest.raises(Conflict, match=state) as amended:
        await world.lifecycle.amend(test.id, body(CLAUSE), reason="Because", actor=ADMIN)
    with pytest.raises(Conflict) as retired:
        await world.lifecycle.retire(test.id, reason="Because", actor=ADMIN)
    assert {amended.value.code, retired.value.code} == {"not_accepted"}
    assert len(await world.history.tests(AGENT)) == 1


@pytest.mark.parametrize("reason", ["", "  ", "ok", "\u00a0\u2003 "])
async def test_amending_and_retiring_need_a_reason(world: World, reason: str) -> None:
    test = await world.accepted()
    with pytest.raises(Invalid) as amended:
        await world.lifecycle.amend(test.id, body(CLAUSE), reason=reason, actor=ADMIN)
    with pytest.raises(Invalid) as retired:
        await world.lifecycle.retire(test.id, reason=reason, actor=ADMIN)
    assert {amended.value.code, retired.value.code} == {"reason_needed"}


@pytest.mark.parametrize("actor", [ASSISTANT, EDITOR, VIEWER], ids=["assistant", "editor", "viewer"])
async def test_only_an_admin_in_person_accepts_amends_and_retires(world: World, actor: Any) -> None:
    draft, accepted = await world.draft(), await world.accepted(name="Accepted")
    with pytest.raises(Forbidden) as refused:
        await world.lifecycle.accept(draft.id, actor=actor)
    with pytest.raises(Forbidden):
        await world.lifecycle.amend(accepted.id, body(CLAUSE), reason="Because", actor=actor)
    with pytest.raises(Forbidden):
        await world.lifecycle.retire(accepted.id, reason="Because", actor=actor)
    assert refused.value.code == ("needs_approval" if actor.assistant else "not_allowed")
    states = {test.id: test.state for test in await world.history.tests(AGENT)}
    assert states == {draft.id: TestState.DRAFT, accepted.id: TestState.ACCEPTED}


async def test_a_refusal_is_on_record_and_nothing_else(world: World) -> None:
    draft = await world.draft()
    before = len(await world.audit())
    with pytest.raises(Forbidden):
        await world.lifecycle.accept(draft.id, actor=ASSISTANT)
    *_, line = await world.audit()
    assert len(await world.audit()) == before + 1
    assert (line.actor, line.action, line.object) == ("assistant for ann", "refused accept", draft.id)
    assert "a person has to approve it" in line.reason


async def test_the_assistant_may_draft_and_a_viewer_may_not(world: World) -> None:
    view = await world.lifecycle.draft(AGENT, body(), actor=ASSISTANT)
    assert view.created_by == "ann"
    for refused in (
        world.lifecycle.draft(AGENT, body(), actor=VIEWER),
        world.lifecycle.revise(view.id, body(), actor=VIEWER),
        world.lifecycle.discard(view.id, actor=VIEWER),
    ):
        with pytest.raises(Forbidden):
            await refused


async def test_an_approved_proposal_is_named_on_record(world: World) -> None:
    draft = await world.draft()
    await world.lifecycle.accept(draft.id, actor=ADMIN.model_copy(update={"approval": "proposal_7"}))
    assert (await world.audit())[-1].actor == "ann (proposal proposal_7)"


IMPOSSIBLE = [
    ({"runs": 3, "threshold": 0.9}, "needs_more_runs", {"n_min": 35, "t_max": 0.4385}),
    ({"runs": 1}, "needs_more_runs", {"n_min": 4, "t_max": 0.2065}),
    ({"threshold": 0.99}, "threshold_unreachable", {"n_min": 381, "t_max": 0.9811}),
    ({"threshold": 1.0}, "threshold_out_of_range", {}),
    ({"runs": 0}, "runs_out_of_range", {}),
    ({"runs": 201}, "runs_out_of_range", {}),
    ({"runs": -1}, "runs_out_of_range", {}),
    ({"runs": 10**30}, "runs_out_of_range", {}),
]


@pytest.mark.parametrize(("setting", "code", "numbers"), IMPOSSIBLE)
async def test_an_impossible_setting_is_refused_on_every_path(
    world: World, setting: dict[str, Any], code: str, numbers: dict[str, float]
) -> None:
    draft, accepted = await world.draft(CLAUSE), await world.accepted(CLAUSE, name="Accepted")
    impossible = body(CLAUSE, **setting)
    for refused in (
        world.lifecycle.draft(AGENT, impossible, actor=EDITOR),
        world.lifecycle.draft(AGENT, impossible, actor=EDITOR, key="a key"),
        world.lifecycle.revise(draft.id, impossible, actor=EDITOR),
        world.lifecycle.amend(accepted.id, impossible, reason="Because", actor=ADMIN),
    ):
        with pytest.raises(Invalid) as error:
            await refused
        assert error.value.code == code
        field = error.value.fields.pop("field")
        assert field == ("threshold" if code.startswith("threshold") else "runs")
        assert error.value.fields == pytest.approx(numbers)
    assert len(await world.history.tests(AGENT)) == 2


async def test_the_numbers_of_a_refusal_work(world: World) -> None:
    with pytest.raises(Invalid) as error:
        await world.draft(CLAUSE, runs=3, threshold=0.9)
    more_runs = await world.draft(CLAUSE, runs=error.value.fields["n_min"], threshold=0.9)
    lower = await world.draft(CLAUSE, runs=3, threshold=error.value.fields["t_max"], name="Lower")
    assert (more_runs.runs, lower.threshold) == (35, 0.4385)


async def test_a_draft_that_was_stored_before_its_agent_changed_is_checked_again(world: World) -> None:
    draft = await world.draft()
    definition = (await world.agents.view(AGENT)).versions[0].definition
    without = definition.model_copy(update={"tools": definition.tools[:1], "description": "without tools"})
    await world.agents.add_version(AGENT, without, actor=ADMIN, operator=True)
    await world.agents.activate(AGENT, "v4", reason="Fewer tools", actor=ADMIN)
    with pytest.raises(Invalid) as error:
        await world.lifecycle.accept(draft.id, actor=ADMIN)
    assert error.value.code == "unknown_tool"


async def test_the_same_key_makes_one_draft(world: World) -> None:
    first = await world.lifecycle.draft(AGENT, body(), actor=EDITOR, key="k")
    second = await world.lifecycle.draft(AGENT, body(), actor=EDITOR, key="k")
    assert first.id == second.id
    with pytest.raises(Conflict) as other_content:
        await world.lifecycle.draft(AGENT, body(CLAUSE), actor=EDITOR, key="k")
    accepted = await world.accepted(name="Accepted")
    with pytest.raises(Conflict) as other_use:
        await world.lifecycle.amend(accepted.id, body(), reason="Because", actor=ADMIN, key="k")
    assert {other_content.value.code, other_use.value.code} == {"key_reused"}


async def test_a_key_does_not_bring_a_discarded_draft_back(world: World) -> None:
    first = await world.lifecycle.draft(AGENT, body(), actor=EDITOR, key="k")
    await world.lifecycle.discard(first.id, actor=EDITOR)
    with pytest.raises(NotFound):
        await world.lifecycle.draft(AGENT, body(), actor=EDITOR, key="k")
    assert await world.history.tests(AGENT) == []


async def test_the_same_key_amends_once(world: World) -> None:
    old = await world.accepted()
    amend = [world.lifecycle.amend(old.id, body(CLAUSE), reason="Because", actor=ADMIN, key="k") for _ in range(2)]
    first, second = [await one for one in amend]
    assert first.id == second.id
    assert len(await world.history.tests(AGENT, state=TestState.ACCEPTED)) == 1


async def test_no_test_of_an_agent_that_is_not_there(world: World) -> None:
    for agent in ("nobody", "\ud800", "a\0b"):
        with pytest.raises(NotFound):
            await world.lifecycle.draft(agent, body(), actor=EDITOR)


@pytest.mark.parametrize("test_id", ["nothing", "\ud800", "a\0b", "x" * 100_000])
async def test_an_odd_id_is_not_found(world: World, test_id: str) -> None:
    for refused in (
        world.lifecycle.view(test_id),
        world.lifecycle.accept(test_id, actor=ADMIN),
        world.history.trend(test_id),
        world.history.batch(test_id),
        world.history.run(test_id),
    ):
        with pytest.raises(NotFound):
            await refused


async def test_an_odd_reason_is_kept_readable(world: World) -> None:
    test = await world.accepted()
    retired = await world.lifecycle.retire(test.id, reason="half \ud800 and \0 nothing", actor=ADMIN)
    assert retired.retired_reason == "half ⟦U+D800⟧ and ⟦U+0000⟧ nothing"


async def test_everybody_is_told(world: World) -> None:
    draft = await world.draft()
    await world.lifecycle.discard(draft.id, actor=EDITOR)
    assert world.live.changed[-2:] == [("test", draft.id, AGENT)] * 2


async def test_a_failed_move_tells_nobody(world: World) -> None:
    draft = await world.draft()
    told = len(world.live.changed)
    with pytest.raises(OptimizeError):
        await world.lifecycle.retire(draft.id, reason="Because", actor=ADMIN)
    assert len(world.live.changed) == told

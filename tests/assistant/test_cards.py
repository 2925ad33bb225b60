"""What a card tells a person: whether the draft was tried, names instead of ids, and how the card was closed."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage

from optimize.application.naming import mark
from optimize.application.planning import BatchOrder
from optimize.assistant.protocol import MessageCommand, ResumeCommand
from optimize.domain.acceptance_test import TestState
from tests.assistant.conftest import AGENT, ANN, DRAFT, World
from tests.fakes.scripted_model import calls, scripted


async def ask(world: World, tool: str, **arguments: Any) -> None:
    number = len(await world.use_cases.threads.events(world.thread))
    world.model.brain = scripted(calls((tool, arguments), start=number), AIMessage("So be it."))
    await world.say(f"{tool} {number}")


async def card(world: World) -> dict[str, str]:
    [interrupt] = await world.interrupts()
    return {fact["label"]: fact["value"] for fact in interrupt["metadata"]["facts"]}


async def answer(world: World, *, approved: bool) -> None:
    [interrupt] = await world.interrupts()
    digest = interrupt["metadata"]["digest"]
    command = ResumeCommand(proposal=interrupt["id"], digest=digest, approved=approved)
    await world.conversations.handle(world.thread, command, ANN)
    await world.settled()


async def dry_run(world: World, test: str, *, work: bool = True) -> None:
    await world.use_cases.planning.start(AGENT, BatchOrder(kind="dry_run", tests=(test,)), actor=ANN)
    if work:
        await world.engine.work()


async def revise(world: World, test: str, **changes: Any) -> None:
    body = (await world.use_cases.lifecycle.view(test)).body().model_copy(update=changes)
    await world.use_cases.lifecycle.revise(test, body, actor=ANN)


async def closing(world: World) -> dict[str, Any]:
    [value] = [e["value"] for e in await world.events() if e.get("name") == "proposal_answered"]
    return {name: value.get(name) for name in ("state", "by", "instead")}


async def audited(world: World) -> list[str]:
    async with world.store.reading() as tx:
        return [record.action for record in await tx.audit.list() if record.action.startswith("proposal")]


async def test_a_draft_that_was_never_tried_is_said_to_be_so(world: World) -> None:
    await ask(world, "accept_test", test=await world.draft())
    assert (await card(world))["Dry run"] == "It has not been dry-run yet."


async def test_a_dry_run_that_goes_on_has_no_result(world: World) -> None:
    test = await world.draft()
    await dry_run(world, test, work=False)
    await ask(world, "accept_test", test=test)
    assert (await card(world))["Dry run"] == "A dry run of it is going on and has no result yet."


async def test_what_the_last_dry_run_gave_is_on_the_card(world: World) -> None:
    test = await world.draft()
    await dry_run(world, test)
    await ask(world, "accept_test", test=test)
    assert (await card(world))["Dry run"] == "Passed (invokesTool ≥ 20 %, 1 of 1)."


async def test_criteria_of_one_kind_are_told_apart_by_their_number(world: World) -> None:
    test = await world.draft()
    [first] = (await world.use_cases.lifecycle.view(test)).criteria
    await revise(world, test, criteria=(first, first.model_copy(update={"before": None})))
    await dry_run(world, test)
    await ask(world, "accept_test", test=test)
    said = (await card(world))["Dry run"]
    assert said == "Passed (invokesTool 1 ≥ 20 %, 1 of 1; invokesTool 2 ≥ 20 %, 1 of 1)."


async def test_a_dry_run_of_what_it_said_before_does_not_count(world: World) -> None:
    test = await world.draft()
    await dry_run(world, test)
    changed = (await world.use_cases.lifecycle.view(test)).situation.model_copy(update={"messages": ()})
    said = (await world.use_cases.lifecycle.view(test)).situation.messages[0].model_copy(update={"text": "INV-1004?"})
    await revise(world, test, situation=changed.model_copy(update={"messages": (said,)}))
    await ask(world, "accept_test", test=test)
    assert (await card(world))["Dry run"] == "It has not been dry-run since it was changed."


async def test_a_dry_run_that_ends_meanwhile_does_not_void_the_card(world: World) -> None:
    test = await world.draft()
    await dry_run(world, test, work=False)
    await ask(world, "accept_test", test=test)
    await world.engine.work()
    await answer(world, approved=True)
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.ACCEPTED


async def test_an_amended_test_is_untried_and_the_old_one_is_named(world: World) -> None:
    test = await world.draft()
    await world.use_cases.lifecycle.accept(test, actor=ANN)
    await ask(world, "amend_test", test=test, reason="Five are safer.", runs=5)
    facts = await card(world)
    assert facts["Replaces"] == "Compares first"
    assert facts["Dry run"] == "The changed test has not been dry-run: it is accepted as it stands here."


async def test_tests_of_one_name_are_told_apart_on_a_card(world: World) -> None:
    first, second = await world.draft(), await world.draft()
    await world.use_cases.lifecycle.accept(first, actor=ANN)
    await ask(world, "accept_test", test=second)
    assert (await card(world))["Test"] == f"Compares first ({mark(second)})"
    assert mark(first) != mark(second)


async def test_a_version_goes_by_its_number_and_label(world: World) -> None:
    [version] = (await world.use_cases.agents.view(AGENT)).versions
    await ask(world, "activate_version", version=version.id, reason="It is the best one.")
    facts = await card(world)
    assert facts["Version"] == facts["Live now"] == f"version 1 ({version.label})"


@pytest.mark.parametrize(("typed", "instead"), [("what would it cost?", True), ("no", None)])
async def test_a_card_closed_by_another_message_is_not_a_no_of_the_person(
    world: World, typed: str, instead: bool | None
) -> None:
    await ask(world, "accept_test", test=await world.draft())
    await world.say(typed)
    assert await closing(world) == {"state": "declined", "by": "ann", "instead": instead}
    assert await audited(world) == ["proposal not answered" if instead else "proposal declined"]


async def test_neither_is_one_closed_by_an_edit(world: World) -> None:
    await ask(world, "accept_test", test=await world.draft())
    [turn] = await world.use_cases.threads.turns(world.thread)
    command = MessageCommand(client_id="e", text="no", replaces=turn.id)
    await world.conversations.handle(world.thread, command, ANN)
    await world.settled()
    assert (await closing(world))["instead"] is True


async def test_a_click_on_no_is_one(world: World) -> None:
    await ask(world, "accept_test", test=await world.draft())
    await answer(world, approved=False)
    assert await closing(world) == {"state": "declined", "by": "ann", "instead": None}


@pytest.mark.parametrize(("typed", "instead"), [("what would it cost?", True), ("no", None)])
async def test_so_it_is_told_after_a_restart(world: World, typed: str, instead: bool | None) -> None:
    """The answer was taken, and the process ended before it was told."""
    await ask(world, "accept_test", test=await world.draft())
    [open_card] = await world.use_cases.approvals.list(state="pending")
    await world.use_cases.threads.begin(
        world.thread, client_id="t", text=typed, actor=ANN, turn="turn-t", events=[], instead_of=open_card.turn
    )
    await world.use_cases.approvals.answer(open_card.id, approved=False, digest="", title="", now=(), actor=ANN)
    assert await world.restarted(AIMessage("x")).conversations.recover() == 1
    assert await closing(world) == {"state": "declined", "by": "ann", "instead": instead}


async def test_no_tool_tells_a_person_an_id(world: World) -> None:
    """What stands under the name of a tool is read by people."""
    await ask(world, "draft_test", **DRAFT)
    [draft] = await world.use_cases.history.tests(AGENT)
    await dry_run(world, draft.id)
    batch = await world.use_cases.history.newest_batch(AGENT)
    assert batch is not None
    [run] = (await world.use_cases.history.runs(AGENT)).items
    await ask(world, "revise_draft", test=draft.id, name="Compares before it registers")
    await ask(world, "read_results", batch=batch.id)
    await ask(world, "read_transcript", run=run.id)
    await ask(world, "explain_result", test=draft.id, batch=batch.id)
    await dry_run(world, draft.id, work=False)
    await ask(world, "cancel")
    told = [e["content"] for e in await world.events() if e["type"] == "TOOL_CALL_RESULT"]
    summaries = [text.split('"summary":"')[1].split('","data"')[0] for text in told]
    day = f"{batch.created_at:%Y-%m-%d %H:%M} UTC"
    assert summaries[:1] == ["Drafted “Compares first”."]
    assert f"Results of the dry run of “Compares first” from {day}." in summaries
    assert any(summary.startswith("Run 1 of “Compares first”: ") for summary in summaries)
    assert any("is cancelled." in summary for summary in summaries)
    assert len(summaries) == 6
    assert [summary for summary in summaries for kind in ("test_", "batch_", "run_") if kind in summary] == []

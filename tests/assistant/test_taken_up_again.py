"""The process dies at the narrow places: the card is shown after all, a typed yes counts, nothing stays half told."""

import asyncio

import pytest
from langchain_core.messages import AIMessage
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from optimize.adapters.system import SystemClock
from optimize.application.records import EventRecord, TurnRecord
from optimize.assistant.invocation import config_of
from optimize.assistant.live import ThreadLive
from optimize.assistant.protocol import MessageCommand, ResumeCommand, RetryCommand
from optimize.assistant.recovery import untold
from optimize.domain.acceptance_test import TestState
from optimize.samples.invoice_exceptions.versions import VERSIONS
from tests.assistant.conftest import AGENT, ANN, DRAFT, World
from tests.fakes.planned import NOW, add_batch, batch_of, body
from tests.fakes.scripted_model import calls, scripted

NULL_TASK_ID = "00000000-0000-0000-0000-000000000000"
"""Under which LangGraph keeps what a command brings with it until the step that it begins has ended."""
TURN = TurnRecord(id="t", thread="th", client_id="c", text="hi", state="interrupted", by="ann", started_at=NOW)


def dies(_: object) -> AIMessage:
    raise asyncio.CancelledError("process died")


async def asked_to_accept(world: World, *then: object) -> str:
    """A test whose acceptance waits for a yes."""
    test = await world.draft()
    world.model.brain = scripted(calls(("accept_test", {"test": test})), *then)  # type: ignore[arg-type]
    await world.say("accept it")
    return test


async def retried(world: World, *replies: AIMessage) -> World:
    """The next process, after a click on Retry."""
    after = world.restarted(*replies)
    await after.conversations.recover()
    turn = await after.use_cases.threads.last_turn(after.thread)
    assert turn is not None
    await after.conversations.handle(after.thread, RetryCommand(turn_id=turn.id), ANN)
    await after.settled()
    return after


async def test_a_card_that_was_drawn_and_not_shown_is_shown(world: World) -> None:
    test = await asked_to_accept(world)
    [turn] = await world.use_cases.threads.open_turns(world.thread)
    await world.use_cases.threads.finish(turn, "running")
    after = await retried(world, AIMessage("Accepted."))
    [card] = await after.interrupts()
    yes = ResumeCommand(proposal=card["id"], digest=card["metadata"]["digest"], approved=True)
    await after.conversations.handle(after.thread, yes, ANN)
    await after.settled()
    assert (await after.use_cases.lifecycle.view(test)).state is TestState.ACCEPTED


async def test_a_yes_that_was_taken_and_not_told_is_told(world: World) -> None:
    test = await asked_to_accept(world)
    [card] = await world.use_cases.approvals.list(state="pending")
    record = await world.use_cases.approvals.get(card.id)
    await world.use_cases.approvals.answer(
        card.id, approved=True, digest=card.digest, title=record.title, now=record.facts[:-1], actor=ANN
    )
    after = await retried(world, AIMessage("Accepted."))
    [answer] = [event["value"] for event in await after.events() if event.get("name") == "proposal_answered"]
    assert answer == {"proposal": card.id, "state": "approved", "by": "ann"}
    assert (await after.use_cases.lifecycle.view(test)).state is TestState.ACCEPTED


async def test_an_act_that_the_end_of_the_process_cut_off_is_not_repeated_and_called_unknown(world: World) -> None:
    await asked_to_accept(world)
    [card] = await world.use_cases.approvals.list(state="pending")
    record = await world.use_cases.approvals.get(card.id)
    await world.use_cases.approvals.answer(
        card.id, approved=True, digest=card.digest, title=record.title, now=record.facts[:-1], actor=ANN
    )
    await world.use_cases.approvals.redeem(world.thread, card.call, record.arguments)
    after = await retried(world, AIMessage("I do not know."))
    assert "not known" in (await after.last("TOOL_CALL_RESULT"))["content"]
    assert [test.state for test in await after.use_cases.history.tests(AGENT)] == [TestState.DRAFT]


@pytest.mark.parametrize(("typed", "state"), [("yes", TestState.ACCEPTED), ("no", TestState.DRAFT)])
async def test_a_word_that_arrived_and_was_not_acted_on_still_answers_the_card(
    world: World, typed: str, state: TestState
) -> None:
    test = await asked_to_accept(world)
    [waiting] = await world.use_cases.threads.open_turns(world.thread)
    await world.use_cases.threads.begin(
        world.thread, client_id="c", text=typed, actor=ANN, events=[], turn="typed", instead_of=waiting.id
    )
    after = await retried(world, AIMessage("So be it."))
    assert (await after.use_cases.lifecycle.view(test)).state is state
    assert (await after.last("RUN_FINISHED"))["outcome"]["type"] == "success"


async def test_a_yes_that_was_acted_on_is_not_said_again_as_a_message(world: World) -> None:
    test = await asked_to_accept(world, dies)
    await world.say("yes")
    seen: list[str] = []

    def looks(messages: list[object]) -> AIMessage:
        seen.append(type(messages[-1]).__name__)
        return AIMessage("Accepted.")

    after = await retried(world, looks)  # type: ignore[arg-type]
    assert seen == ["ToolMessage"]
    assert (await after.use_cases.lifecycle.view(test)).state is TestState.ACCEPTED
    assert (await after.last("RUN_FINISHED"))["result"]["did"] == ["acted"]


async def test_a_second_way_back_into_the_act_is_as_good_as_the_first(world: World) -> None:
    test = await asked_to_accept(world)
    [waiting] = await world.use_cases.threads.open_turns(world.thread)
    await world.use_cases.threads.begin(
        world.thread, client_id="c", text="yes", actor=ANN, events=[], turn="typed", instead_of=waiting.id
    )
    where = (await world.conversations._graph.aget_state(config_of(world.thread))).config
    saver = world.conversations._graph.checkpointer
    assert isinstance(saver, AsyncSqliteSaver)
    await saver.aput_writes(where, [("turn", "typed")], NULL_TASK_ID)
    after = await retried(world, AIMessage("Accepted."))
    assert (await after.use_cases.lifecycle.view(test)).state is TestState.ACCEPTED


@pytest.mark.parametrize("edits", [True, False])
async def test_what_a_stopped_step_had_said_and_not_kept_is_not_reckoned_with(world: World, edits: bool) -> None:
    world.model.brain = scripted(calls(("draft_test", DRAFT)), dies, AIMessage("Hello."))
    await world.say("draft it")
    where = await world.conversations._graph.aget_state(config_of(world.thread))
    saver = world.conversations._graph.checkpointer
    assert isinstance(saver, AsyncSqliteSaver)
    lost = AIMessage("", id="lost", tool_calls=[{"name": "list_tests", "args": {}, "id": "lost call"}])
    await saver.aput_writes(where.config, [("messages", [lost])], where.tasks[0].id)
    turn = await world.use_cases.threads.last_turn(world.thread)
    assert turn is not None
    hello = MessageCommand(client_id="c", text="hello", replaces=turn.id if edits else None)
    await world.conversations.handle(world.thread, hello, ANN)
    await world.settled()
    assert (await world.last("RUN_FINISHED"))["outcome"]["type"] == "success"
    shown = [type(message).__name__ for message in world.model.asked[-1]]
    assert shown[1:] == (["HumanMessage"] if edits else ["HumanMessage", "AIMessage", "ToolMessage", "HumanMessage"])


async def test_what_was_told_in_part_is_told_whole_and_what_was_told_whole_is_not_told_again(world: World) -> None:
    world.model.brain = scripted(calls(("draft_test", DRAFT), text="One moment."), AIMessage("There it is."))
    await world.say("draft it")
    stored = await world.use_cases.threads.events(world.thread)
    turn = await world.use_cases.threads.last_turn(world.thread)
    assert turn is not None
    state = (await world.conversations._graph.aget_state(config_of(world.thread))).values
    assert untold(turn, state, stored) == []
    assert untold(TURN, state, stored) == []
    cut = next(at for at, record in enumerate(stored) if record.event["type"] == "TOOL_CALL_RESULT")
    missing = [event["type"] for event in untold(turn, state, stored[:cut])]
    triad = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]
    assert missing == ["TOOL_CALL_RESULT", *triad]
    half = [_halved(record) for record in stored]
    assert [event["type"] for event in untold(turn, state, half)] == triad
    assert untold(turn, state, half)[1]["delta"].strip() == "There it is."


def _halved(record: EventRecord) -> EventRecord:
    event = dict(record.event)
    if event.get("delta", "").strip() == "There it is.":
        event["delta"] = "There"
    return record.model_copy(update={"event": event})


async def test_the_end_of_a_batch_that_nobody_came_to_tell_is_told_once(world: World) -> None:
    planned, runs = batch_of({"t": body()}, VERSIONS[0][1], thread=world.thread)
    async with world.store.writing() as tx:
        await add_batch(tx, planned, runs)
        await tx.batches.set_state(planned.id, "finished", finished_at=NOW)
    for _ in range(2):
        await ThreadLive(world.store, world.use_cases.threads, world.broadcast, SystemClock()).recover()
    [event] = await world.events()
    assert (event["name"], event["value"]["batch"], event["value"]["state"]) == ("progress", planned.id, "finished")


async def test_who_ended_a_batch_may_be_interrupted_and_the_end_is_told_all_the_same(world: World) -> None:
    planned, runs = batch_of({"t": body()}, VERSIONS[0][1], thread=world.thread)
    async with world.store.writing() as tx:
        await add_batch(tx, planned, runs)
        await tx.batches.set_state(planned.id, "finished", finished_at=NOW)
    live = ThreadLive(world.store, world.use_cases.threads, world.broadcast, SystemClock())
    telling = asyncio.create_task(live.batch_progressed(planned.id, over=True))
    await asyncio.sleep(0)
    telling.cancel()
    await live.stop()
    assert [event["name"] for event in await world.events()] == ["progress"]

"""One turn at a time, on record before it is seen, and nothing decided without a yes."""

import asyncio

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from optimize.assistant.protocol import CancelCommand, MessageCommand, ResumeCommand, RetryCommand
from optimize.domain.acceptance_test import TestState
from optimize.domain.actor import Actor, Role
from optimize.domain.errors import Conflict, Forbidden, Invalid
from tests.assistant.conftest import AGENT, ANN, DRAFT, World
from tests.fakes.scripted_model import calls, scripted, words_of


def script(world: World, *replies: object) -> None:
    world.model.brain = scripted(*replies)  # type: ignore[arg-type]


async def approve(world: World, *, digest: str | None = None, approved: bool = True, actor: Actor = ANN) -> None:
    card = (await world.interrupts())[0]
    command = ResumeCommand(proposal=card["id"], digest=digest or card["metadata"]["digest"], approved=approved)
    await world.conversations.handle(world.thread, command, actor)
    await world.settled()


async def test_a_description_becomes_a_draft_and_the_turn_says_so(world: World) -> None:
    script(world, calls(("draft_test", DRAFT), text="Let me write that down."), AIMessage("Drafted it."))
    await world.say("the agent must compare first")
    [view] = await world.use_cases.history.tests(AGENT)
    assert (view.name, view.state) == ("Compares first", TestState.DRAFT)
    finished = await world.last("RUN_FINISHED")
    assert finished["outcome"]["type"] == "success"
    assert finished["result"] == {"did": ["drafted"], "drafts": [view.id], "proposals": [], "batches": []}


async def test_every_event_is_stored_in_a_gapless_order_with_balanced_triads(world: World) -> None:
    script(world, calls(("draft_test", DRAFT), text="One moment please."), AIMessage("There it is."))
    await world.say("draft it")
    records = await world.use_cases.threads.events(world.thread)
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    types = [t for t in await world.types() if t != "CUSTOM"]
    assert types.count("TEXT_MESSAGE_START") == types.count("TEXT_MESSAGE_END") == 3
    assert types.count("TOOL_CALL_START") == types.count("TOOL_CALL_END") == types.count("TOOL_CALL_RESULT") == 1
    assert types[:4] == ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "RUN_STARTED"]
    assert types[-1] == "RUN_FINISHED"


async def test_streamed_text_and_arguments_are_stored_whole(world: World) -> None:
    script(world, calls(("draft_test", DRAFT), text="Écrire 漢字 é"), AIMessage("Fertig — ok"))
    await world.say("draft it")
    events = await world.events()
    assistant = {e["messageId"] for e in events if e["type"] == "TEXT_MESSAGE_START" and e["role"] == "assistant"}
    text = "".join(e["delta"] for e in events if e["type"] == "TEXT_MESSAGE_CONTENT" and e["messageId"] in assistant)
    assert text == "Écrire 漢字 é Fertig — ok "
    arguments = "".join(e["delta"] for e in events if e["type"] == "TOOL_CALL_ARGS")
    assert '"situation"' in arguments


async def test_accepting_waits_for_the_card_and_happens_on_approval(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})), AIMessage("Accepted."))
    await world.say("take it in")
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT
    [card] = await world.interrupts()
    facts = {fact["label"]: fact["value"] for fact in card["metadata"]["facts"]}
    assert facts["Situation"] == DRAFT["situation"]
    assert "invokesTool" in facts
    await approve(world)
    view = await world.use_cases.lifecycle.view(test)
    assert (view.state, view.accepted_by) == (TestState.ACCEPTED, "ann")
    assert (await world.last("RUN_FINISHED"))["result"]["did"] == ["acted"]


async def test_a_no_changes_nothing_and_is_told_to_the_model(world: World) -> None:
    test = await world.draft()
    told: list[str] = []

    def after_no(messages: list[object]) -> AIMessage:
        told.append(str(messages[-1].text))  # type: ignore[attr-defined]
        return AIMessage("Then not.")

    script(world, calls(("accept_test", {"test": test})), after_no)
    await world.say("accept it")
    await approve(world, approved=False)
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT
    assert '"refused"' in told[0]
    assert (await world.last("RUN_FINISHED"))["result"]["did"] == ["answered"]


@pytest.mark.parametrize(
    ("typed", "state"), [("yes", "accepted"), ("Ja!", "accepted"), ("好的", "accepted"), ("no", "draft")]
)
async def test_a_typed_yes_or_no_answers_the_single_card(world: World, typed: str, state: str) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})), AIMessage("So be it."))
    await world.say("accept it")
    await world.say(typed)
    assert (await world.use_cases.lifecycle.view(test)).state.value == state
    assert await world.use_cases.approvals.list(state="pending") == []


async def test_another_message_counts_as_no_and_then_as_the_message(world: World) -> None:
    test = await world.draft()
    seen: list[object] = []

    def next_answer(messages: list[object]) -> AIMessage:
        seen.extend(messages)
        return AIMessage("About costs, then.")

    script(world, calls(("accept_test", {"test": test})), next_answer)
    await world.say("accept it")
    await world.say("what would it cost?")
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT
    assert isinstance(seen[-1], HumanMessage)
    assert words_of(seen[-1]) == "what would it cost?"
    assert isinstance(seen[-2], ToolMessage)
    assert '"not_answered"' in str(seen[-2].text)
    assert "said no" not in str(seen[-2].text)


async def test_a_card_whose_facts_changed_is_refused(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})))
    await world.say("accept it")
    view = await world.use_cases.lifecycle.view(test)
    changed = view.body().model_copy(update={"name": "Another name"})
    await world.use_cases.lifecycle.revise(test, changed, actor=ANN)
    with pytest.raises(Conflict, match="changed since you looked"):
        await approve(world)
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT


async def test_a_yes_to_a_card_whose_facts_changed_ends_and_says_so(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})), AIMessage("Hello."))
    await world.say("accept it")
    view = await world.use_cases.lifecycle.view(test)
    changed = view.body().model_copy(update={"name": "Another name"})
    await world.use_cases.lifecycle.revise(test, changed, actor=ANN)
    assert (await world.say("yes")).type == "acknowledged"
    assert "changed since you looked" in (await world.last("RUN_ERROR"))["message"]
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT
    await world.say("hello")
    assert (await world.last("RUN_FINISHED"))["outcome"]["type"] == "success"


async def test_a_message_that_cannot_be_taken_up_ends_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def breaks(_: object) -> None:
        raise OSError("no checkpoints today")

    monkeypatch.setattr(world.conversations._graph, "aget_state", breaks)
    assert (await world.say("hello")).type == "acknowledged"
    assert (await world.last("RUN_ERROR"))["code"] == "internal"
    assert "no checkpoints today" in caplog.text


async def test_a_click_sent_twice_acts_once(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})), AIMessage("Accepted."))
    await world.say("accept it")
    card = (await world.interrupts())[0]
    command = ResumeCommand(proposal=card["id"], digest=card["metadata"]["digest"], approved=True)
    await world.conversations.handle(world.thread, command, ANN)
    with pytest.raises(Conflict):
        await world.conversations.handle(world.thread, command, ANN)
    await world.settled()


async def test_an_editor_cannot_approve(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})))
    await world.say("accept it")
    with pytest.raises(Forbidden):
        await approve(world, actor=Actor(name="eve", role=Role.EDITOR))


async def test_a_message_sent_twice_is_one_turn(world: World) -> None:
    script(world, AIMessage("Hello."))
    first = await world.say("hi", client_id="c1")
    again = await world.say("hi", client_id="c1")
    assert first.turn_id == again.turn_id
    assert (await world.types()).count("RUN_STARTED") == 1


async def test_a_second_message_during_a_turn_is_refused(world: World) -> None:
    world.model.pause = 0.05
    script(world, AIMessage("a b c d e f"))
    await world.conversations.handle(world.thread, MessageCommand(client_id="1", text="hi"), ANN)
    with pytest.raises(Conflict, match="still answering"):
        await world.conversations.handle(world.thread, MessageCommand(client_id="2", text="ho"), ANN)
    await world.settled()


async def test_another_text_under_a_known_id_is_refused_and_the_same_one_acknowledged(world: World) -> None:
    script(world, AIMessage("Hello."))
    first = await world.say("hi\0", client_id="1")
    with pytest.raises(Conflict, match="new id") as refused:
        await world.say("something else", client_id="1")
    assert refused.value.code == "key_reused"
    assert await world.say("hi\0", client_id="1") == first


async def test_an_empty_message_writes_nothing(world: World) -> None:
    with pytest.raises(Invalid, match="empty"):
        await world.say("  \n ")
    assert await world.events() == []


async def test_stopping_a_turn_keeps_what_had_arrived(world: World) -> None:
    world.model.pause = 0.05
    script(world, AIMessage("one two three four five six seven"))
    listener = world.broadcast.join(world.thread)
    await world.conversations.handle(world.thread, MessageCommand(client_id="1", text="hi"), ANN)
    while "one" not in (await listener.next()).event.get("delta", ""):
        pass
    await world.conversations.handle(world.thread, CancelCommand(), ANN)
    types = await world.types()
    assert types[-2:] == ["TEXT_MESSAGE_END", "RUN_FINISHED"]
    assert (await world.last("RUN_FINISHED"))["outcome"] == {"type": "cancelled"}
    assert any(e["type"] == "TEXT_MESSAGE_CONTENT" and "one" in e["delta"] for e in await world.events())


async def test_a_turn_cut_off_by_the_end_of_the_process_can_be_retried_without_doing_a_thing_twice(
    world: World,
) -> None:
    def dies(_: object) -> AIMessage:
        raise asyncio.CancelledError("process died")

    script(world, calls(("draft_test", DRAFT)), dies)
    turn = (await world.conversations.handle(world.thread, MessageCommand(client_id="1", text="draft"), ANN)).turn_id
    await world.settled()
    after = world.restarted(AIMessage("Drafted it."))
    await after.conversations.handle(after.thread, RetryCommand(turn_id=turn or ""), ANN)
    await after.settled()
    assert len(await after.use_cases.history.tests(AGENT)) == 1
    assert (await after.last("RUN_FINISHED"))["outcome"]["type"] == "success"


async def test_a_restart_closes_running_turns_and_keeps_waiting_cards(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})))
    await world.say("accept it")
    other = await world.use_cases.threads.create(AGENT, actor=ANN)
    await world.use_cases.threads.begin(
        other.id,
        client_id="x",
        text="hi",
        actor=ANN,
        events=[{"type": "TEXT_MESSAGE_START", "messageId": "m"}],
        turn="t",
    )
    after = world.restarted(AIMessage("Accepted."))
    assert await after.conversations.recover() == 1
    cut = [record.event for record in await after.use_cases.threads.events(other.id)]
    assert [event["type"] for event in cut] == ["TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "RUN_ERROR"]
    await approve(after)
    assert (await after.use_cases.lifecycle.view(test)).state is TestState.ACCEPTED


async def test_the_next_message_after_a_cut_turn_answers_its_open_calls_first(world: World) -> None:
    script(world, calls(("accept_test", {"test": await world.draft()})))
    await world.say("accept it")
    [turn] = await world.use_cases.threads.open_turns(world.thread)
    await world.use_cases.threads.finish(turn, "interrupted")
    await world.use_cases.approvals.void(world.thread)
    seen: list[object] = []

    def looks(messages: list[object]) -> AIMessage:
        seen.extend(messages)
        return AIMessage("Here again.")

    after = world.restarted(looks)  # type: ignore[arg-type]
    await after.say("hello?")
    assert [type(message).__name__ for message in seen[-3:]] == ["AIMessage", "ToolMessage", "HumanMessage"]


async def test_a_draft_edited_between_the_yes_and_the_act_is_not_accepted(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})), AIMessage("It changed."))
    await world.say("accept it")
    [card] = await world.use_cases.approvals.list(state="pending")
    record = await world.use_cases.approvals.get(card.id)
    await world.use_cases.approvals.answer(
        card.id, approved=True, digest=card.digest, title=record.title, now=record.facts[:-1], actor=ANN
    )
    changed = (await world.use_cases.lifecycle.view(test)).body().model_copy(update={"name": "Edited since"})
    await world.use_cases.lifecycle.revise(test, changed, actor=ANN)
    assert await world.conversations.recover() == 1
    turn = await world.use_cases.threads.last_turn(world.thread)
    assert turn is not None
    await world.conversations.handle(world.thread, RetryCommand(turn_id=turn.id), ANN)
    await world.settled()
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT

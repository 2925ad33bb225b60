"""An earlier message said anew: the record keeps both, the model sees the new one only."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from optimize.application.records import TurnRecord
from optimize.assistant.protocol import MessageCommand, Notice, RetryCommand
from optimize.domain.acceptance_test import TestState
from optimize.domain.actor import Actor, Role
from optimize.domain.errors import Conflict, Forbidden, NotFound
from tests.assistant.conftest import AGENT, ANN, DRAFT, World
from tests.fakes.scripted_model import calls, scripted, words_of


def script(world: World, *replies: object) -> None:
    world.model.brain = scripted(*replies)  # type: ignore[arg-type]


async def edit(world: World, turn: str, text: str, *, actor: Actor = ANN) -> Notice:
    command = MessageCommand(client_id=f"edit {text}", text=text, replaces=turn)
    notice = await world.conversations.handle(world.thread, command, actor)
    await world.settled()
    return notice


async def turns(world: World) -> list[TurnRecord]:
    return await world.use_cases.threads.turns(world.thread)


def shown(world: World) -> list[str]:
    """What the model was shown last, without its system message and our results of tools."""
    return [words_of(m) for m in world.model.asked[-1] if isinstance(m, HumanMessage | AIMessage)]


async def replaced(world: World) -> list[list[str]]:
    return [e["value"]["turns"] for e in await world.events() if e["type"] == "CUSTOM" and e["name"] == "replaced"]


async def test_the_model_sees_the_new_words_and_the_record_keeps_the_old(world: World) -> None:
    script(world, AIMessage("one"), AIMessage("two"), AIMessage("three"), AIMessage("four"))
    await world.say("first")
    await world.say("second")
    await world.say("third")
    _, second, third = await turns(world)
    await edit(world, second.id, "second, better")
    assert shown(world) == ["first", "one", "second, better"]
    assert await replaced(world) == [[second.id, third.id]]
    said = [e["delta"] for e in await world.events() if e["type"] == "TEXT_MESSAGE_CONTENT"]
    assert [text.strip() for text in said] == [
        *("first", "one", "second", "two", "third", "three"),
        *("second, better", "four"),
    ]
    assert [turn.text for turn in await turns(world)] == ["first", "second", "third", "second, better"]


async def test_it_can_be_edited_again_but_what_is_replaced_cannot(world: World) -> None:
    script(world, AIMessage("one"), AIMessage("two"), AIMessage("three"))
    await world.say("first")
    [first] = await turns(world)
    notice = await edit(world, first.id, "better")
    with pytest.raises(Conflict) as refused:
        await edit(world, first.id, "other")
    assert refused.value.code == "already_replaced"
    await edit(world, str(notice.turn_id), "best")
    assert shown(world) == ["best"]
    assert await replaced(world) == [[first.id], [notice.turn_id]]


async def test_a_turn_of_another_conversation_is_not_found(world: World) -> None:
    script(world, AIMessage("one"))
    await world.say("first")
    other = await world.use_cases.threads.create(AGENT, actor=ANN)
    [first] = await turns(world)
    command = MessageCommand(client_id="c", text="anew", replaces=first.id)
    with pytest.raises(NotFound):
        await world.conversations.handle(other.id, command, ANN)


async def test_what_the_old_message_did_stays_done(world: World) -> None:
    script(world, calls(("draft_test", DRAFT)), AIMessage("Drafted."), AIMessage("Hello."))
    await world.say("it must compare first")
    [first] = await turns(world)
    await edit(world, first.id, "hello")
    assert [view.name for view in await world.use_cases.history.tests(AGENT)] == ["Compares first"]
    snapshot = await world.conversations._graph.aget_state({"configurable": {"thread_id": world.thread}})
    assert snapshot.values["last_draft"] is None
    assert [m.text for m in snapshot.values["messages"] if isinstance(m, HumanMessage)] == ["hello"]


async def test_the_draft_before_the_edited_message_is_the_last_one_again(world: World) -> None:
    other = DRAFT | {"name": "Second"}
    replies = (calls(("draft_test", DRAFT)), AIMessage("a"), calls(("draft_test", other)), AIMessage("b"))
    script(world, *replies, AIMessage("c"))
    await world.say("one")
    await world.say("two")
    _, second = await turns(world)
    await edit(world, second.id, "hm")
    snapshot = await world.conversations._graph.aget_state({"configurable": {"thread_id": world.thread}})
    [draft] = [view.id for view in await world.use_cases.history.tests(AGENT) if view.name == "Compares first"]
    assert snapshot.values["last_draft"] == draft


async def test_an_open_card_of_the_old_message_is_a_no(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})), AIMessage("What else?"))
    await world.say("accept it")
    [first] = await turns(world)
    await edit(world, first.id, "what would it cost?")
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT
    assert await world.use_cases.approvals.list(state="pending") == []
    assert [p.state for p in await world.use_cases.approvals.list()] == ["declined"]
    assert shown(world) == ["what would it cost?"]
    assert [turn.state for turn in await turns(world)] == ["done", "done"]


async def test_a_typed_yes_was_an_act_and_is_not_said_anew(world: World) -> None:
    test = await world.draft()
    script(world, calls(("accept_test", {"test": test})), AIMessage("Accepted."))
    await world.say("accept it")
    await world.say("yes")
    yes = (await turns(world))[-1]
    with pytest.raises(Conflict) as refused:
        await edit(world, yes.id, "no")
    assert refused.value.code == "answered_a_card"
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.ACCEPTED


async def test_an_edit_cut_off_before_it_began_still_replaces_when_it_is_retried(world: World) -> None:
    script(world, AIMessage("one"))
    await world.say("first")
    [first] = await turns(world)
    threads = world.use_cases.threads
    event = {"type": "CUSTOM", "name": "replaced", "value": {"turns": [first.id]}}
    await threads.begin(world.thread, client_id="e", text="better", actor=ANN, turn="turn-e", events=[event])
    again = world.restarted(AIMessage("two"))
    assert await again.conversations.recover() == 1
    await again.conversations.handle(again.thread, RetryCommand(turn_id="turn-e"), ANN)
    await again.settled()
    assert shown(again) == ["better"]


async def test_a_viewer_may_not_and_the_title_follows_the_first_message(world: World) -> None:
    script(world, AIMessage("one"), AIMessage("two"))
    await world.say("first words")
    [first] = await turns(world)
    with pytest.raises(Forbidden):
        await edit(world, first.id, "mine", actor=Actor(name="vi", role=Role.VIEWER))
    assert (await world.use_cases.threads.get(world.thread)).title == "first words"
    await edit(world, first.id, "better words")
    assert (await world.use_cases.threads.get(world.thread)).title == "better words"


async def test_a_title_of_ones_own_stays_and_the_list_keeps_its_order(world: World) -> None:
    script(world, AIMessage("one"), AIMessage("two"))
    await world.say("first words")
    before = await world.use_cases.threads.get(world.thread)
    view = await world.use_cases.threads.rename(world.thread, "  Clauses ", actor=ANN)
    assert (view.title, view.updated_at, view.busy) == ("Clauses", before.updated_at, False)
    [first] = await turns(world)
    await edit(world, first.id, "better words")
    assert (await world.use_cases.threads.get(world.thread)).title == "Clauses"

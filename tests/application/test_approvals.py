"""A yes is bound to the facts that were shown, is given once by a person, and is used once for exactly one call."""

from typing import Any

import pytest

from optimize.application.approvals import Facts
from optimize.application.views import ProposalView
from optimize.domain.actor import Actor
from optimize.domain.errors import Conflict, Forbidden, NotFound
from tests.fakes.world import ADMIN, AGENT, ASSISTANT, EDITOR, VIEWER, World

TITLE = "Accept this test?"
FACTS: Facts = (("Test", "Compares first"), ("Runs", "5"))
ARGUMENTS: dict[str, Any] = {"test": "test_1"}


async def proposed(world: World, call: str = "call_1", **parts: Any) -> ProposalView:
    said: dict[str, Any] = {
        "agent": AGENT,
        "thread": "thread_1",
        "turn": "turn_1",
        "call": call,
        "action": "accept_test",
        "arguments": ARGUMENTS,
        "title": TITLE,
        "facts": FACTS,
    }
    return await world.approvals.propose(**said | parts)


async def answered(
    world: World, card: ProposalView, approved: bool = True, actor: Actor = ADMIN, **parts: Any
) -> ProposalView:
    said: dict[str, Any] = {"approved": approved, "digest": card.digest, "now": FACTS, "title": TITLE, "actor": actor}
    return await world.approvals.answer(card.id, **said | parts)


async def test_a_yes_is_redeemed_once_as_the_person_who_gave_it(world: World) -> None:
    card = await proposed(world)
    yes = await answered(world, card)
    assert (yes.state, yes.answered_by) == ("approved", "ann")
    actor = await world.approvals.redeem("thread_1", "call_1", ARGUMENTS)
    assert (actor.name, actor.assistant, actor.approval) == ("ann", False, card.id)
    with pytest.raises(Forbidden) as again:
        await world.approvals.redeem("thread_1", "call_1", ARGUMENTS)
    assert again.value.code == "needs_approval"


async def test_a_redeemed_yes_lets_the_assistant_do_what_it_cannot_do_alone(world: World) -> None:
    draft = await world.draft()
    with pytest.raises(Forbidden):
        await world.lifecycle.accept(draft.id, actor=ASSISTANT)
    await answered(world, await proposed(world))
    actor = await world.approvals.redeem("thread_1", "call_1", ARGUMENTS)
    assert (await world.lifecycle.accept(draft.id, actor=actor)).accepted_by == "ann"


@pytest.mark.parametrize(
    "stale",
    [
        {"now": (("Test", "Compares first"), ("Runs", "50"))},
        {"now": FACTS[:1]},
        {"now": (("Test", "Compares first"), ("Runs 5", ""))},
        {"title": "Retire this test?"},
        {"digest": "0" * 64},
        {"digest": ""},
    ],
)
async def test_a_yes_to_facts_that_changed_is_no_yes(world: World, stale: dict[str, Any]) -> None:
    card = await proposed(world)
    with pytest.raises(Conflict, match="changed since you looked") as error:
        await answered(world, card, **stale)
    assert error.value.code == "changed"
    assert (await world.approvals.get(card.id)).state == "pending"
    with pytest.raises(Forbidden):
        await world.approvals.redeem("thread_1", "call_1", ARGUMENTS)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [True, False])
async def test_a_card_is_answered_once(world: World, first: bool, second: bool) -> None:
    card = await proposed(world)
    await answered(world, card, approved=first)
    world.clock.advance(24 * 3_600)
    with pytest.raises(Conflict) as error:
        await answered(world, card, approved=second)
    assert error.value.code == "answered"
    assert error.value.fields["state"] == ("approved" if first else "declined")


async def test_a_no_needs_no_fresh_facts_and_opens_nothing(world: World) -> None:
    card = await proposed(world)
    no = await answered(world, card, approved=False, digest="", now=(), title="", actor=EDITOR)
    assert no.state == "declined"
    with pytest.raises(Forbidden):
        await world.approvals.redeem("thread_1", "call_1", ARGUMENTS)


async def test_who_wrote_something_else_did_not_say_no(world: World) -> None:
    no, instead, yes = [await proposed(world, call) for call in ("call_1", "call_2", "call_3")]
    assert not (await answered(world, no, approved=False)).instead
    assert (await answered(world, instead, approved=False, instead=True)).instead
    await answered(world, yes)
    said = {card.id: (card.state, card.instead) for card in await world.approvals.list(thread="thread_1")}
    assert said == {no.id: ("declined", False), instead.id: ("declined", True), yes.id: ("approved", False)}
    again = await world.approvals.of_call("thread_1", "call_2")
    assert again is not None
    assert again.instead


@pytest.mark.parametrize(
    "other",
    [("thread_2", "call_1", ARGUMENTS), ("thread_1", "call_2", ARGUMENTS), ("thread_1", "call_1", {"test": "test_2"})],
)
async def test_a_yes_opens_no_other_call(world: World, other: tuple[str, str, dict[str, Any]]) -> None:
    await answered(world, await proposed(world))
    await proposed(world, "call_2")
    with pytest.raises(Forbidden):
        await world.approvals.redeem(*other)
    assert (await world.approvals.redeem("thread_1", "call_1", ARGUMENTS)).name == "ann"


@pytest.mark.parametrize("actor", [ASSISTANT, EDITOR, VIEWER], ids=["assistant", "editor", "viewer"])
async def test_only_an_admin_in_person_says_yes(world: World, actor: Actor) -> None:
    card = await proposed(world)
    with pytest.raises(Forbidden):
        await answered(world, card, actor=actor)
    assert (await world.approvals.get(card.id)).state == "pending"
    assert (await world.audit())[-1].action == "refused approve"


async def test_the_assistant_does_not_answer_its_own_cards(world: World) -> None:
    card = await proposed(world)
    with pytest.raises(Forbidden):
        await answered(world, card, approved=False, actor=ASSISTANT)


async def test_the_same_call_is_the_same_proposal(world: World) -> None:
    first, again, other = await proposed(world), await proposed(world), await proposed(world, "call_2")
    assert first.id == again.id != other.id
    assert [card.id for card in await world.approvals.list(state="pending")] == [first.id, other.id]


async def test_open_cards_of_a_thread_are_closed_together(world: World) -> None:
    first, elsewhere = await proposed(world), await proposed(world, "call_2", thread="thread_2")
    await answered(world, await proposed(world, "call_3"))
    assert await world.approvals.void("thread_1") == [first.id]
    assert [card.id for card in await world.approvals.list(state="pending")] == [elsewhere.id]
    with pytest.raises(Conflict, match="void"):
        await answered(world, first)


async def test_odd_texts_on_a_card_are_shown_and_still_fit(world: World) -> None:
    odd = "half \ud800 and \0 nothing"
    facts: Facts = (("Reason", odd),)
    arguments: dict[str, Any] = {"test": "test_1", "reason": odd}
    card = await proposed(world, arguments=arguments, facts=facts, title=odd, warning=odd)
    assert card.facts == [{"label": "Reason", "value": "half ⟦U+D800⟧ and ⟦U+0000⟧ nothing"}]
    await answered(world, card, now=facts, title=odd)
    assert (await world.approvals.redeem("thread_1", "call_1", arguments)).name == "ann"


async def test_a_card_that_is_not_there(world: World) -> None:
    for proposal in ("proposal_x", "\ud800"):
        with pytest.raises(NotFound):
            await world.approvals.get(proposal)
    with pytest.raises(Forbidden):
        await world.approvals.redeem("thread_1", "\ud800", ARGUMENTS)
    assert await world.approvals.of_call("thread_1", "\ud800") is None

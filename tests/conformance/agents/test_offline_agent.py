"""The offline policy over agents it has never seen: it reads what it can, writes only what was asked, and says so."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from optimize.adapters.agents.connections import Connections
from optimize.adapters.agents.offline_values import values_for
from optimize.domain.agent_definition import AgentDefinition, ToolDeclaration, ToolSource
from optimize.domain.setup import WritePolicy
from optimize.domain.transcript import Effect, Transcript

Play = Callable[..., Awaitable[Transcript]]


def tool(name: str, effect: Effect, sample: Any, /, *required: str, **properties: Any) -> ToolDeclaration:
    shapes = {**{key: {"type": "string"} for key in required}, **properties}
    return ToolDeclaration(
        name=name,
        description=f"{name.replace('_', ' ').capitalize()}.",
        effect=effect,
        parameters={"type": "object", "properties": shapes, "required": list(required)},
        source=ToolSource(sample=sample),
    )


AIRLINE = AgentDefinition(
    name="airline-desk",
    tools=(
        tool("get_reservation_details", "read", {"user_id": "mia_li_3668", "cabin": "economy"}, "reservation_id"),
        tool("get_user_details", "read", {"tier": "gold"}, "user_id"),
        tool("list_airports", "read", ["LHR", "LBA"]),
        tool("cancel_reservation", "write", {"cancelled": True}, "reservation_id"),
        tool("update_reservation_flights", "write", {"ok": True}, "reservation_id", "cabin"),
        tool("update_reservation_baggages", "write", {"ok": True}, "reservation_id", "bags", bags={"type": "integer"}),
        tool("send_certificate", "write", {"ok": True}, "user_id", "amount", amount={"type": "number"}),
    ),
)


async def ask(play: Play, *messages: str, policy: WritePolicy = "simulate") -> Transcript:
    return await play(Connections(frozenset()).connect(AIRLINE), AIRLINE, *messages, policy=policy)


def called(transcript: Transcript) -> list[str]:
    return [call.name for call in transcript.tool_calls]


async def test_it_reads_what_it_can_fill_in_and_follows_what_came_back(play: Play) -> None:
    transcript = await ask(play, "What cabin is reservation JMO1MG in?")
    assert [(call.name, call.arguments) for call in transcript.tool_calls] == [
        ("get_reservation_details", {"reservation_id": "JMO1MG"}),
        ("get_user_details", {"user_id": "mia_li_3668"}),
    ]
    assert "cabin: economy" in (transcript.answer or "")
    assert "tier: gold" in (transcript.answer or "")


async def test_it_writes_after_it_has_read_and_only_what_was_asked(play: Play) -> None:
    transcript = await ask(play, "Please cancel reservation MDCLVA.")
    assert called(transcript) == ["get_reservation_details", "get_user_details", "cancel_reservation"]
    cancel = next(transcript.calls_of("cancel_reservation"))
    assert cancel.parent == 2
    assert "cancelled: true" in (transcript.answer or "")


@pytest.mark.parametrize(
    "message",
    [
        "Please do not cancel reservation MDCLVA.",
        "What happens if I cancel MDCLVA?",
        "Tell me about MDCLVA without cancelling it",
        "Why was MDCLVA cancelled?",
        "MDCLVA",
    ],
)
async def test_it_writes_nothing_that_was_not_clearly_asked_for(play: Play, message: str) -> None:
    transcript = await ask(play, message, policy="execute")
    assert [call.name for call in transcript.tool_calls if call.effect == "write"] == []


async def test_a_refused_write_is_told_as_not_done(play: Play) -> None:
    transcript = await ask(play, "Cancel reservation MDCLVA.", policy="refuse")
    assert next(transcript.calls_of("cancel_reservation")).status == "refused"
    assert "cancel_reservation was not done" in (transcript.answer or "")
    assert "cancelled: true" not in (transcript.answer or "")


async def test_of_tools_with_one_verb_the_best_named_is_taken(play: Play) -> None:
    transcript = await ask(play, "Update the bags of reservation JMO1MG to 3 baggages: bags 3")
    [write] = [call for call in transcript.tool_calls if call.effect == "write"]
    assert write.name == "update_reservation_baggages"
    assert write.arguments == {"reservation_id": "JMO1MG", "bags": 3}


async def test_it_asks_for_what_is_missing_and_goes_on_when_it_is_told(play: Play) -> None:
    transcript = await ask(play, "Send a certificate to user mia_li_3668", "Send it please, amount 150")
    first, second = [message.text for message in transcript.agent_messages]
    assert "send certificate I still need: amount" in first
    assert next(transcript.calls_of("send_certificate")).arguments == {"user_id": "mia_li_3668", "amount": 150.0}
    assert "send_certificate returned" in second


async def test_it_repeats_no_call_and_offers_help_when_nothing_fits(play: Play) -> None:
    transcript = await ask(play, "Cancel reservation MDCLVA.", "thanks")
    assert len(called(transcript)) == len(set(called(transcript))) == 3
    greeting = await ask(play, "hello")
    assert called(greeting) == []
    assert "I can help with this" in (greeting.answer or "")
    listed = await ask(play, "which airports are there?")
    assert called(listed) == ["list_airports"]


async def test_a_search_is_asked_in_the_words_of_the_user(play: Play) -> None:
    search = tool("search_contract", "read", {"passage": "Three months."}, "query")
    agent = AgentDefinition(name="contracts", tools=(search,))
    transcript = await play(Connections(frozenset()).connect(agent), agent, "hello", "What is the notice period?")
    assert [call.arguments for call in transcript.tool_calls] == [{"query": "What is the notice period?"}]
    assert "Three months." in (transcript.answer or "")


async def test_equal_messages_give_equal_transcripts(play: Play) -> None:
    assert await ask(play, "Cancel JMO1MG") == await ask(play, "Cancel JMO1MG")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Compare INV-1003 with PO-2003", {"invoice": "INV-1003", "purchase_order": "PO-2003"}),
        ("purchase order PO-7 belongs to invoice INV-9", {"invoice": "INV-9", "purchase_order": "PO-7"}),
        (
            "INV-1003 on 2026-02-01, priority high",
            {"invoice": "INV-1003", "due_date": "2026-02-01", "priority": "high"},
        ),
        ('INV-1 reason "price is wrong"', {"invoice": "INV-1", "reason": "price is wrong"}),
        ("write to ann@example.org about INV-1", {"invoice": "INV-1", "email": "ann@example.org"}),
        ("INV-1, quantity: 4", {"invoice": "INV-1", "quantity": 4}),
        ("quantity 4 for invoice 5512", {"invoice": "5512", "quantity": 4}),
        ("nothing to see at 10am on the 3rd", {}),
    ],
)
def test_values_are_found_by_prefix_name_shape_and_choice(text: str, expected: dict[str, Any]) -> None:
    properties: dict[str, Any] = {
        name: {"type": "string"} for name in ("invoice", "purchase_order", "due_date", "email")
    }
    properties |= {
        "priority": {"type": "string", "enum": ["low", "high"]},
        "reason": {"type": "string"},
        "quantity": {"type": "integer"},
    }
    declared = tool("compare_invoice", "read", None, **properties)
    assert values_for(declared, text, {}) == expected

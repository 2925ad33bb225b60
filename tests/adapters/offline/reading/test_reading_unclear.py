"""What describes no test: questions to the assistant, orders that fit nothing, words nobody knows, and what is kept."""

import json
from pathlib import Path

import pytest

from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read

CONTEXT = Context.model_validate(json.loads((Path(__file__).parent / "revisions.json").read_text("utf-8"))["context"])
FRESH = CONTEXT.model_copy(update={"last_draft": None})
STOLEN = "Say my card was stolen. The agent should block the card and never transfer money."


def answered(first: str, second: str, context: Context = FRESH) -> Plan:
    """The plan for `second`, said after `first` and whatever was asked back on it."""
    asked = next((call for call in read(first, context).calls if call.tool == "ask"), None)
    options = asked.arguments["options"] if asked else []
    assert isinstance(options, list)
    question = str(asked.arguments["question"]) if asked else None
    return read(second, context, Previous(message=first, question=question, options=tuple(map(str, options))))


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("asdf qwer", "en"),
        ("blah blah", "en"),
        ("qwertz uiop", "en"),
        ("what do you mean by the first one?", "en"),
        ("huh?", "en"),
        ("I don't understand", "en"),
        ("what does that mean?", "en"),
        ("was meinst du damit?", "de"),
        ("Das verstehe ich nicht", "de"),
        ("drop the second criterion", "en"),
    ],
)
def test_what_describes_nothing_is_said_to_be_not_understood(message: str, language: str) -> None:
    plan = read(message, FRESH)
    assert plan.calls == ()
    assert [(remark.code, plan.language) for remark in plan.remarks] == [("not_understood", language)]
    assert "transfer_money" in plan.remarks[0].text


@pytest.mark.parametrize(
    "message", ["I lost my card", "lost card", "Where is my parcel?", "Meine Rechnung stimmt nicht", "Refund B-1187"]
)
def test_a_situation_is_still_one(message: str) -> None:
    assert [call.tool for call in read(message, FRESH).calls] == ["ask"]


@pytest.mark.parametrize(
    "before",
    ["what do you mean by the first one?", "asdf qwer", "which one was better?", "drop the second criterion", "0 runs"],
)
def test_what_was_not_understood_is_not_carried_into_the_next_test(before: str) -> None:
    (call,) = answered(before, STOLEN).calls
    assert (call.tool, call.arguments["situation"]) == ("draft_test", "My card was stolen.")
    assert call.arguments["criteria"] == [
        {"kind": "invokesTool", "tool": "block_card"},
        {"kind": "doesNotInvokeTool", "tool": "transfer_money"},
    ]


def test_a_message_that_supposes_a_situation_of_its_own_starts_anew() -> None:
    assert answered("I lost my purse", STOLEN).calls[0].arguments["situation"] == "My card was stolen."


def test_a_situation_waits_for_what_must_hold() -> None:
    (call,) = answered("I lost my card", "it must call block_card").calls
    assert call.arguments["situation"] == "I lost my card."
    assert call.arguments["criteria"] == [{"kind": "invokesTool", "tool": "block_card"}]


@pytest.mark.parametrize("asked_back", ["what do you mean?", "I don't understand the question", "huh?"])
def test_asking_back_on_a_question_gets_it_again(asked_back: str) -> None:
    plan = answered("I lost my card", asked_back)
    assert plan.calls == ()
    assert [remark.code for remark in plan.remarks] == ["question_again"]
    assert "What must be true" in plan.remarks[0].text


@pytest.mark.parametrize("command", ["list tests", "show the drafts"])
def test_a_command_after_a_question_is_a_command(command: str) -> None:
    assert answered("I lost my card", command).calls[0].tool == "list_tests"


@pytest.mark.parametrize(
    ("answer", "position"), [("2", 1), ("the first one", 0), ("Drop criterion 3: satisfiesAssertion", 2)]
)
def test_the_criterion_to_drop_is_picked(answer: str, position: int) -> None:
    (call,) = answered("remove the balance check", answer, CONTEXT).calls
    assert (call.tool, call.arguments) == ("revise_draft", {"test": "T4", "remove_criteria": [position]})


@pytest.mark.parametrize(
    ("answer", "field", "value"),
    [
        ("4 runs", "runs", 4),
        ("it must never call check_stock", "add_criteria", [{"kind": "doesNotInvokeTool", "tool": "check_stock"}]),
    ],
)
def test_a_wish_for_stricter_is_completed_by_what_to_change(answer: str, field: str, value: object) -> None:
    (call,) = answered("make the transfer part stricter", answer, CONTEXT).calls
    assert (call.tool, call.arguments) == ("revise_draft", {"test": "T4", field: value})


def test_a_reason_completes_going_back_to_a_version() -> None:
    (call,) = answered("revert to version 1", "version 2 is too slow").calls
    assert (call.tool, call.arguments) == ("activate_version", {"version": "1", "reason": "version 2 is too slow"})

"""What `the second one` counts, which name wins, and what is done about every draft of a conversation."""

import json
from pathlib import Path

import pytest

from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read

COMMANDS = Context.model_validate(json.loads((Path(__file__).parent / "commands.json").read_text("utf-8"))["context"])


def draft(id_: str, name: str, *criteria: str) -> KnownTest:
    return KnownTest(id=id_, name=name, state="draft", situation="Hello", criteria=criteria)


OTHERS = (draft("o1", "Old draft of somebody"), draft("o2", "Another old draft"))
MINE = (draft("m1", "Calls get crossing", "invokesTool(get_crossing)"), draft("m2", "Never calls handoff"))
FRESH = COMMANDS.model_copy(update={"tests": (*COMMANDS.tests[:2], *OTHERS, *MINE), "last_draft": None})
TALKED = FRESH.model_copy(update={"drafted": ("m1", "m2"), "listed": ("m1", "m2"), "last_draft": "m2"})
LISTED = TALKED.model_copy(update={"listed": ("o2", "m2", "o1", "m1")})


def only(plan: Plan) -> tuple[str, dict[str, object]]:
    (call,) = plan.calls
    return call.tool, dict(call.arguments)


@pytest.mark.parametrize(
    ("message", "tool", "context", "test"),
    [
        ("the second one should run 20 times", "revise_draft", TALKED, "m2"),
        ("the first one should run 20 times", "revise_draft", TALKED, "m1"),
        ("delete the second one", "discard_draft", TALKED, "m2"),
        ("delete the first one", "discard_draft", TALKED, "m1"),
        ("dry run the first", "dry_run", TALKED, "m1"),
        ("dry run the first", "dry_run", LISTED, "o2"),
        ("accept the second draft", "accept_test", LISTED, "m2"),
        (
            "accept the second draft",
            "accept_test",
            LISTED.model_copy(update={"listed": ("B1", "m1", "B2", "m2")}),
            "m2",
        ),
        ("delete the last one", "discard_draft", TALKED, "m2"),
    ],
)
def test_a_place_is_counted_in_what_was_drafted_or_listed_last(
    message: str, tool: str, context: Context, test: str
) -> None:
    called, arguments = only(read(message, context))
    assert (called, arguments["test"]) == (tool, test)


@pytest.mark.parametrize("context", [FRESH, TALKED.model_copy(update={"tests": (*OTHERS, MINE[1])})])
@pytest.mark.parametrize(
    "message", ["the second one should run 20 times", "delete the second one", "dry run the first", "accept the first"]
)
def test_a_place_at_which_nothing_is_known_is_asked_about(message: str, context: Context) -> None:
    tool, arguments = only(read(message, context))
    assert tool == "ask"
    assert arguments["options"]


@pytest.mark.parametrize("message", ["delete the first one", "discard the third draft", "drop the third one"])
def test_a_draft_of_another_conversation_is_not_discarded_by_its_place_unasked(message: str) -> None:
    tool, arguments = only(read(message, LISTED))
    assert tool == "ask"
    asked = Previous(message=message, question=str(arguments["question"]), options=tuple(arguments["options"]))  # type: ignore[arg-type]
    assert only(read("yes", LISTED, asked))[0] == "discard_draft"
    assert read("no", LISTED, asked).calls == ()


@pytest.mark.parametrize(
    ("message", "test"),
    [
        ("accept the draft Calls list invoices at most 2×", "b"),
        ("accept the draft Calls list invoices", "a"),
        ("accept Calls list invoices at most 2×.", "b"),
    ],
)
def test_the_longest_name_wins(message: str, test: str) -> None:
    tests = (draft("a", "Calls list invoices"), draft("b", "Calls list invoices at most 2×"))
    tool, arguments = only(read(message, FRESH.model_copy(update={"tests": tests})))
    assert (tool, arguments["test"]) == ("accept_test", test)


@pytest.mark.parametrize("message", ["dry run all of them", "dry-run all drafts", "dry run both", "try out every one"])
def test_every_draft_of_the_conversation_gets_its_own_dry_run(message: str) -> None:
    calls = read(message, TALKED).calls
    assert [(call.tool, call.arguments) for call in calls] == [("dry_run", {"test": "m1"}), ("dry_run", {"test": "m2"})]
    assert only(read(message, FRESH))[0] == "ask"


def test_another_tool_takes_the_place_of_the_one_in_the_draft() -> None:
    context = TALKED.model_copy(update={"last_draft": "m1"})
    tool, arguments = only(read("not that tool, use handoff", context))
    assert tool == "revise_draft"
    assert arguments == {
        "test": "m1",
        "name": "Calls handoff",
        "remove_criteria": [0],
        "add_criteria": [{"kind": "invokesTool", "tool": "handoff"}],
    }


@pytest.mark.parametrize("message", ["not that tool, use handoff", "not that tool, use list_invoices"])
def test_without_one_tool_to_replace_the_question_is_which(message: str) -> None:
    assert only(read(message, TALKED))[0] == "ask"
    assert only(read(message, FRESH))[0] == "ask"


@pytest.mark.parametrize(
    ("message", "tool"), [("list drafts", "list_tests"), ("the second one should run 20 times", "revise_draft")]
)
def test_a_whole_request_is_no_answer_to_the_question_before(message: str, tool: str) -> None:
    asked = Previous(message="delete the fifth one", question="Which one?", options=("m1: Calls get crossing",))
    assert only(read(message, TALKED, asked))[0] == tool
    vague = Previous(message="hello there my order", question="That is a situation. What must be true?")
    assert only(read(message, TALKED, vague))[0] == tool

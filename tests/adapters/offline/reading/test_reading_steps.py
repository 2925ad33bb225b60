"""Messages of two steps, bans in the imperative, changes of "it", and German verbs in two parts."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT, QUERY
from tests.adapters.offline.reading.ordering import HERE, meant

COMPARED = [{"kind": "invokesTool", "tool": "compare_invoice"}]


@pytest.mark.parametrize(
    ("message", "call", "order"),
    [
        ("dry-run it as well, and if it passes accept it", "dry_run t-2", "accept it"),
        ("dry-run it, and accept it if it passes", "dry_run t-2", "accept it if it passes"),
        ("dry-run it and accept it", "dry_run t-2", "accept it"),
        ("accept it and then dry-run it", "accept_test t-2", "dry-run it"),
        ("discard t-1 and accept t-2", "discard_draft t-1", "accept t-2"),
        ("accept it. Then run all tests.", "accept_test t-2", "run all tests"),
    ],
)
def test_the_first_step_is_done_and_the_second_is_said_to_be_left(message: str, call: str, order: str) -> None:
    assert meant(message) == call
    (left,) = [remark for remark in read(message, HERE).remarks if remark.code == "left_undone"]
    assert f"“{order}”" in left.text


@pytest.mark.parametrize(
    ("message", "followed"),
    [
        ("Draft a test that compare_invoice is called and dry-run it right away.", True),
        ("Draft a test that compare_invoice is called. Dry-run it right away.", True),
        ("Draft a test that compare_invoice is called, but don't dry-run it.", False),
        ("Write a test that compare_invoice is called and do not dry-run it yet", False),
        ("Draft a test that compare_invoice is called, then dry-run it 5 times.", True),
        ("Draft a test that compare_invoice is called, and run it right away", True),
        ("Draft a test that compare_invoice is called", False),
        ("Entwirf einen Test, dass compare_invoice aufgerufen wird, und mach gleich einen Probelauf.", True),
        ("Entwirf einen Test, dass compare_invoice aufgerufen wird, aber mach keinen Probelauf.", False),
    ],
)
def test_an_order_behind_a_described_test_is_no_part_of_it(message: str, followed: bool) -> None:
    plan = read(message, HERE)
    call, *more = plan.calls
    assert (call.tool, call.arguments["criteria"]) == ("draft_test", COMPARED)
    assert [(one.tool, one.arguments["test"]) for one in more] == ([("dry_run", "$draft")] if followed else [])
    assert "left_undone" not in [remark.code for remark in plan.remarks]


@pytest.mark.parametrize("message", ["dry-run t-1 and t-2", "dry-run it but don't accept it", "accept it, please"])
def test_one_step_leaves_nothing(message: str) -> None:
    assert "left_undone" not in [remark.code for remark in read(message, HERE).remarks]


@pytest.mark.parametrize(
    "message", ["forbid {}", "please forbid calls to {}", "verbiete {}", "interdis {}", "prohíbe {}"]
)
def test_what_is_forbidden_is_banned(message: str) -> None:
    (call,) = read(message.format(QUERY), CONTEXT).calls
    assert (call.tool, call.arguments["criteria"]) == ("draft_test", [{"kind": "doesNotInvokeTool", "tool": QUERY}])


@pytest.mark.parametrize(
    ("message", "test", "arguments"),
    [
        (
            "In the first draft, also forbid read_invoice.",
            "t-1",
            {"add_criteria": [{"kind": "doesNotInvokeTool", "tool": "read_invoice"}]},
        ),
        (
            "also forbid read_invoice",
            "t-2",
            {"add_criteria": [{"kind": "doesNotInvokeTool", "tool": "read_invoice"}]},
        ),
        (
            "Change it: it must be called exactly twice.",
            "t-2",
            {"add_criteria": [{"kind": "invokesTool", "tool": QUERY, "times": {"exactly": 2}}], "remove_criteria": [0]},
        ),
    ],
)
def test_a_change_of_a_draft_is_a_check_of_its_calls(message: str, test: str, arguments: dict[str, Any]) -> None:
    (call,) = read(message, HERE).calls
    assert (call.tool, call.arguments) == ("revise_draft", {"test": test, **arguments})


def test_it_that_must_be_called_at_most_so_often_is_the_tool_of_the_draft() -> None:
    (call,) = read("Change it: it must be called at most 3 times.", HERE).calls
    limited = {"kind": "invokesTool", "tool": QUERY, "times": {"at_least": 0, "at_most": 3}}
    assert (call.arguments["add_criteria"], call.arguments["remove_criteria"]) == ([limited], [0])


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("Bitte nimm ihn jetzt an.", "accept_test t-2"),
        ("Nimm ihn an.", "accept_test t-2"),
        ("nimm den ersten Entwurf an", "accept_test t-1"),
        ("nimm Entwurf t-1 an", "accept_test t-1"),
        ("Ich nehme ihn an", "accept_test t-2"),
        ("Bitte den ersten Entwurf annehmen", "accept_test t-1"),
        ("Der Agent nimmt die Rechnung an", "draft_test"),
    ],
)
def test_a_german_verb_in_two_parts_accepts(message: str, call: str) -> None:
    assert meant(message) == call


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("The last run failed because of read_delivery_note, right?", "explain_result"),
        ("The last run failed, right?", "explain_result"),
        ("It failed, didn't it?", "explain_result"),
        ("Did the last run fail because of read_delivery_note?", "explain_result"),
        ("Query after compare failed because of read_delivery_note, right?", "explain_result t-3"),
    ],
)
def test_a_guess_at_why_it_failed_asks_why(message: str, call: str) -> None:
    assert meant(message) == call


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("pleese dry run teh last one", "dry_run t-2"),
        ("Not the last one, the one before: dry-run that.", "dry_run t-1"),
        ("not the last one, the first one: accept it", "accept_test t-1"),
        ("not t-1, t-2: dry-run it", "dry_run t-2"),
        ("dry-run the one before the last", "dry_run t-1"),
        ("Probelauf mit dem vorletzten Entwurf", "dry_run t-1"),
        ("Discard all drafts of this conversation, please", "discard_draft t-1; discard_draft t-2"),
        ("run t-3 and t-1", "run_tests t-3; dry_run t-1"),
        ("run t-3 and t-4 20 times", "dry_run t-3; dry_run t-4"),
    ],
)
def test_what_is_pointed_at_in_another_order_or_beside_others_is_meant(message: str, call: str) -> None:
    assert meant(message) == call

"""Two tests of one name: the one that can be meant, or a question with what tells them apart."""

import pytest

from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT

TWINS = CONTEXT.model_copy(
    update={
        "tests": (
            KnownTest(id="t-1", name="Compares first", state="draft", situation="Check INV-1003."),
            KnownTest(id="t-2", name="Compares first", state="draft", situation="Check INV-1004."),
            KnownTest(id="t-3", name="Compares first", state="accepted", situation="Check INV-1005."),
            KnownTest(id="t-4", name="Never registers", state="draft"),
        )
    }
)
HERE = TWINS.model_copy(update={"drafted": ("t-2",), "last_draft": "t-2"})
ALIKE = TWINS.model_copy(update={"tests": tuple(test.model_copy(update={"situation": "Hi"}) for test in TWINS.tests)})


@pytest.mark.parametrize(
    ("message", "context", "options"),
    [
        (
            "accept Compares first",
            TWINS,
            ["Compares first #1 (“Check INV-1003.”)", "Compares first #2 (“Check INV-1004.”)"],
        ),
        (
            "discard “Compares first”",
            TWINS,
            ["Compares first #1 (“Check INV-1003.”)", "Compares first #2 (“Check INV-1004.”)"],
        ),
        (
            "dry-run Compares first",
            TWINS,
            [
                "Compares first #1 (“Check INV-1003.”)",
                "Compares first #2 (“Check INV-1004.”)",
                "Compares first #3 (“Check INV-1005.”)",
            ],
        ),
        ("why did Compares first fail?", ALIKE, [f"Compares first #{i} (“Hi”)" for i in (1, 2, 3)]),
        (
            "verwirf bitte den Entwurf Compares first",
            TWINS,
            ["Compares first #1 (“Check INV-1003.”)", "Compares first #2 (“Check INV-1004.”)"],
        ),
    ],
)
def test_which_one_is_asked_where_the_name_does_not_tell(message: str, context: Context, options: list[str]) -> None:
    (call,) = read(message, context).calls
    assert (call.tool, call.arguments["options"]) == ("ask", options)
    assert "Compares first" in str(call.arguments["question"])


@pytest.mark.parametrize(
    ("message", "context", "tool", "test"),
    [
        ("accept Compares first", HERE, "accept_test", "t-2"),
        ("discard Compares first", HERE, "discard_draft", "t-2"),
        ("show Compares first", HERE, "show_test", "t-2"),
        ("accept t-1 Compares first", HERE, "accept_test", "t-1"),
        ("retire Compares first because it is old", TWINS, "retire_test", "t-3"),
        ("accept Never registers", TWINS, "accept_test", "t-4"),
    ],
)
def test_the_only_one_that_can_be_meant_is_taken(message: str, context: Context, tool: str, test: str) -> None:
    (call,) = read(message, context).calls
    assert (call.tool, call.arguments["test"]) == (tool, test)


@pytest.mark.parametrize(
    "answer", ["t-2", "2", "the second one", "t-2 please", "Compares first #2 (“Check INV-1004.”)", "#2", "INV-1004"]
)
def test_an_answer_picks_one_of_them(answer: str) -> None:
    (asked,) = read("accept Compares first", TWINS).calls
    options = asked.arguments["options"]
    assert isinstance(options, list)
    before = Previous(
        message="accept Compares first", question=str(asked.arguments["question"]), options=tuple(map(str, options))
    )
    (call,) = read(answer, TWINS, before).calls
    assert (call.tool, call.arguments) == ("accept_test", {"test": "t-2"})

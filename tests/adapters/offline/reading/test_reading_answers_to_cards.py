"""What is typed at an open card and is no plain yes or no, what puts something off, and slips in question words."""

import json
from pathlib import Path

import pytest

from optimize.adapters.models.offline.reading.context import Context, OpenCard, Previous
from optimize.adapters.models.offline.reading.read import read

CONTEXT = Context.model_validate(json.loads((Path(__file__).parent / "commands.json").read_text("utf-8"))["context"])
CARD = OpenCard(tool="accept_test", arguments={"test": "D9"}, instead=True)
OPEN = Previous(message="accept it", card=CARD)
AFTER_NO = Previous(message="accept it", card=CARD.model_copy(update={"instead": False}))
OTHERWISE = "card_not_answered"


def codes(message: str, previous: Previous | None) -> list[str]:
    return [remark.code for remark in read(message, CONTEXT, previous).remarks]


@pytest.mark.parametrize(
    ("message", "runs"),
    [("yes but make it 10 runs first", 10), ("ok, but make it 10 runs", 10), ("ja, aber mach 7 Läufe", 7)],
)
def test_a_yes_with_a_change_is_the_change(message: str, runs: int) -> None:
    (call,) = read(message, CONTEXT, OPEN).calls
    assert (call.tool, call.arguments) == ("revise_draft", {"test": "D9", "runs": runs})


@pytest.mark.parametrize(
    ("message", "tool"),
    [("ok why?", "explain_result"), ("is that really right?", "show_test"), ("are you sure about it?", "show_test")],
)
def test_a_question_is_answered_and_the_card_is_said_to_be_open_no_more(message: str, tool: str) -> None:
    assert [call.tool for call in read(message, CONTEXT, OPEN).calls] == [tool]
    assert codes(message, OPEN)[0] == OTHERWISE


@pytest.mark.parametrize(
    "message", ["yes go on pls", "hmm yes, do it", "sí, adelante", "ja mach", "oui svp", "好的，谢谢"]
)
def test_a_polite_yes_without_a_card_drafts_nothing(message: str) -> None:
    assert read(message, CONTEXT).calls == ()
    assert codes(message, None) == ["nothing_pending"]


@pytest.mark.parametrize("message", ["yes", "correct", "ja", "oui", "好的"])
def test_a_yes_that_answered_no_card_is_told_so(message: str) -> None:
    assert read(message, CONTEXT, OPEN).calls == ()
    assert codes(message, OPEN) == ["one_yes_one_card"]


def test_after_a_no_nothing_is_said_of_the_card() -> None:
    assert OTHERWISE not in codes("what does it cost?", AFTER_NO)
    assert OTHERWISE in codes("what does it cost?", OPEN)


@pytest.mark.parametrize(
    "message",
    ["not yet", "later", "noch nicht", "pas encore", "todavía no", "まだ", "还没", "Not yet, thanks.", "no wait"],
)
def test_what_puts_it_off_drafts_nothing(message: str) -> None:
    plan = read(message, CONTEXT)
    assert plan.calls == ()
    assert [remark.code for remark in plan.remarks] == ["nothing_done"]


@pytest.mark.parametrize(
    ("message", "tool"),
    [
        ("wich tests failed", "list_tests"),
        ("whcih tests failed?", "list_tests"),
        ("waht tests do we have", "list_tests"),
        ("wat failed?", "explain_result"),
        ("hwo much does it cost", "estimate_cost"),
        ("waurm ist der Test durchgefallen?", "explain_result"),
        ("how many tests do we have", "list_tests"),
        ("how many drafts are there?", "list_tests"),
        ("wie viele Tests haben wir?", "list_tests"),
        ("combien de tests avons-nous ?", "list_tests"),
        ("¿cuántas pruebas tenemos?", "list_tests"),
        ("我们有多少个测试？", "list_tests"),
        ("テストはいくつありますか？", "list_tests"),
        ("make 2 copies of it", "decline"),
        ("duplicate the draft", "decline"),
        ("mach zwei Kopien davon", "decline"),
    ],
)
def test_a_question_is_a_question_and_no_draft(message: str, tool: str) -> None:
    assert [call.tool for call in read(message, CONTEXT).calls] == [tool]

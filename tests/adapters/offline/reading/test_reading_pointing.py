"""Which test "it" is, and which words name one: those right behind the verb, not those of the rest of the sentence."""

import pytest

from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import CARD, ELSEWHERE, came_to, meant

POINTED = [
    ("throw it away, the guest message is silly", "discard_draft t-2"),
    ("throw it away because the guest message is silly", "discard_draft t-2"),
    ("discard it, the silly guest is enough", "discard_draft t-2"),
    ("accept it, the agent is ready", "accept_test t-2"),
    ("accept it now that the agent is ready to ship", "accept_test t-2"),
    ("accept this, the agent is ready", "accept_test t-2"),
    ("dry-run it, I want to see whether it calls the right tool", "dry_run t-2"),
    ("dry-run it to see whether it finds the order", "dry_run t-2"),
    ("run it, I think it calls the right tool", "dry_run t-2"),
    ("please try it, the guest is silly", "dry_run t-2"),
    ("akzeptiere ihn, der Agent ist ready to ship", "accept_test t-2"),
    ("试运行它，看看是否 calls the right tool", "dry_run t-2"),
    ("discard the draft, the guest message is silly", "discard_draft t-2"),
    ("accept the draft since the agent is ready", "accept_test t-2"),
    # Near misses: a name, or nearly one, right behind the verb.
    ("discard t-6", "discard_draft t-6"),
    ('discard "Guest message is silly"', "discard_draft t-6"),
    ("discard Guest message is silly", "discard_draft t-6"),
    ("discard the guest message is silly draft", "discard_draft t-6"),
    ("accept the silly guest draft", "accept_test t-6"),
    ("dry-run the right tool one", "dry_run t-8"),
    ("dry-run Calls the right tool", "dry_run t-8"),
    ("accept Is this agent ready to ship", "accept_test t-5"),
    ("t-6 is silly, discard it", "discard_draft t-6"),
    ("discard it, I mean t-6", "ask"),
    ("delete Compares before it registers", "discard_draft t-1"),
    ("run Query after compare", "run_tests t-3"),
    ("The guest message is silly. Discard it.", "ask"),
    ("discard it. The guest message is silly.", "discard_draft t-2"),
    # Not certain: asked with the options.
    ("discard the weather draft", "ask"),
    ("discard the guest draft about invoices and suitcases", "ask"),
]


@pytest.mark.parametrize(("message", "call"), POINTED)
def test_it_is_the_last_draft_and_a_name_stands_behind_the_verb(message: str, call: str) -> None:
    assert meant(message) == call


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("dry-run it first", "dry_run t-1"),
        ("discard it, the guest message is silly", "discard_draft t-1"),
        ("discard t-2", "discard_draft t-2"),
    ],
)
def test_with_a_card_open_it_is_the_test_of_the_card(message: str, call: str) -> None:
    assert meant(message, CARD) == call


@pytest.mark.parametrize(
    ("message", "of_one"),
    [
        ("discard it", "ask"),
        ("throw it away", "ask"),
        ("delete the draft", "discard_draft t-6"),
        ("throw that draft away", "discard_draft t-6"),
        ("discard the guest draft", "discard_draft t-6"),
    ],
)
def test_a_draft_of_another_conversation_is_not_discarded_unasked(message: str, of_one: str) -> None:
    """`the draft` is certain where there is only one."""
    assert came_to(read(message, ELSEWHERE)) == "ask"
    only = ELSEWHERE.model_copy(update={"tests": ELSEWHERE.tests[5:6]})
    assert came_to(read(message, only)) == of_one


@pytest.mark.parametrize(
    "message", ["accept it", "akzeptiere ihn", "accepte-le", "acepta ese", "接受它", "それを承認して"]
)
def test_what_is_accepted_already_stands_for_no_draft_of_another_conversation(message: str) -> None:
    own, other = ELSEWHERE.tests[0], ELSEWHERE.tests[1]
    tests = (own.model_copy(update={"state": "accepted"}), other.model_copy(update={"state": "draft"}))
    (call,) = read(
        message, ELSEWHERE.model_copy(update={"tests": tests, "last_draft": own.id, "drafted": (own.id,)})
    ).calls
    assert call.tool == "decline"
    assert own.name in str(call.arguments["reason"])

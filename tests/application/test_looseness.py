"""What would pass too easily is said, and what is fine is left alone."""

from typing import Any

import pytest

from optimize.application.looseness import looseness, settings_in_words
from tests.fakes.world import CLAUSE, COMPARES, body


def assertion(text: str) -> dict[str, Any]:
    return {"kind": "satisfiesAssertion", "assertion": text}


def vague(text: str) -> bool:
    return any("passes on almost anything" in warning for warning in looseness(body(assertion(text))))


@pytest.mark.parametrize(
    "text",
    [
        "The agent is helpful.",
        "Responds HELPFULLY",
        "The answer is “professional”.",
        "It answers politely!",
        "Handles it well.",
        "Die Antwort ist hilfreich.",
        "La respuesta es útil.",
    ],
)
def test_a_vague_assertion_is_warned_about(text: str) -> None:
    assert vague(text)


@pytest.mark.parametrize(
    "text",
    [
        CLAUSE["assertion"],
        "The agent names Wells Fargo as the bank.",
        "The answer welcomes the customer.",
        "The agent asks for the order number.",
    ],
)
def test_a_concrete_assertion_is_not(text: str) -> None:
    assert not vague(text)


def test_expected_behaviors_that_nothing_checks() -> None:
    test = body(COMPARES, expected_behaviors=["Names the clause"])
    assert any("No criterion checks the expected behaviors" in warning for warning in looseness(test))
    judged = body({"kind": "meetsExpectedBehaviors"}, expected_behaviors=["Names the clause"])
    assert not any("No criterion checks" in warning for warning in looseness(judged))


def test_a_setting_is_told_once_per_rule() -> None:
    sentences = settings_in_words(body(CLAUSE, {"kind": "doesNotHallucinate"}))
    assert sentences[0] == "All 5 runs must pass."
    assert len(sentences) == 2


def test_criteria_that_ask_for_the_same_passes_are_told_as_one() -> None:
    judged = settings_in_words(body(CLAUSE, runs=5))
    assert settings_in_words(body(COMPARES, CLAUSE, runs=5)) == judged
    assert settings_in_words(body(CLAUSE, COMPARES, runs=5)) == judged


def test_criteria_that_ask_for_different_passes_are_told_apart() -> None:
    mixed = settings_in_words(body(COMPARES, CLAUSE, {"kind": "doesNotHallucinate"}, runs=10))
    assert mixed == [
        "Criterion 1: All 10 runs must pass. An agent that is right 99 % of the time fails this 10 % of the time; one "
        "that is right 90 % of the time passes it 35 % of the time. Give the criterion a threshold to allow a few "
        "failures.",
        "Criteria 2 and 3: 9 of 10 runs must pass (at most 1 may fail). With 10 runs, an agent that is right 90 % of "
        "the time fails this test 26 % of the time; one that is right 50 % of the time passes it 1 % of the time.",
    ]


def test_a_tool_that_is_wanted_and_forbidden_is_told() -> None:
    wanted = {"kind": "invokesTool", "tool": "pay"}
    argued = {"kind": "toolParametersContain", "tool": "pay", "parameters": {"amount": 5}}
    never, other = ({"kind": "doesNotInvokeTool", "tool": tool} for tool in ("pay", "refund"))
    for first in (wanted, argued):
        [told] = [w for w in looseness(body(first, never)) if "never pass" in w]
        assert "needs a call of pay" in told
        assert not any("never pass" in warning for warning in looseness(body(first, other)))

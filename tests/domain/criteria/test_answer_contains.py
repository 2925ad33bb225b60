from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from optimize.domain.criteria.answer_contains import AnswerContains
from optimize.domain.transcript import Transcript

CASES: dict[str, tuple[dict[str, Any], list[Any], bool, list[str]]] = {
    "there": ({"texts": ["INV-1003"]}, ["See INV-1003."], True, ["The answer contains “INV-1003”."]),
    "expected and got": (
        {"texts": ["INV-1003"]},
        ["All is well."],
        False,
        ["The answer does not contain “INV-1003”; it says “All is well.”."],
    ),
    "all of them": ({"texts": ["a", "b"]}, ["b a"], True, ["“a” and “b”"]),
    "one missing": ({"texts": ["a", "z"]}, ["a b"], False, ["does not contain “z”;"]),
    "two missing": ({"texts": ["x", "y"]}, ["a b"], False, ["“x” or “y”"]),
    "any of": ({"any_of": ["refund", "credit"]}, ["A credit note."], True, ["contains “credit”"]),
    "none of": ({"any_of": ["refund", "credit"]}, ["No."], False, ["none of “refund” and “credit”"]),
    "texts and any_of": ({"texts": ["a"], "any_of": ["b", "c"]}, ["a c"], True, []),
    "texts but not any_of": ({"texts": ["a"], "any_of": ["b", "c"]}, ["a"], False, ["none of"]),
    "single text": ({"texts": "hello"}, ["Hello!"], True, []),
    "only the last message counts": ({"texts": "a"}, ["a", {"user": "?"}, "b"], False, ["it says “b”"]),
    "what the user says does not count": ({"texts": "a"}, [{"user": "a"}, "b"], False, []),
    "no answer": ({"texts": "a"}, [{"user": "a"}], False, ["The agent gave no answer."]),
    "blank answer": ({"texts": "a"}, ["a", " \n"], False, ["The agent gave no answer."]),
    "history is no answer": ({"texts": "a"}, [{"assistant": "a", "turn": 0}], False, ["no answer"]),
    "composed and decomposed": ({"texts": "café"}, ["Un cafe\u0301."], True, []),
    "no-break space": ({"texts": "10 000 €"}, ["Das sind 10\u00a0000\u202f€."], True, []),
    "curly apostrophe": ({"texts": "don't"}, ["We don’t."], True, []),
    "curly quotes": ({"texts": '"yes"'}, ["He said “yes”."], True, []),
    "dashes": ({"texts": "2024-01-02"}, ["2024–01–02"], True, []),
    "full-width digits": ({"texts": "12"}, ["１２"], True, []),
    "different full-width digits": ({"texts": "13"}, ["１２"], False, []),
    "sharp s": ({"texts": "STRASSE"}, ["Die Straße."], True, []),
    "ligature": ({"texts": "office"}, ["The oﬃce."], True, []),
    "line break": ({"texts": "one two"}, ["one\n\ttwo"], True, []),
    "case": ({"texts": "inv"}, ["INV"], True, []),
    "case sensitive": ({"texts": "inv", "case_sensitive": True}, ["INV"], False, []),
    "case sensitive, equal": ({"texts": "INV", "case_sensitive": True}, ["INV"], True, []),
    "plain substring, known trap": ({"texts": "15"}, ["150"], True, []),
    "raised numeral is not a digit beside": ({"texts": "102"}, ["10²"], False, []),
    "fraction is not a digit beside": ({"texts": "11"}, ["1½"], False, []),
    "accent counts": ({"texts": "cafe"}, ["café"], False, []),
    "Cyrillic look-alike": ({"texts": "a"}, ["а"], False, []),
}


@pytest.mark.parametrize(("parameters", "events", "holds", "reasons"), CASES.values(), ids=CASES)
def test_verdict(
    told: Callable[..., Transcript], parameters: dict[str, Any], events: list[Any], holds: bool, reasons: list[str]
) -> None:
    verdict = AnswerContains.model_validate(parameters).check(told(*events))

    assert verdict.passed is holds, verdict.reason
    assert all(reason in verdict.reason for reason in reasons), verdict.reason


def test_no_answer_says_what_the_agent_failed_with(told: Callable[..., Transcript]) -> None:
    verdict = AnswerContains(texts=("a",)).check(told(error="TimeoutError: 120 s\ud800"))

    assert verdict.reason == "The agent gave no answer: TimeoutError: 120 s⟦U+D800⟧"


def test_a_long_answer_is_shortened(told: Callable[..., Transcript]) -> None:
    verdict = AnswerContains(texts=("zebra",)).check(told("word " * 5_000))

    assert len(verdict.reason) < 300
    assert [citation.event for citation in verdict.citations] == [1]


@given(st.text(st.characters(categories=("L", "N", "P", "Z"))), st.sampled_from(["INV-1003", "Straße", "€ 12"]))
def test_what_was_put_in_is_found(around: str, text: str) -> None:
    transcript = Transcript.model_validate(
        {"events": [{"kind": "message", "seq": 1, "turn": 1, "role": "assistant", "text": f"{around} {text} {around}"}]}
    )

    assert AnswerContains(texts=(text,)).check(transcript).passed


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"texts": None},
        {"texts": []},
        {"any_of": []},
        {"texts": [""]},
        {"texts": [" \u00a0\x1f"]},
        {"texts": ["a"] * 51},
        {"texts": "x" * 4_001},
        {"texts": [1]},
        {"texts": [["a"]]},
        {"texts": {"a": 1}},
        {"texts": "a\0b"},
        {"texts": "\ud83d"},
        {"texts": b"a"},
        {"texts": "a", "case_sensitive": 1},
        {"texts": "a", "text": "b"},
        {"texts": "a", "threshold": float("inf")},
    ],
    ids=ascii,
)
def test_refused_when_written(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        AnswerContains.model_validate(parameters)


def test_the_refusal_of_a_broken_character_says_so() -> None:
    with pytest.raises(ValidationError, match="cannot be stored"):
        AnswerContains.model_validate({"texts": "a\ud800"})


def test_filled_in() -> None:
    criterion = AnswerContains(texts=("to {{test_case.destination}}",))

    assert criterion.filled({"test_case": {"destination": "Oslo {{agent.token}}"}, "agent": {"token": "t"}}).texts == (
        "to Oslo {{agent.token}}",
    )


def test_sentence() -> None:
    assert AnswerContains(texts=("a", "b")).sentence() == "The final answer contains “a” and “b”."
    assert AnswerContains(any_of=("a", "b")).sentence() == "The final answer contains at least one of “a” or “b”."

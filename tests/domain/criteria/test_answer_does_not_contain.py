from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from optimize.domain.criteria.answer_contains import AnswerContains
from optimize.domain.criteria.answer_does_not_contain import AnswerDoesNotContain
from optimize.domain.transcript import Transcript

EVERYWHERE = {"scope": "conversation"}

CASES: dict[str, tuple[dict[str, Any], list[Any], bool, list[str]]] = {
    "not there": ({"texts": "refund"}, ["No."], True, ["does not contain “refund”"]),
    "there": ({"texts": "refund"}, ["A refund it is."], False, ["contains “refund”", "“A refund it is.”"]),
    "one of several": ({"texts": ["a", "refund"]}, ["Refund!"], False, ["contains “refund”, which must not occur"]),
    "none of several": ({"texts": ["x", "y"]}, ["z"], True, ["“x” or “y”"]),
    "no answer": ({"texts": "a"}, [], False, ["The agent gave no answer."]),
    "blank answer": ({"texts": "a"}, ["\u00a0"], False, ["The agent gave no answer."]),
    "no answer, conversation": ({"texts": "a", **EVERYWHERE}, [{"user": "a"}], False, ["The agent gave no answer."]),
    "earlier message, final": ({"texts": "a"}, ["a", {"user": "?"}, "b"], True, []),
    "earlier message, conversation": (
        {"texts": "a", **EVERYWHERE},
        ["a", {"user": "?"}, "b"],
        False,
        ["The agent's message at event 1 contains “a”"],
    ),
    "conversation, nowhere": ({"texts": "x", **EVERYWHERE}, ["a", {"user": "x"}, "b"], True, ["No message"]),
    "conversation, last message blank": ({"texts": "a", **EVERYWHERE}, ["a", " "], False, ["at event 1"]),
    "history is not the agent's doing": ({"texts": "a", **EVERYWHERE}, [{"assistant": "a", "turn": 0}, "b"], True, []),
    "tool arguments are no message": ({"texts": "a", **EVERYWHERE}, [{"tool": "t", "args": {"k": "a"}}, "b"], True, []),
    "decomposed": ({"texts": "café"}, ["cafe\u0301"], False, []),
    "no-break space": ({"texts": "10 000"}, ["10\u202f000"], False, []),
    "curly quote": ({"texts": "can't"}, ["can’t"], False, []),
    "full-width": ({"texts": "12"}, ["１２"], False, []),
    "sharp s": ({"texts": "straße"}, ["STRASSE"], False, []),
    "other digits": ({"texts": "12"}, ["１３"], True, []),
    "case": ({"texts": "INV"}, ["inv"], False, []),
    "case sensitive": ({"texts": "INV", "case_sensitive": True}, ["inv"], True, []),
    "the line is quoted": ({"texts": "b"}, ["first\nsecond b\nthird"], False, ["“second b”"]),
    "across lines": ({"texts": "a b"}, ["a\nb"], False, ["“a b”"]),
    "late in a long line": ({"texts": "zebra"}, ["word " * 500 + "zebra."], False, ["zebra.”"]),
}


@pytest.mark.parametrize(("parameters", "events", "holds", "reasons"), CASES.values(), ids=CASES)
def test_verdict(
    told: Callable[..., Transcript], parameters: dict[str, Any], events: list[Any], holds: bool, reasons: list[str]
) -> None:
    verdict = AnswerDoesNotContain.model_validate(parameters).check(told(*events))

    assert verdict.passed is holds, verdict.reason
    assert all(reason in verdict.reason for reason in reasons), verdict.reason


@given(st.text(min_size=1), st.sampled_from(["a", "1", "ß", "’"]), st.booleans())
def test_opposite_of_contains_once_there_is_an_answer(answer: str, text: str, case_sensitive: bool) -> None:
    transcript = Transcript.model_validate(
        {"events": [{"kind": "message", "seq": 1, "turn": 1, "role": "assistant", "text": f"· {answer}"}]}
    )
    contains = AnswerContains(texts=(text,), case_sensitive=case_sensitive).check(transcript)
    leaves_out = AnswerDoesNotContain(texts=(text,), case_sensitive=case_sensitive).check(transcript)

    assert contains.passed is not leaves_out.passed


@pytest.mark.parametrize(
    "parameters",
    [{}, {"texts": []}, {"texts": " "}, {"texts": "\0"}, {"texts": "a", "scope": "all"}, {"texts": "a", "any_of": "b"}],
    ids=ascii,
)
def test_refused_when_written(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        AnswerDoesNotContain.model_validate(parameters)


def test_sentence() -> None:
    assert AnswerDoesNotContain(texts=("a", "b")).sentence() == "The final answer does not contain “a” or “b”."
    everywhere = AnswerDoesNotContain(texts=("a",), scope="conversation")
    assert everywhere.sentence() == "No message of the agent contains “a”."

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from optimize.domain.criteria.answer_matches import AnswerMatches
from optimize.domain.criteria.pattern import EFFORT_LIMIT, effort
from optimize.domain.errors import Invalid
from optimize.domain.transcript import Transcript

CASES: dict[str, tuple[str, list[Any], bool, list[str]]] = {
    "found": (r"INV-\d{4}", ["See INV-1003."], True, [r"`INV-\d{4}` with “INV-1003”"]),
    "expected and got": (r"INV-\d{4}", ["Nothing."], False, [r"matches `INV-\d{4}`; it says “Nothing.”"]),
    "a number alone": (r"\b15\b", ["There are 15 left."], True, []),
    "not within 150": (r"\b15\b", ["There are 150."], False, []),
    "not within 215": (r"\b15\b", ["There are 215."], False, []),
    "case counts": ("inv", ["INV"], False, []),
    "case ignored": ("(?i)inv", ["INV"], True, []),
    "whole answer": (r"^\d+$", ["42"], True, []),
    "whole answer, with a line break": (r"^\d+$", ["42\n"], False, []),
    "line by line": (r"(?m)^Total: \d+$", ["a\nTotal: 5\nb"], True, []),
    "dot stops at a line end": ("a.b", ["a\nb"], False, []),
    "dot over line ends": ("(?s)a.b", ["a\nb"], True, []),
    "no answer": (".*", [], False, ["The agent gave no answer."]),
    "blank answer": (".*", [" "], False, ["no answer"]),
    "empty match": ("x*", ["abc"], True, ["the empty text"]),
    "decomposed answer": ("café", ["cafe\u0301"], True, []),
    "decomposed pattern": ("cafe\u0301s?", ["cafés"], True, []),
    "no-break space": (r"10 000 €", ["10\u202f000\u00a0€"], True, []),
    "no-break space as white space": (r"\d\s€", ["7\u00a0€"], True, []),
    "letters of any script": (r"^\p{L}+$", ["Größe"], True, []),
    "digits are ASCII": (r"\d", ["１"], False, []),
    "lone surrogate in the answer": ("b", ["a\ud800b"], True, []),
    "NUL in the answer": ("b", ["a\0b"], True, []),
    "alternatives": ("refund|credit", ["A credit."], True, ["“credit”"]),
    "earlier message does not count": ("a", ["a", {"user": "?"}, "b"], False, []),
}


@pytest.mark.parametrize(("pattern", "events", "holds", "reasons"), CASES.values(), ids=CASES)
def test_verdict(
    told: Callable[..., Transcript], pattern: str, events: list[Any], holds: bool, reasons: list[str]
) -> None:
    verdict = AnswerMatches(pattern=pattern).check(told(*events))

    assert verdict.passed is holds, verdict.reason
    assert all(reason in verdict.reason for reason in reasons), verdict.reason


@pytest.mark.parametrize(
    "pattern",
    ["^(a+)+$", "(.*a){25}", "^(a|a)*$", "^(a|aa)+$", "(a*)*b", r"^(\w+\s?)*$", "(x+x+)+y", "(?:a?){100}a{100}"],
)
def test_no_pattern_keeps_a_worker_busy(told: Callable[..., Transcript], pattern: str) -> None:
    """What a search can cost grows with the answer and with nothing else, so it is known before it starts."""
    answer = "a" * 20_000 + "X"

    assert AnswerMatches(pattern=pattern).check(told(answer)).reason
    assert effort(pattern, answer) < EFFORT_LIMIT
    assert effort(pattern, answer + answer) == 2 * effort(pattern, answer)


def test_an_answer_too_long_for_its_pattern_is_not_searched(told: Callable[..., Transcript]) -> None:
    pattern = "(.*a){25}"
    longest = EFFORT_LIMIT // effort(pattern, "a")

    assert AnswerMatches(pattern=pattern).check(told("a" * longest)).passed
    with pytest.raises(
        Invalid, match=f"has {longest + 1:,} characters; this pattern can search {longest:,}"
    ) as refusal:
        AnswerMatches(pattern=pattern).check(told("a" * (longest + 1)))
    assert refusal.value.code == "too_long_to_search"


BAD: dict[str, tuple[str, str]] = {
    "open class": ("([", "position 2, “[”: missing ]"),
    "open class after a whole one": ("[a][", "position 4, “[”: missing ]"),
    "open group": ("(a)(b", "position 4, “(b”: missing )"),
    "outer group open": ("((a)", "position 1, “((a)”: missing )"),
    "group too many": ("a)b", "position 2, “)”: unexpected )"),
    "look-ahead": ("(a(?=b))", "position 3, “(?=”: invalid perl operator (look-ahead is not supported)"),
    "look-behind": ("(?<!a)b", "look-behind and conditions are not supported"),
    "back-reference": (r"(a)\1", r"position 4, “\1”: invalid escape sequence (back-references are not supported)"),
    "end of text": (r"ab\Z", r"position 3, “\Z”: invalid escape sequence (write \z"),
    "repetition of nothing": ("*a", "position 1, “*”"),
    "double repetition": ("a**b", "position 2, “**”: bad repetition operator"),
    "too many repetitions": ("ba{1001}", "position 3, “{1001}”: invalid repetition size"),
    "reversed class, not ASCII before": ("日本[b-a]", "position 4, “b-a”: invalid character class range"),
    "second class": ("[a-b][b-a]", "position 7, “b-a”"),
    "trailing backslash": ("a\\", "position 2, “\\”: trailing \\"),
    "nested repetitions": ("((((a{30}){30}){30}){30})", "invalid repetition size"),
    "huge repetitions": (r"(\pL{30}\pN?){30}", "too large"),
    "slow, though linear": ("(.*a){30}" * 40, "too large"),
    "huge alternatives": ("(" + "|".join(r"\pL{100}" for _ in range(50)) + ")", "too large"),
    "many open groups": ("(" * 499, "missing )"),
    "placeholder, then open": ("{{test_case.x}}(", "missing )"),
    "too long": ("a" * 501, "at most 500 characters"),
    "much too long": ("a" * 10_000, "at most 500 characters"),
    "empty": ("", "at least 1 character"),
    "NUL": ("a\0", "cannot be stored"),
    "lone surrogate": ("a\ud800", "cannot be stored"),
}


@pytest.mark.parametrize(("pattern", "complaint"), BAD.values(), ids=BAD)
def test_refused_when_written_with_reason_and_position(pattern: str, complaint: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        AnswerMatches(pattern=pattern)

    assert complaint in refusal.value.errors()[0]["msg"]


@pytest.mark.parametrize("pattern", [None, 5, ["a"], b"a", True])
def test_only_text_is_a_pattern(pattern: Any) -> None:
    with pytest.raises(ValidationError):
        AnswerMatches(pattern=pattern)


@given(st.text(max_size=40))
def test_any_text_is_compiled_or_refused(pattern: str) -> None:
    with suppress(ValidationError):
        assert AnswerMatches(pattern=pattern).pattern == pattern


@given(st.text(st.characters(exclude_categories=("Cs", "Z"), exclude_characters="\0{}"), min_size=1, max_size=40))
def test_what_is_filled_in_stands_for_itself(value: str) -> None:
    criterion = AnswerMatches(pattern="^{{test_case.x}}$").filled({"test_case": {"x": value}})
    answer = {"kind": "message", "seq": 1, "turn": 1, "role": "assistant", "text": value}

    assert criterion.check(Transcript.model_validate({"events": [answer]})).passed or not value.strip()


def test_filled_in_values_are_no_pattern() -> None:
    criterion = AnswerMatches(pattern=r"^{{test_case.id}}\d$").filled({"test_case": {"id": "a.*(b"}})

    assert criterion.pattern == r"^a\.\*\(b\d$"


def test_an_unknown_name_is_refused_when_filled() -> None:
    with pytest.raises(Invalid, match="no attribute test_case\\.y"):
        AnswerMatches(pattern="{{test_case.y}}").filled({"test_case": {"x": 1}})


def test_sentence() -> None:
    assert AnswerMatches(pattern="a+").sentence() == "The final answer matches the pattern `a+`."


def test_a_bad_pattern_is_told_to_who_wrote_it_and_not_to_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValidationError):
        AnswerMatches(pattern="([")

    assert capfd.readouterr().err == ""

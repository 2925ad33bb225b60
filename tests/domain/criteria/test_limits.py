"""What lies exactly on a limit: still within it, and named as such."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from optimize.domain.criteria import json_answer, pattern, tool_parameters_contain, values
from optimize.domain.criteria.answer_criterion import line_with
from optimize.domain.criteria.answer_is_json import AnswerIsJson
from optimize.domain.criteria.matchers import Matcher
from optimize.domain.criteria.meets_expected_behaviors import MeetsExpectedBehaviors
from optimize.domain.criteria.tool_parameters_contain import ToolParametersContain
from optimize.domain.transcript import Transcript


@pytest.mark.parametrize(
    "answer",
    [
        "1" * json_answer._NUMBER_LIMIT,
        "[" * json_answer.DEPTH_LIMIT + "]" * json_answer.DEPTH_LIMIT,
    ],
    ids=["digits", "depth"],
)
def test_as_much_json_as_is_allowed(told: Callable[..., Transcript], answer: str) -> None:
    assert AnswerIsJson().check(told(answer)).passed
    assert not AnswerIsJson().check(told(answer.replace("1", "11", 1).replace("[", "[[", 1))).passed


def test_as_long_a_number_as_is_read() -> None:
    assert values.as_number(2**1023) == Decimal(2**1023)
    assert values.as_number(2**1025) is None
    assert values.as_number("1" * values._LONGEST_NUMBER) == Decimal("1" * values._LONGEST_NUMBER)
    assert values.as_number("1" * (values._LONGEST_NUMBER + 1)) is None


def test_a_range_of_one_number() -> None:
    assert Matcher(at_least=5, at_most=5).holds([5], case_sensitive=True)
    with pytest.raises(ValueError, match="at_least 6 is more than at_most 5"):
        Matcher(at_least=6, at_most=5)


def test_as_much_work_as_a_pattern_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern, "EFFORT_LIMIT", pattern.effort("a+", "xxa"))
    assert pattern.found("a+", "xxa") == "a"
    monkeypatch.setattr(pattern, "SIZE_LIMIT", pattern.compiled("a+").programsize)
    assert pattern.compiled("a+")


def test_a_hundred_characters_are_quoted_from_their_beginning() -> None:
    assert line_with("end", "x" * 99 + "end", case_sensitive=True) == f"“{'x' * 99}end”"
    assert line_with("end", "x" * 100 + "end", case_sensitive=True) == f"“…{'x' * 60}end”"


def test_as_many_misses_as_are_shown_leave_none_to_count(told: Callable[..., Transcript]) -> None:
    criterion = ToolParametersContain.model_validate({"tool": "pay", "parameters": {"a": 1}})
    misses = [{"tool": "pay", "args": {"a": 2}}] * tool_parameters_contain._CALLS_SHOWN
    assert " more" not in criterion.check(told(*misses)).reason
    assert "and 1 more" in criterion.check(told(*misses, misses[0])).reason


def test_behaviours_are_reported_as_a_fraction_unless_all_count() -> None:
    fraction, every = MeetsExpectedBehaviors(), MeetsExpectedBehaviors(report="all")
    assert (fraction.scored, every.scored) == (True, False)
    assert "fraction" in fraction.sentence()
    assert "every" in every.sentence()

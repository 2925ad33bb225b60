"""A reason and the links beside it name the same place by the same number."""

import re
from collections.abc import Callable

import pytest

from optimize.domain.criteria.answer_does_not_contain import AnswerDoesNotContain
from optimize.domain.criteria.base import CodeCriterion
from optimize.domain.criteria.does_not_invoke_tool import DoesNotInvokeTool
from optimize.domain.criteria.invokes_tool import InvokesTool
from optimize.domain.criteria.tool_parameters_contain import ToolParametersContain
from optimize.domain.transcript import Transcript

# Numbers of messages that differ from those of the events, as they do in every run with a tool in it.
EVENTS = [
    {"user": "Please pay INV-1."},
    {"tool": "compare", "in": 1, "args": {"invoice": "INV-1"}},
    "Compared.",
    {"tool": "pay", "in": 2, "args": {"invoice": "INV-2"}},
    "Paid INV-2.",
]
CRITERIA = {
    "called": InvokesTool.model_validate({"tool": "compare"}),
    "in order": InvokesTool.model_validate({"tool": "compare", "before": "pay"}),
    "out of order": InvokesTool.model_validate({"tool": "pay", "before": "compare"}),
    "banned": DoesNotInvokeTool.model_validate({"tool": "pay"}),
    "right arguments": ToolParametersContain.model_validate({"tool": "pay", "parameters": {"invoice": "INV-2"}}),
    "wrong arguments": ToolParametersContain.model_validate({"tool": "pay", "parameters": {"invoice": "INV-1"}}),
    "said": AnswerDoesNotContain.model_validate({"texts": "Paid", "scope": "conversation"}),
}


@pytest.mark.parametrize("criterion", CRITERIA.values(), ids=CRITERIA)
def test_the_numbers_in_a_reason_are_those_of_its_citations(
    told: Callable[..., Transcript], criterion: CodeCriterion
) -> None:
    verdict = criterion.check(told(*EVENTS))

    named = [int(number) for number in re.findall(r"event (\d+)", verdict.reason)]
    assert named == [citation.event for citation in verdict.citations]
    assert not re.search(r"message \d", verdict.reason)

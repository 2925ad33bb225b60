"""What a test's settings mean in words, and what about it would pass too easily, or never."""

import re

from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria.base import CriterionBase
from optimize.domain.criteria.does_not_invoke_tool import DoesNotInvokeTool
from optimize.domain.criteria.invokes_tool import InvokesTool
from optimize.domain.criteria.meets_expected_behaviors import MeetsExpectedBehaviors
from optimize.domain.criteria.tool_parameters_contain import ToolParametersContain
from optimize.domain.statistics.setting_sentences import explained, warning
from optimize.domain.text import fold

_WORD = re.compile(r"\w+")
_LONG_ENOUGH_TO_BE_CLEAR = 12
_VAGUE = (
    "helpful",
    "professional",
    "polite",
    "appropriate",
    "high quality",
    "good answer",
    "well",
    "correctly",
    "friendly",
    "hilfreich",
    "professionell",
    "utile",
    "professionnel",
    "útil",
    "profesional",
)


def settings_in_words(test: TestBody) -> list[str]:
    """What must happen, then what that can and cannot tell; rules that ask for the same passes are said as one.

    Where criteria ask for different ones, each is said with the numbers of its criteria, counted from 1.
    """
    demands: dict[int, list[int]] = {}
    for number, rule in enumerate(test.rules(), start=1):
        demands.setdefault(rule.must_pass, []).append(number)
    told = [(numbers, explained(test.planned_runs, _threshold(test, numbers))) for numbers in demands.values()]
    if len(told) == 1:
        return told[0][1]
    return [f"{_criteria(numbers)}: {' '.join(sentences)}" for numbers, sentences in told]


def _threshold(test: TestBody, numbers: list[int]) -> float | None:
    """The threshold that stands for rules which come to the same: any one says more than none."""
    thresholds = (test.rules()[number - 1].threshold for number in numbers)
    return next((threshold for threshold in thresholds if threshold is not None), None)


def _criteria(numbers: list[int]) -> str:
    *most, last = map(str, numbers)
    return f"Criteria {', '.join(most)} and {last}" if most else f"Criterion {last}"


def looseness(test: TestBody) -> list[str]:
    """Warnings, in the order in which a person should mend them. None of them refuses the test."""
    found = [*_impossible(test), *(_vague(criterion) for criterion in test.criteria)]
    if test.expected_behaviors and not any(isinstance(c, MeetsExpectedBehaviors) for c in test.criteria):
        found.append("No criterion checks the expected behaviors: add meetsExpectedBehaviors, or leave them out.")
    found += [warning(test.planned_runs, rule.threshold) for rule in test.rules()]
    return list(dict.fromkeys(sentence for sentence in found if sentence))


def _impossible(test: TestBody) -> list[str]:
    """A tool that has to be called and must not be: no agent can do both."""
    wanted = {c.tool for c in test.criteria if isinstance(c, InvokesTool | ToolParametersContain)}
    banned = dict.fromkeys(c.tool for c in test.criteria if isinstance(c, DoesNotInvokeTool) and c.tool in wanted)
    return [
        f"This can never pass: one criterion needs a call of {tool} and another forbids it. Remove one of them."
        for tool in banned
    ]


def _vague(criterion: CriterionBase) -> str | None:
    assertion = getattr(criterion, "assertion", None)
    if not isinstance(assertion, str):
        return None
    words = _WORD.findall(fold(assertion))
    said = f" {' '.join(words)} "
    vague = next((word for word in _VAGUE if f" {word} " in said or f" {word}ly " in said), None)
    if vague is None or len(words) > _LONG_ENOUGH_TO_BE_CLEAR:
        return None
    return f"“{vague}” passes on almost anything: say what the agent must name, ask for, refuse or call instead."

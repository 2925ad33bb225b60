"""What a test's settings mean in words, and what about it would pass too easily, or never."""

import re

from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria.base import CriterionBase
from optimize.domain.criteria.does_not_invoke_tool import DoesNotInvokeTool
from optimize.domain.criteria.invokes_tool import InvokesTool
from optimize.domain.criteria.meets_expected_behaviors import MeetsExpectedBehaviors
from optimize.domain.criteria.tool_parameters_contain import ToolParametersContain
from optimize.domain.statistics.setting import THE_ONE_RUN, check_setting
from optimize.domain.statistics.setting_sentences import both_sides, warning
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
    """What must happen, once per distinct rule, then what such a rule can and cannot tell."""
    thresholds = dict.fromkeys(rule.threshold for rule in test.rules())
    return [sentence for threshold in thresholds for sentence in _setting(test.planned_runs, threshold)]


def _setting(runs: int, threshold: float | None) -> list[str]:
    if threshold is not None:
        return [check_setting(runs, threshold).message, both_sides(runs, threshold)]
    return [THE_ONE_RUN] if runs == 1 else [both_sides(runs, None)]


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

"""What a test's settings mean in words, and what about it would pass too easily."""

from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria.base import CriterionBase
from optimize.domain.statistics.setting import check_setting
from optimize.domain.statistics.setting_sentences import both_sides, warning
from optimize.domain.text import fold

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
    sentences: list[str] = []
    for threshold in dict.fromkeys(rule.threshold for rule in test.rules()):
        sentences.append(check_setting(test.runs, threshold).message)
        sentences.append(both_sides(test.planned_runs, threshold))
    return sentences


def looseness(test: TestBody) -> list[str]:
    """Warnings, in the order in which a person should mend them. None of them refuses the test."""
    found = [_vague(criterion) for criterion in test.criteria]
    found += [warning(test.planned_runs, rule.threshold) for rule in test.rules()]
    return list(dict.fromkeys(sentence for sentence in found if sentence))


def _vague(criterion: CriterionBase) -> str | None:
    assertion = getattr(criterion, "assertion", None)
    if not isinstance(assertion, str):
        return None
    words = fold(assertion)
    vague = next((word for word in _VAGUE if f" {word}" in f" {words}"), None)
    if vague is None or len(words.split()) > 12:
        return None
    return f"“{vague}” passes on almost anything: say what the agent must name, ask for, refuse or call instead."

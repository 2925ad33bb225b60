"""Questions that point at a test by what it is about, and suppositions: they are answered and change nothing."""

import re

from optimize.adapters.models.offline.reading.back import saying, whole
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.denoted import named_by
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.language import is_small
from optimize.adapters.models.offline.reading.lexicon import parts_of
from optimize.adapters.models.offline.reading.outcome import Outcome, one, plan_of
from optimize.adapters.models.offline.reading.plan import Plan, Remark
from optimize.adapters.models.offline.reading.references import reference_in, tests_named

_SMALL_SIGNS = re.compile(r"[的了吗呢是在和与]|[のをはが]")
_MOST_NAMED = 8


def questioned(text: str, language: str, context: Context) -> Plan | None:
    """None for a message that asks nothing of this kind."""
    folded = fold(text).strip()
    if whole("what_if", language, folded):
        return _plan(language, Outcome([], [Remark(code="what_if", text=saying(language, "what_if"))]))
    named = tests_named(text, context)
    spoken_of = whole("about", language, folded) if len(named) == 1 else None
    if spoken_of and parts_of(spoken_of)["who"].strip(" ,:-") == fold(named[0].id):
        return _plan(language, one("show_test", test=named[0].id))
    asked = whole("which", language, folded) if context.tests else None
    return _plan(language, _about(parts_of(asked)["who"], language, context)) if asked else None


def _about(what: str, language: str, context: Context) -> Outcome:
    """The one test that is about it, the names of several, or all that there are."""
    alike = named_by(telling_words(what, language), language, context.tests)
    if not alike:
        meant = reference_in(what, language, context, pronouns=False)
        alike = [meant.test] if meant.test else meant.among if meant.named else []
    if len(alike) == 1:
        return one("show_test", test=alike[0].id)
    if not alike or len(alike) > _MOST_NAMED:
        return one("list_tests")
    names = ", ".join(f"“{test.name}”" for test in alike)
    return Outcome([], [Remark(code="tests_about", text=saying(language, "several", names=names))])


def telling_words(what: str, language: str) -> str:
    """Without the small words, which tell no test from another."""
    if is_cjk(what):
        return _SMALL_SIGNS.sub("", what).strip()
    said = re.findall(r"[\w.-]+", re.sub(r"\w+'", " ", what))
    return " ".join(word for word in said if not is_small(fold(word), language))


def _plan(language: str, outcome: Outcome) -> Plan:
    intent = "show" if outcome.calls else "not_ordered"
    return plan_of(outcome, language, intent)

"""`Why should “…” go?`: the answer is the reason, word for word, whatever message the question came from."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.back import saying
from optimize.adapters.models.offline.reading.called import of_label
from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, pattern, phrase
from optimize.adapters.models.offline.reading.ordinals import ordinal_in
from optimize.adapters.models.offline.reading.outcome import one, plan_of
from optimize.adapters.models.offline.reading.plan import Plan

_LONGEST = 4_000
_NO_REASON = ("yes", "no", "thanks", "greeting", "help")
_FEW_SIGNS, _FEW_WORDS = 3, 4


class _Asked(NamedTuple):
    """The test that our question was about, and the language of the question."""

    test: KnownTest
    language: str


def asked_why(previous: Previous | None, context: Context) -> Previous | None:
    """The message before, as the whole order that our question was about, if it only picked the test."""
    asked = _in_question(previous, context)
    if previous is None or asked is None:
        return previous
    return previous.model_copy(update={"message": saying(asked.language, "retire_it", id=asked.test.id)})


def reason_given(text: str, language: str, context: Context, previous: Previous | None) -> Plan | None:
    """None if no reason to retire a test was asked for, or none is given."""
    asked = _in_question(previous, context)
    if asked is None:
        return None
    said = text.strip()
    because = pattern("because", language).match(fold(said))
    why = (said[because.end() :] if because else said).strip(" .,;:。，、")
    picks = ordinal_in(text, language, context) is not None and len(text.split()) < _FEW_WORDS
    if picks or len(why) < _FEW_SIGNS or intent_of(text, language, context) in _NO_REASON:
        return None
    outcome = one("retire_test", test=asked.test.id, reason=why[:_LONGEST])
    return plan_of(outcome, language, "retire")


def _in_question(previous: Previous | None, context: Context) -> _Asked | None:
    """None as well where the reason belongs to a change, which the message before holds."""
    question = previous.question if previous else None
    if previous is None or not question:
        return None
    asked = ((language, re.fullmatch(_source(language), question)) for language in LANGUAGES)
    found = next(((language, match["name"]) for language, match in asked if match), None)
    test = of_label(found[1], context) if found else None
    amended = intent_of(previous.message, language_of(previous.message), context) == "amend"
    return None if found is None or test is None or amended else _Asked(test, found[0])


def _source(language: str) -> str:
    return re.escape(phrase(language, "ask_reason", id="{id}")).replace(re.escape("{id}"), "(?P<name>.+)")

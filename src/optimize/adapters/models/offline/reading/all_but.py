"""`run everything except clause 7.2`: the accepted tests without those that are named, never the whole set."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.about_tests import telling_words
from optimize.adapters.models.offline.reading.back import saying, whole
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.denoted import named_by
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import parts_of, pattern
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one, plan_of
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.references import reference_in, tests_named

_MOST_OFFERED = 5


def all_but(text: str, language: str, context: Context) -> Plan | None:
    """None for a message that leaves none out; a question where it is not clear which."""
    match = whole("all_but", language, fold(text).strip())
    accepted = [test for test in context.tests if test.state == "accepted"]
    if match is None or not accepted:
        return None
    out = _left_out(parts_of(match)["who"], language, context, accepted)
    left: list[JsonValue] = [test.id for test in accepted if test not in out]
    if out and left:
        return _plan(language, one("run_tests", tests=left))
    return _plan(language, ask(saying(language, "ask_left_out"), [test.name for test in accepted][:_MOST_OFFERED]))


def _left_out(who: str, language: str, context: Context, accepted: list[KnownTest]) -> list[KnownTest]:
    """Those named by id or name; else the one that a word of it means."""
    named = [test for test in tests_named(who, context) if test in accepted]
    meant = reference_in(who, language, context, pronouns=False).test
    alike = [meant] if meant else named_by(telling_words(who, language), language, tuple(accepted))
    several = pattern("coordination", language).search(fold(who)) is not None
    if several or named:
        return named if len(named) > 1 or not several else []
    return [test for test in alike if test in accepted] if len(alike) == 1 else []


def _plan(language: str, outcome: Outcome) -> Plan:
    return plan_of(outcome, language, "run")

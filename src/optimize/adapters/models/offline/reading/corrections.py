"""`no, I meant the first one`, `not that one`: a message that only takes back what the message before it came to."""

import re
from functools import cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.lexicon import spans, spoken, table
from optimize.adapters.models.offline.reading.ordinals import made_here
from optimize.adapters.models.offline.reading.outcome import Outcome, remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request

_AGAIN = {
    "accept": "accept {id}",
    "discard": "discard {id}",
    "retire": "retire {id}",
    "dry_run": "dry run {id}",
    "run": "run {id}",
    "why": "why did {id} fail",
    "results": "results of {id}",
}
"""The command of the message before, with the test that was meant; anything else is shown first."""


class Corrected(NamedTuple):
    """The message to read in place of the correction, or what to say to it."""

    text: str
    said: Outcome | None = None
    rest: bool = False
    """Whether the text is what was meant, and neither a test nor a command on one."""


def correction(text: str, language: str, context: Context, previous: Previous | None) -> Corrected | None:
    """None for a message that is no correction, or that says everything itself."""
    request = Request(text, language, context)
    if match := _match("meant", text, language):
        start, end = spans(match)["what"]
        what = text.strip()[start:end].strip(" ,.!:。！")
        test = _picked(what, language, context)
        return Corrected(_again(test, language, context, previous)) if test else Corrected(what, rest=True)
    if _match("not_that", text, language):
        return _another(request, previous)
    if _match("wrong", text, language) and not tests_named(text, context):
        return Corrected(text, Outcome([], [remark(language, "what_instead")]))
    return None


def _match(kind: str, text: str, language: str) -> re.Match[str] | None:
    folded = fold(text).strip()
    found = (_compiled(source).fullmatch(folded) for code in spoken(language) if (source := _source(code, kind)))
    return next(filter(None, found), None)


def _source(language: str, kind: str) -> str:
    return str(table("corrections")[language][kind])


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


def _picked(what: str, language: str, context: Context) -> KnownTest | None:
    """The test that the correction is no more than a name or a place of."""
    if len(what.split()) > _FEW_WORDS:
        return None
    named = tests_named(what, context)
    if len(named) == 1:
        return named[0]
    placed = Request(what, language, context).ordinal()
    return placed.test if placed else None


_FEW_WORDS = 6


def _again(test: KnownTest, language: str, context: Context, previous: Previous | None) -> str:
    intent = intent_of(previous.message, language, context) if previous else "show"
    return _AGAIN.get(intent, "show {id}").format(id=test.id)


def _another(request: Request, previous: Previous | None) -> Corrected:
    """The one that is left of two; which one is meant where there are more."""
    context = request.context
    shown = _picked(previous.message, request.language, context) if previous else None
    shown = shown or context.test(context.last_draft or "")
    near = [test for one in context.listed if (test := context.test(one)) and test != shown]
    if shown and len(near) == 1 and shown.id in context.listed:
        return Corrected(_again(near[0], request.language, context, previous))
    own = near or [test for test in context.tests if made_here(test.id, context) and test != shown]
    others = own or [test for test in context.tests if test != shown]
    said = request.ask_which(others) if others else Outcome([], [remark(request.language, "what_instead")])
    return Corrected(request.text, said)

"""An answer to a question of this assistant completes the message that the question was about."""

import re

from optimize.adapters.models.offline.reading.called import of_label
from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.denoted import with_ids
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.lexicon import opens, parts_of, pattern, table
from optimize.adapters.models.offline.reading.moods import first_verb
from optimize.adapters.models.offline.reading.quoted import quoted_in
from optimize.adapters.models.offline.reading.request import Request

_PICKED = ("retire", "amend", "accept", "discard", "dry_run", "run", "show")
"""Commands of which it was asked what test they are about: no word of its name is read as something else."""


def completed(answer: str, previous: Previous, language: str, context: Context) -> str:
    """One message made of the earlier one and the answer to the question about it."""
    picked = _picked(answer, previous, language)
    intent = intent_of(previous.message, language, context)
    picked = _option_on(picked, previous, language, context) or picked
    if picked in previous.options and (
        intent_of(picked, language, context) == "discard" or quoted_in(Request(picked, language, context))
    ):
        return picked
    if intent in _PICKED and (test := _test_of(picked, language, context)):
        return _with_test(previous.message, test, language)
    picked = _surely(picked, context)
    catalogue = Catalogue(context.agent.tools, language)
    unknown = catalogue.unknown(previous.message)
    named = catalogue.named(picked) or ([m] if (m := catalogue.described(picked, nominal=True)) else [])
    if unknown and named and len(picked.split()) < 8:
        return previous.message.replace(unknown[0], named[0].tool)
    if intent in ("retire", "amend", "activate"):
        return f"{previous.message.rstrip(' .')}, {_bare_reason(picked, language)}"
    if opens(previous.message, language, "vague_change"):
        return f"{previous.message.rstrip(' .')}: {picked}"
    if intent != "describe":
        return f"{previous.message.rstrip(' .')} {picked}"
    arrow = " -> " if not re.search(r"->|→", picked) and "->" not in previous.message else ". "
    return f"{previous.message.rstrip(' .')}{arrow}{picked}"


def _picked(answer: str, previous: Previous, language: str) -> str:
    """The option that a short answer points at, else the answer itself."""
    folded = fold(answer).strip(" .!")
    options = previous.options
    number = folded.removeprefix("#")
    if number.isdigit() and 0 < int(number) <= len(options):
        return options[int(number) - 1]
    place = pattern("place", language).search(folded)
    if place and len(folded.split()) < 5:
        position = table("places").get(parts_of(place)["nth"], 0)
        return options[position] if -len(options) <= position < len(options) else answer
    if pattern("yes", language).match(folded) and options:
        return options[0]
    return next((option for option in options if len(folded) > 3 and folded in fold(option)), answer)


def _option_on(picked: str, previous: Previous, language: str, context: Context) -> str | None:
    """The one option that does something with the test which the answer names: `Discard “…”`."""
    test = None if picked in previous.options else _test_of(picked, language, context)
    fitting = [option for option in previous.options if test and fold(test.name) in fold(option)]
    return fitting[0] if len(fitting) == 1 else None


def _test_of(picked: str, language: str, context: Context) -> KnownTest | None:
    """The test that an answer is no more than the name of."""
    return of_label(with_ids(picked, language, context), context)


def _with_test(message: str, test: KnownTest, language: str) -> str:
    """The order with the test right behind its verb, where no reason is taken for its name."""
    verb = first_verb(message, language)
    if verb is None or is_cjk(message):
        return f"{test.id} {message}"
    return f"{message[: verb.end]} {test.id}{message[verb.end :]}"


def _surely(picked: str, context: Context) -> str:
    """The name of a test with its id, which no other words of the message can be taken for."""
    found = [test for test in context.tests if fold(test.name) == fold(picked).strip()]
    return f"{found[0].id}: {found[0].name}" if len(found) == 1 else picked


def _bare_reason(text: str, language: str) -> str:
    match = pattern("reason", language).search(fold(text))
    return text if match is None or match.start() else text[match.start() :]

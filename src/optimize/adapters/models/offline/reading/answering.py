"""An answer to a question of this assistant completes the message that the question was about."""

import re

from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.lexicon import opens, parts_of, pattern, table
from optimize.adapters.models.offline.reading.quoted import quoted_in
from optimize.adapters.models.offline.reading.request import Request


def completed(answer: str, previous: Previous, language: str, context: Context) -> str:
    """One message made of the earlier one and the answer to the question about it."""
    picked = _picked(answer, previous, language)
    intent = intent_of(previous.message, language, context)
    if picked in previous.options and (
        intent_of(picked, language, context) == "discard" or quoted_in(Request(picked, language, context))
    ):
        return picked
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
    if folded.isdigit() and 0 < int(folded) <= len(options):
        return options[int(folded) - 1]
    place = pattern("place", language).search(folded)
    if place and len(folded.split()) < 5:
        position = table("places").get(parts_of(place)["nth"], 0)
        return options[position] if -len(options) <= position < len(options) else answer
    if pattern("yes", language).match(folded) and options:
        return options[0]
    return next((option for option in options if len(folded) > 3 and folded in fold(option)), answer)


def _surely(picked: str, context: Context) -> str:
    """The name of a test with its id, which no other words of the message can be taken for."""
    found = [test for test in context.tests if fold(test.name) == fold(picked).strip()]
    return f"{found[0].id}: {found[0].name}" if len(found) == 1 else picked


def _bare_reason(text: str, language: str) -> str:
    match = pattern("reason", language).search(fold(text))
    return text if match is None or match.start() else text[match.start() :]

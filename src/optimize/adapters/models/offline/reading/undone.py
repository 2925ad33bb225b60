"""`discard the first, no, the second`: an order that its own message takes back, or turns to another test."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.back import back, found, saying, whole
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import pattern, spans
from optimize.adapters.models.offline.reading.moods import first_verb
from optimize.adapters.models.offline.reading.plan import Plan, Remark
from optimize.adapters.models.offline.reading.references import found_in, tests_named

_FEW_WORDS, _FEW_SIGNS, _SHORT = 6, 12, 80


class Undone(NamedTuple):
    """The text as it is meant, or what is said if nothing of it is."""

    text: str
    plan: Plan | None = None


def undone(text: str, language: str, context: Context) -> Undone:
    folded = fold(text)
    bare = found("undone_bare", language, folded)
    if bare and first_verb(text[: bare.start()], language) and len(text[: bare.start()]) < _SHORT:
        return Undone(text, _nothing_done(text[: bare.start()], language))
    for one in back("undone", language):
        match = one.search(folded)
        order = text[: match.start()] if match else ""
        if match is None or first_verb(order, language) is None:
            continue
        rest = text[slice(*match.span("rest"))]
        if whole("kept", language, fold(rest)):
            return Undone(text, _nothing_done(order, language))
        if turned := _turned(order, rest, language, context):
            return Undone(turned)
    return Undone(text)


def _nothing_done(order: str, language: str) -> Plan:
    told = Remark(code="nothing_done", text=saying(language, "kept", order=order.strip()))
    return Plan(language=language, intent="not_ordered", remarks=(told,))


def _turned(order: str, rest: str, language: str, context: Context) -> str | None:
    """The order with what the rest names in the place of what the order names."""
    if first_verb(rest, language) or len(rest) > _FEW_SIGNS if is_cjk(rest) else len(rest.split()) > _FEW_WORDS:
        return None
    new, old = _reference(rest, language, context), _reference(order, language, context)
    if new is None or old is None:
        return None
    return f"{order[: old[0]]}{rest[slice(*new)]}{order[old[1] :]}"


def _reference(text: str, language: str, context: Context) -> tuple[int, int] | None:
    """Where the text names a test: by id or name, else by the word for its place."""
    for test in tests_named(text, context):
        for name in (test.name, test.id):
            if match := found_in(fold(text), name):
                return match.span()
    place: re.Match[str] | None = pattern("place", language).search(fold(text))
    return spans(place)["nth"] if place else None

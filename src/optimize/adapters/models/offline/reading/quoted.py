"""`discard the draft 'Missing goods'`: a name in quotes is that name, and never one that is only like it."""

import re
from functools import cache

from rapidfuzz import fuzz

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, spoken, table
from optimize.adapters.models.offline.reading.namesakes import STATES
from optimize.adapters.models.offline.reading.outcome import Outcome, ask
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request

_QUOTE = (
    r"(?:\"(?P<a>[^\"\n]+)\"|「(?P<b>[^」\n]+)」|„(?P<c>[^“\"\n]+)[“\"]|'(?P<d>[^'\n]+(?:(?<=\w)'\w[^'\n]*)*)'(?!\w))"
)
_NEXT = re.compile(rf"\s*(?:,|、|&|and|und|et|y|和|と)\s*(?:(?:the|den|le|el) )?{_QUOTE}")
_OFFERED = 3


@cache
def _commands(language: str) -> tuple[re.Pattern[str], ...]:
    sources = (source for code in spoken(language) for source in table("quoted")[code])
    return tuple(re.compile(source.replace("<quote>", _QUOTE)) for source in sources)


def unknown_name(request: Request) -> Outcome | None:
    """The question which test is meant, if a command names one in quotes and there is none of that name."""
    names = quoted_in(request)
    start, end = next((place for place in names if not known(request.text[slice(*place)], request.context)), (0, 0))
    if not end:
        return None
    name, text = request.text[start:end], request.text
    near = _nearest(name, request)
    question = request.say("no_such_name" if near else "no_such_name_none", name=name)
    return ask(question, [f"{text[:start]}{test.name}{text[end:]}" for test in near])


def quoted_in(request: Request) -> list[tuple[int, int]]:
    """Where the names stand that a command gives in quotes right behind its verb."""
    folded = fold(request.text)
    polite = pattern("polite", request.language).match(folded)
    begin = polite.end() if polite else 0
    found = next(filter(None, (one.match(folded, begin) for one in _commands(request.language))), None)
    if found is None or (marks(request.text[found.end() :], request.language, "must") and not found["changed"]):
        return []
    places = [_place(found)]
    while following := _NEXT.match(folded, found.end()):
        places.append(_place(following))
        found = following
    return places


def _place(match: re.Match[str]) -> tuple[int, int]:
    return next(match.span(group) for group in "abcd" if match[group])


def known(name: str, context: Context) -> bool:
    """Whether a test has exactly this name, id or label."""
    said = _plain(name)
    by_name = any(said in (_plain(test.name), _plain(test.id)) for test in context.tests)
    return by_name or (" " not in said and bool(tests_named(name, context)))


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", " ", fold(name)).strip()


def _nearest(name: str, request: Request) -> list[KnownTest]:
    """Of those that the command can be about, or of all."""
    said, intent = _plain(name), intent_of(request.text, request.language, request.context)
    tests = request.context.tests
    fitting = [test for test in tests if test.state == STATES.get(intent, test.state)] or tests
    return sorted(fitting, key=lambda test: -fuzz.token_set_ratio(said, _plain(test.name)))[:_OFFERED]

"""`the polite one 12 runs and the German one 6`: a number of runs for each of several tests."""

import re

from optimize.adapters.models.offline.reading.back import back
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.outcome import Outcome
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.references import found_in, tests_named
from optimize.adapters.models.offline.reading.tuning import tuned
from optimize.adapters.models.offline.reading.who_meant import placed_or_named

_NUMBER = re.compile(r"(?<![A-Za-z0-9_.,-])\d{1,3}(?![A-Za-z0-9_.,]*\d|\s*%)")
_JOIN = re.compile(
    r"[\s,;，、；]*(?:\b(?:and|und|et|y|but|aber)\b|和|と)?[\s,;，、；]*(?:\b(?:der|die|das|le|la|el|the)\b)?\s*$"
)
_FEW = 2


def each_its_own(text: str, language: str, context: Context) -> Plan | None:
    """None unless every test that is named has one number of runs behind it, and nothing else is said."""
    named = tests_named(text, context)
    if not named:
        text = _with_places_as_ids(text, language, context)
        named = tests_named(text, context)
    if len(named) < _FEW:
        return None
    places = [place for test in named if (place := _place(text, test))]
    if len(places) < len(named):
        return None
    pieces = [text[end:begin] for (_, end), (begin, _) in zip(places, [*places[1:], (len(text), 0)], strict=True)]
    numbers = [_NUMBER.findall(piece) for piece in pieces]
    if any(len(found) != 1 for found in numbers) or len({found[0] for found in numbers}) == 1:
        return None
    outcomes = [
        _tuned(text, test, found[0], places, language, context) for test, found in zip(named, numbers, strict=True)
    ]
    calls = [call for outcome in outcomes if outcome for call in outcome.calls]
    if not all(outcomes):
        return None
    refused = [call for call in calls if call.tool == "decline"]
    return Plan(language=language, intent="edit", calls=tuple(refused[:1] or calls))


def _with_places_as_ids(text: str, language: str, context: Context) -> str:
    """`the first 8 runs, the second 3`: only where there are several, and each is known."""
    matches = sorted(_places(text, language), key=lambda match: match.start())
    tests = [placed_or_named(match.group(), language, context) for match in matches]
    if len(matches) < _FEW or not all(tests):
        return text
    for match, test in reversed(list(zip(matches, tests, strict=True))):
        text = f"{text[: match.start()]} {test.id if test else ''} {text[match.end() :]}"
    return text.strip()


def _places(text: str, language: str) -> list[re.Match[str]]:
    """Where the message names a place of a test; in another language than English, its own words only."""
    return list(back("places", language)[0].finditer(fold(text)))


def _place(text: str, test: KnownTest) -> tuple[int, int] | None:
    """None for a test that is named by its label only."""
    matches = (found_in(fold(text), name) for name in (test.name, test.id))
    return next((match.span() for match in matches if match), None)


def _tuned(
    text: str, test: KnownTest, number: str, places: list[tuple[int, int]], language: str, context: Context
) -> Outcome | None:
    """The change of one test, read as a message of its own: in the words that the first one is changed in."""
    lead, said = text[: places[0][0]], _JOIN.sub("", text[places[0][1] : places[1][0]])
    return tuned(f"{lead}{test.id}{_NUMBER.sub(number, said, count=1)}", language, context)

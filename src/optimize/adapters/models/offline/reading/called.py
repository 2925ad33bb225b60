"""What a test is called towards the person: its name; beside others of that name, its number and what it is about."""

import re
from collections.abc import Sequence

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.domain.text import shortened

_OFFERED, _SHOWN = 5, 80


def labels(tests: Sequence[KnownTest], context: Context) -> list[str]:
    """The newest tests as answers to pick, each of which is read back as that test."""
    return [_label(test, context) for test in tests[-_OFFERED:]]


def called(test: KnownTest, context: Context) -> str:
    """`“Compares first”`, or `“Compares first” #2` where two have the name."""
    number = _number(test, context)
    return f"“{test.name}” #{number}" if number else f"“{test.name}”" if test.name else test.id


def by_number(text: str, context: Context) -> str:
    """The text with the id for each name that stands with its number: `Compares first #2 (“Check INV-1004.”)`."""
    for test in context.tests:
        if number := _number(test, context):
            source = rf"[\"“]?{re.escape(fold(test.name))}[\"”]?\s*#{number}(?!\d)(?:\s*\(“[^”]*”\))?"
            if match := re.search(source, fold(text)):
                text = f"{text[: match.start()]}{test.id}{text[match.end() :]}"
    return text


def of_label(text: str, context: Context) -> KnownTest | None:
    """The test that such an answer is no more than the name of."""
    said = fold(by_number(text, context)).strip(' .!"“”')
    return next((test for test in context.tests if said in (fold(test.name), fold(test.id))), None)


def _label(test: KnownTest, context: Context) -> str:
    number = _number(test, context)
    if not number:
        return test.name or test.id
    return f"{test.name} #{number} (“{shortened(_about(test, context), _SHOWN)}”)"


def _about(test: KnownTest, context: Context) -> str:
    """The first message, or what is checked where that is the same for all of the name."""
    twins = _twins(test, context)
    told = (test.situation, ", ".join(test.criteria)) if _differ([twin.situation for twin in twins]) else ()
    either = (*told, ", ".join(test.criteria), test.situation)
    return next((text for text in either if text), test.state)


def _differ(texts: list[str]) -> bool:
    return len(set(texts)) > 1


def _twins(test: KnownTest, context: Context) -> list[KnownTest]:
    return [other for other in context.tests if fold(other.name) == fold(test.name)]


def _number(test: KnownTest, context: Context) -> int:
    """Its place among those of its name, counted from 1, oldest first; 0 if it is the only one."""
    ids = [twin.id for twin in _twins(test, context)]
    return ids.index(test.id) + 1 if test.name and len(ids) > 1 and test.id in ids else 0

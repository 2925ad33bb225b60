"""Words that point back at what is there or was just said, as patterns and sentences of each language."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.lexicon import spoken, table


def back(key: str, language: str) -> tuple[re.Pattern[str], ...]:
    """The pattern over folded text, in every language that counts in a message."""
    return tuple(_compiled(key, code) for code in spoken(language))


@cache
def _compiled(key: str, language: str) -> re.Pattern[str]:
    return re.compile(str(table("back")[language][key]))


def found(key: str, language: str, folded: str) -> re.Match[str] | None:
    return next(filter(None, (one.search(folded) for one in back(key, language))), None)


def whole(key: str, language: str, folded: str) -> re.Match[str] | None:
    """The pattern where it is all of the text."""
    return next(filter(None, (one.fullmatch(folded) for one in back(key, language))), None)


def saying(language: str, key: str, **values: object) -> str:
    return str(table("back")[language]["phrases"][key]).format(**values)

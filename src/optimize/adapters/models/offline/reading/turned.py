"""Limits and denials that are said by a not, such as `must not call A fewer than 2 times`, in the words that every
stage knows: `must not forget to call A` asks for it, and `it is forbidden to call A before B` puts B first."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.lexicon import spoken, table
from optimize.adapters.models.offline.reading.polarity import texts_apart

_QUOTED = re.compile(r"(\"[^\"]*\"|「[^」]*」|(?<!\w)'[^'\n]{12,}'(?!\w))")


@cache
def _turns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    listed = [*table("denied")[language], *table("turned")[language]]
    return tuple((re.compile(said, re.IGNORECASE), plain) for said, plain in listed)


def straight(text: str, language: str) -> str:
    """The text with such limits put straight; what stands in quotes is not touched."""
    text = texts_apart(text, language)
    return "".join(piece if odd % 2 else _straight(piece, language) for odd, piece in enumerate(_QUOTED.split(text)))


def _straight(text: str, language: str) -> str:
    for code in reversed(spoken(language)):
        for said, plain in _turns(code):
            text = said.sub(plain, text)
    return text

"""Signs that a message orders less than it seems to: moments, doubts, courtesies, and what may stand beside a stop."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.lexicon import spoken, table
from optimize.adapters.models.offline.reading.plan import Remark


@cache
def sign(key: str, language: str) -> re.Pattern[str]:
    """One of these patterns over folded text, in the languages that count in a message."""
    return re.compile("|".join(f"(?:{table('unordered')[code][key]})" for code in _spoken(key, language)))


def _spoken(key: str, language: str) -> tuple[str, ...]:
    # A pattern with named parts can hold each of them once.
    return (language,) if key == "bare" else spoken(language)


def without_signs(key: str, language: str, text: str, folded: str) -> str:
    """The text without every place where the sign stands in `folded`, which has its length."""
    kept, begin = [], 0
    for match in sign(key, language).finditer(folded):
        kept.append(text[begin : match.start()])
        begin = max(begin, match.end())
    return "".join([*kept, text[begin:]])


def telling(language: str, code: str, **values: str) -> Remark:
    """A remark in the words of this module's table."""
    return Remark(code=code, values=values, text=sentence(language, code, **values))


def sentence(language: str, code: str, **values: str) -> str:
    return str(table("unordered")[language]["phrases"][code]).format(**values)

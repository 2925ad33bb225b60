"""Orders without what is only polite, rude or impatient about them."""

import re

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.moods import mentioned
from optimize.adapters.models.offline.reading.signs import sign, without_signs

_LONGEST = 160


def without_courtesies(text: str, language: str, context: Context) -> str:
    """`stop asking and run all the damn tests already` → `run all the tests`; any other text as it is."""
    if len(text) > _LONGEST or "\n" in text.strip():
        return text
    bare = _bare(text, language)
    return bare if bare != text and re.search(r"\w", bare) and mentioned(bare, language, context) else text


def _bare(text: str, language: str) -> str:
    asked = sign("unasked", language).match(fold(text))
    bare = text[asked.end() :] if asked else text
    for key in ("polite", "rude"):
        bare = without_signs(key, language, bare, fold(bare))
    return bare.strip(" ,") if bare != text else text

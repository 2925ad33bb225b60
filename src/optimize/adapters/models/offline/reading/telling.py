"""The telling words of a text that a tool and the values beside it do not explain."""

import re
from collections.abc import Iterable

from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import words
from optimize.adapters.models.offline.reading.lexicon import table, word_pattern
from optimize.adapters.models.offline.reading.profiles import content_stems, profile_of
from optimize.adapters.models.offline.reading.scene import Scene


def unexplained(scene: Scene, text: str, tools: Iterable[str], values: Iterable[str]) -> set[str]:
    """Stems of the text without those of the tools, of the values, of acts, and of words that only hold it together."""
    known = {word for tool in tools for word in profile_of(scene.catalogue.tools[tool]).stems}
    text = re.sub(r"\([^()]*\)", " ", text)
    left = content_stems(text) - known
    for value in values:
        left -= content_stems(value)
    left -= content_stems(" ".join(text[c.start : c.end] for c in concepts_in(text, scene.language) if c.act))
    return {word for word in left if not _light(word, text, scene.language)}


def _light(word: str, text: str, language: str) -> bool:
    light = frozenset(table("en")["words"]["light"].split())
    whole = next((found for found in words(text) if found.startswith(word)), word)
    return whole in light or bool(word_pattern("agent", language).fullmatch(whole))

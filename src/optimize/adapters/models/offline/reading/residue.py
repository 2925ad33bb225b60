"""Whether a clause that names a tool call says anything beyond that call."""

import re

from optimize.adapters.models.offline.reading.actions import Action, segments_of
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold, is_cjk, words
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, table, word_pattern
from optimize.adapters.models.offline.reading.profiles import content_stems, profile_of
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


def says_more(scene: Scene, part: Part, actions: list[Action]) -> bool:
    """Two or more telling words that neither the tools nor the values explain."""
    if any(action.named for action in actions) or is_cjk(part.clause.text) or scene.language != "en":
        return bool(pattern("also_says", scene.language).search(fold(part.clause.text)))
    if len(actions) > 1 and marks(part.clause.text, scene.language, "inner_then"):
        return False
    if any(action.negated for action in actions) or len(segments_of(scene, part)) > 1:
        return False
    return len(_telling(scene, part, actions)) >= 2


def _telling(scene: Scene, part: Part, actions: list[Action]) -> set[str]:
    known: set[str] = set()
    for action in actions:
        known |= set(profile_of(scene.catalogue.tools[action.tool]).stems)
    text = re.sub(r"\([^()]*\)", " ", part.clause.text)
    left = content_stems(text) - known
    for entity in scene.inside(part.clause.start, part.clause.end):
        left -= content_stems(entity.text)
    covered = " ".join(text[c.start : c.end] for c in concepts_in(text, scene.language) if c.act)
    left -= content_stems(covered)
    return {word for word in left if not _light(word, text, scene.language)}


def _light(word: str, text: str, language: str) -> bool:
    """A word that only holds the sentence together."""
    light = frozenset(table("en")["words"]["light"].split())
    whole = next((found for found in words(text) if found.startswith(word)), word)
    return whole in light or bool(word_pattern("agent", language).fullmatch(whole))

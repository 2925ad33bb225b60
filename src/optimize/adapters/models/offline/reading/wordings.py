"""Single words that the answer must or must not have: `never the word refund`, `das Wort „leider“ nicht`."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, spans
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

_LISTED = re.compile(
    r"\s*(?:,|\b(?:or|and|oder|und|noch|ou|et|ni|o|y|nor)\b)\s*(\"[^\"]+\"|'[^']+'|[^\W\d_][\w-]*)"
    r"(?=\W*$|\s*[,.;]|\s+(?:or|and|oder|und|ou|et|o|y|must|should|may|never|d[üa]rf\w*|soll\w*|doi\w+|ne|deb\w+|no)\b)"
)
_QUOTES = "\"'「」“”„«» "


def wording_in(scene: Scene, part: Part, *, negated: bool) -> list[dict[str, JsonValue]]:
    """The criterion on the words that the clause calls words; nothing beside ids and figures, listed otherwise."""
    text, language = part.clause.text, scene.language
    found = [spans(match)["w"] for match in pattern("the_word", language).finditer(fold(text))]
    if not found or part.subject == "user" or not marks(text, language, "tells_text"):
        return []
    inside = scene.inside(part.clause.start, part.clause.end)
    if any(entity.kind in ("id", "amount", "date", "number") for entity in inside):
        return []
    words = [text[start:end] for start, end in found] + _listed(text, found[-1][1], language)
    texts: list[JsonValue] = list(dict.fromkeys(word.strip(_QUOTES) for word in words))
    return [{"kind": "answerDoesNotContain" if negated else "answerContains", "texts": texts}]


def _listed(text: str, at: int, language: str) -> list[str]:
    """The further words of a list: `the words guarantee, promise or "for sure"`; behind `the word` only in quotes."""
    several = marks(text, language, "the_words")
    words = []
    while (match := _LISTED.match(text, at)) and (several or match.group(1)[0] in _QUOTES):
        words.append(match.group(1))
        at = match.end()
    return words

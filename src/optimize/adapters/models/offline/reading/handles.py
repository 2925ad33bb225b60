"""User names and first names: words that stand where a name stands, beside "user", before "wants", after "to"."""

import re

from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern, spans, table, word_pattern


def handles_in(text: str, language: str, known: list[Entity]) -> list[Entity]:
    """Names in the text that no other entity covers; lower-case account names are `handle`, capitalised ones `name`."""
    found: list[Entity] = []
    for match in pattern("handle", language).finditer(fold(text)):
        start, end = spans(match)["h"]
        found += [
            _entity(text, part.start() + start, part.end() + start)
            for part in re.finditer(r"\b(?!(?:and|und|et|y)\b)[A-Za-z][\w.]*", text[start:end])
        ]
    found += [
        _entity(text, m.start("n"), m.end("n"))
        for m in re.finditer(r"\b(?:to|for|an|a|à|für|para|von|de|from) (?P<n>[A-Z][a-zé]+)\b", text)
    ]
    ignored = frozenset(fold(table("en")["words"]["no_handle"]).split())
    return [
        entity
        for entity in found
        if fold(entity.text) not in ignored
        and not _common(entity)
        and not any(entity.start < other.end and other.start < entity.end for other in known)
    ]


def _common(entity: Entity) -> bool:
    """Whether a lower-case word stands for a thing that tools know, such as `profile`, or is a verb: nobody's name."""
    verb = any(word_pattern(kind, "en").fullmatch(fold(entity.text)) for kind in ("thirds", "verbs", "user_verb"))
    return entity.kind == "handle" and (verb or bool(concepts_in(entity.text, "en")))


def _entity(text: str, start: int, end: int) -> Entity:
    word = text[start:end]
    return Entity("name" if word[0].isupper() else "handle", word, word, start, end)

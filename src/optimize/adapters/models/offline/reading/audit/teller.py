"""Whose clause it is: what the user says or does may stand in the situation alone; what the agent must do may not."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import content, sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.concepts import concepts_in, group_of
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import word_pattern

_EARLY = 40
"""Letters in which a clause names its subject."""
_ARTICLE = r"(?:the|an?|our|some|my|der|die|das|eine?|le|la|l'|une?|el|los|las)"
_SORT = r"(?:simul\w+|sim|angry|rude|upset|frustr\w+|verargert\w*|wutend\w*)"
_FIRST = r"(?:i|ich|je|yo|my|meine?|mon|mi)\b|我|私"
_TO_ME = re.compile(r"\b(?:me|my|mir|meine?[mnrs]?|moi|mon|ma|mes|mi|mis)\b|我|私")
"""`tell me my balance` is said by the user."""


def carriers(piece: Piece, draft: Drafted) -> list[str]:
    """The texts of the draft that may say what the clause says."""
    if commands(piece, draft.language):
        return [*draft.required, *draft.said]
    return draft.texts


def users(piece: Piece, draft: Drafted) -> bool:
    """Whether the clause or its sentence is what the user says or does."""
    quoted = bool(sign("speaks", draft.language).search(fold(piece.sentence)))
    return quoted or of_user(piece.text, draft.language) or of_user(piece.sentence, draft.language)


def commands(piece: Piece, language: str) -> bool:
    """Whether the clause tells the agent what to do, and not what its user says."""
    if of_user(piece.text, language) or sign("speaks", language).search(fold(piece.sentence)):
        return False
    if sign("duty", language).search(piece.folded):
        return True
    return bool(sign("command", language).search(piece.folded)) and not of_user(piece.sentence, language)


def to_me(folded: str) -> bool:
    """Whether a text speaks of the one who says it."""
    return bool(_TO_ME.search(folded))


def of_user(text: str, language: str) -> bool:
    """Whether a text begins with the user, or asks."""
    folded = fold(text)[:_EARLY]
    return bool(_subject(language).match(folded) or sign("asks", language).match(folded))


@cache
def _subject(language: str) -> re.Pattern[str]:
    user, pronoun = (word_pattern(kind, language).pattern for kind in ("user", "user_pronoun"))
    return re.compile(
        rf"\W*(?:(?:{_ARTICLE} ?(?:\w+ )?|{_SORT} )?(?:{user})|(?:{pronoun})|(?:i|ich|je|yo|my|meine?|mon|mi)\b|我|私)"
    )


def spoken_of(piece: Piece, draft: Drafted) -> frozenset[str]:
    """The words that speak of acts and things of the tools in the criteria."""
    covered = draft.concepts
    found: set[str] = set()
    for concept in concepts_in(piece.text, draft.language):
        if concept.name in covered or (concept.act and group_of(concept.name) in covered):
            found |= content(piece.text[concept.start : concept.end], draft.language)
    for one in draft.tooling.named(piece.text):
        found |= content(piece.text[one.start : one.end], draft.language)
    return frozenset(found)

"""Slips of the keyboard and shorthand in the words that this reader depends on; the rest is left as typed."""

import re
from functools import cache

from rapidfuzz.distance import OSA

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.language import is_small
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, spoken, table

_OPENING = re.compile(r"(?i)(?:[¿ ]|(?:and|so|but|ok|hi|hey|hello|und|et|y)[ ,]+)*(?P<word>[^\W\d_]{3,})(?=[\s'?]|$)")
_WORD = re.compile(r"(?<![\w'\"-])[^\W\d_]{4,}(?![\w'-])")


@cache
def _known(language: str) -> frozenset[str]:
    return frozenset(word for code in spoken(language) for word in table(code)["words"]["spelled"].split())


def corrected(text: str, language: str) -> str:
    """The text with slips in well-known words put right; quoted text and names are not touched."""
    if language in ("zh", "ja"):
        return text
    text = _asked(text, language)
    pieces = re.split(r"(\"[^\"]*\"|(?<!\w)'[^'\n]{12,}'(?!\w))", text)
    return "".join(piece if odd % 2 else _corrected(piece, language) for odd, piece in enumerate(pieces))


def _corrected(text: str, language: str) -> str:
    for short, long in table(language)["shorthand"]:
        text = re.sub(short, long, text)
    return _WORD.sub(lambda match: _right(match.group(), language), text)


def _right(word: str, language: str) -> str:
    folded = fold(word)
    known = _known(language)
    if folded in known or folded != word or any(folded.startswith(fold(right)) for right in known if len(right) > 4):
        return word
    core = _core(language)
    return next((right for right in sorted(known) if _slipped(folded, fold(right), core=right in core)), word)


@cache
def _core(language: str) -> frozenset[str]:
    """Words that turn a sentence round when they are missed, so that a letter left out counts in short ones as well."""
    return frozenset(word for code in spoken(language) for word in table(code)["words"].get("core", "").split())


def _slipped(word: str, right: str, *, core: bool) -> bool:
    if word[0] != right[0] or abs(len(word) - len(right)) > 1:
        return False
    if sorted(word) == sorted(right):
        return True
    long_enough = core or len(right) >= 6 or _undoubled(word) == _undoubled(right)
    return long_enough and len(word) != len(right) and OSA.distance(word, right) == 1


def _undoubled(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def _asked(text: str, language: str) -> str:
    """`whch tests failed`: a slip in the question word that opens a message."""
    match = _OPENING.match(text)
    if match is None or any(is_small(match["word"], code) for code in LANGUAGES):
        return text
    known = table(language)["words"]["question"].split()
    word = fold(match["word"])
    right = next((right for right in known if _almost(word, fold(right))), None) if word not in known else None
    return f"{text[: match.start('word')]}{right}{text[match.end('word') :]}" if right else text


def _almost(word: str, right: str) -> bool:
    """Two letters swapped, one left out or doubled; another letter in its place makes another word."""
    if word[0] != right[0] or OSA.distance(word, right) != 1:
        return False
    if sorted(word) == sorted(right):
        return True
    left_out = len(word) < len(right) and len(right) > 3
    return left_out or (len(word) > len(right) and _undoubled(word) == _undoubled(right))

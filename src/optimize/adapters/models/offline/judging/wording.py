"""Content words and polarity: what two sentences have in common when nothing but words can be compared."""

import re

from optimize.domain.text import fold

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_STEM = 5
_EMPTY_WORDS = """
a an the this that these those it its he she they them their his her you your we our i me my of to in on at by
for from with without about into over under as is are was were be been being do does did done has have had will
would can could may might must shall should and or but if then than so not no nor any some all each every user
customer agent assistant answer reply response person which what who when where why how whether there here also
just only very more most such own same other via per out up down before after because der die das den dem des
ein eine einen einem einer und oder aber nicht kein keine ist sind war wird werden hat haben kann mit von zu zum
zur im am auf für bei aus als dass ob wenn sich er sie es ihr ihre sein seine le la les un une du de et ou mais
ne pas est sont ont peut avec pour par dans sur que qui se ce cette il elle son sa ses el los las una unos unas
y o pero ha han puede con por para en su sus al del lo
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_NEGATION = re.compile(
    r"\b(?:not|no|never|cannot|without|neither|nor|unable|nicht|kein\w*|nie|ohne|ne|pas|jamais|sans|nunca|sin)\b|n't\b|不|没|ない|ません"
)


def content_of(text: str) -> frozenset[str]:
    """Stems of the words that carry meaning; pairs of characters where words are not spaced."""
    folded = fold(text)
    stems = {
        word[:_STEM]
        for word in _WORD.findall(folded)
        if word not in _EMPTY and len(word) > 2 and not _WIDE.search(word)
    }
    wide = "".join(_WIDE.findall(folded))
    return frozenset(stems | {wide[i : i + 2] for i in range(len(wide) - 1)})


def coverage(wanted: frozenset[str], given: frozenset[str]) -> float:
    """Share of the wanted words that are given; 1 if none is wanted."""
    return len(wanted & given) / len(wanted) if wanted else 1.0


def is_negated(text: str) -> bool:
    return bool(_NEGATION.search(fold(text)))

"""A description cut into sentences and clauses, by its signs alone and not by how the reader cut it."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold

_SENTENCE = re.compile(r"[.!?](?=\s|$)|。|[!?](?=[^\x00-\x7f])|;|\n+|[-=]>|→")
_CLAUSE = re.compile(r",(?=\s|[^\x00-\x7f])|(?<=[^\x00-\x7f]),|、|:(?=\s)|\s-+\s|\s(?:but|aber|mais|pero)\s")
_QUOTED = re.compile(r"\"[^\"\n]+\"|「[^」\n]+」|“[^”\n]+”|„[^“\n]+“|(?<!\w)'[^'\n]+'(?!\w)|\{[^{}\n]*\}")


_LONGEST = 600
"""Letters of a clause or a sentence that are compared; a longer one is no clause that anybody wrote."""


class Piece(NamedTuple):
    """A clause of a sentence, and the whole sentence, as they were written; `folded`: with quotes blanked."""

    text: str
    sentence: str
    folded: str


def pieces_of(text: str) -> list[Piece]:
    found = []
    for sentence in _cut(text, _SENTENCE):
        for clause in _cut(sentence, _CLAUSE):
            found.append(Piece(clause, sentence, unquoted(clause)))
    return found


def sentences_of(text: str) -> list[str]:
    return _cut(text, _SENTENCE)


def unquoted(text: str) -> str:
    """Folded, with what is quoted blanked out: nobody requires the words of a quote."""
    return fold(_QUOTED.sub(lambda match: "_" * len(match.group()), text))


def _cut(text: str, signs: re.Pattern[str]) -> list[str]:
    masked = _QUOTED.sub(lambda match: "x" * len(match.group()), text)
    pieces, begin = [], 0
    for match in signs.finditer(masked):
        pieces.append(text[begin : match.start()])
        begin = match.end() if not match.group().strip().isalpha() else match.start() + 1
    return [piece.strip()[:_LONGEST] for piece in [*pieces, text[begin:]] if re.search(r"[^\W\d_]", piece)]

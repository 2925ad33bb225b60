"""A message cut into clauses: short pieces that each say one thing, with how each hangs on the one before."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import pattern, word_pattern


class Clause(NamedTuple):
    """`sentence` counts sentences; `arrow`: it stands behind an arrow; `opening`: it is the first of its sentence."""

    text: str
    start: int
    end: int
    sentence: int
    arrow: bool = False
    opening: bool = False
    label: str = ""
    """What stood before a colon, such as `memory check`."""


class _Piece(NamedTuple):
    start: int
    end: int
    glue: str
    """What stands before it: sentence, arrow, colon, soft (comma, dash) or word (a conjunction)."""


_HARD = re.compile(
    r"(?P<sentence>[.!?]+(?=[\"')\]]?(?:\s|$))|[。！？!?]|\n+|;|；|(?:(?<=\s)|^)\(?\d{1,2}[.)](?=\s)|(?:(?<=\n)|^)[-*•]\s)"
    r"|(?P<arrow>-+>|=+>|→|⇒)"
    r"|(?P<colon>[:：](?=\s|[^\x00-\x7f])(?!//))"
    r"|(?P<soft>,(?=\s|$)|，|、|\s-+\s)"
)
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|z\.b|d\.h|p\.ej|etc|vs|no|nr|approx|mr|mrs|dr|p\.m|a\.m)|\b[A-Z])\.$", re.IGNORECASE)


def clauses_of(text: str, language: str) -> list[Clause]:
    """The clauses in reading order; quotes and parentheses are never cut."""
    masked = _masked(text)
    pieces = [trimmed for piece in _pieces(masked, text, language) if (trimmed := _trimmed(piece, text))]
    merged: list[_Piece] = []
    for piece in pieces:
        if merged and piece.glue in ("soft", "word", "colon") and not _stands_alone(text[piece.start : piece.end], masked[piece.start : piece.end], language):
            merged[-1] = merged[-1]._replace(end=piece.end)
        else:
            merged.append(piece)
    return _labelled(_numbered(merged, text), language)


def _masked(text: str) -> str:
    hide = lambda match: match.group()[0] + "x" * (len(match.group()) - 2) + match.group()[-1]  # noqa: E731
    text = re.sub(r"\"[^\"\n]+\"|「[^」\n]+」|“[^”\n]+”|«[^»\n]+»|„[^“\n]+“|(?<![\w])'[^'\n]+'(?!\w)", hide, text)
    return re.sub(r"\([^()\n]*\)|（[^（）\n]*）|\{[^{}]*\}", hide, text)


def _pieces(masked: str, text: str, language: str) -> list[_Piece]:
    cuts = [(m.start(), m.end(), str(m.lastgroup)) for m in _HARD.finditer(masked) if not _abbreviated(text, m)]
    cuts += [(m.start(), m.end(), "word") for m in pattern("connector", language).finditer(fold(masked))]
    pieces, begin, glue = [], 0, "sentence"
    for start, end, kind in sorted(cuts):
        if start < begin:
            continue
        pieces.append(_Piece(begin, end if kind == "sentence" and "?" in text[start:end] else start, glue))
        begin, glue = end, kind
    return [*pieces, _Piece(begin, len(text), glue)]


def _abbreviated(text: str, match: re.Match[str]) -> bool:
    return match.group() == "." and bool(_ABBREVIATION.search(text[: match.end()]))


def _trimmed(piece: _Piece, text: str) -> _Piece | None:
    inner = text[piece.start : piece.end]
    start = piece.start + len(inner) - len(inner.lstrip(" \t,，.。;、"))
    end = piece.start + len(inner.rstrip(" \t,，.。;；、:：!！"))
    return piece._replace(start=start, end=end) if end > start else None


def _stands_alone(text: str, masked: str, language: str) -> bool:
    """Whether a piece after a comma, colon or conjunction says something of its own rather than continue a list."""
    folded = fold(masked)
    bare = pattern("lead", language).sub("", folded, count=1).strip()
    if re.match(r"[\d$€£\"'(「“]", bare) or not bare:
        return bare.endswith("?")
    if pattern("starts_not", language).search(folded):
        return not re.match(r"^\W*(?:\w+\s+)?[\d\"']", re.sub(r"^(?:and |but )?not\s+", "", folded))
    if is_cjk(text):
        return len(text) > 3
    return _has_verb_early(bare, language) or any(
        pattern(kind, language).search(folded) for kind in ("must", "expect", "not", "sequence", "passive")
    )


def _has_verb_early(bare: str, language: str) -> bool:
    early = " ".join(bare.split()[:5 if word_pattern("user", language).match(bare) else 3])
    subject = word_pattern("user", language).match(bare) or word_pattern("user_pronoun", language).match(bare)
    subject = subject or pattern("subject", language).match(bare)
    verbs = (word_pattern("verbs", language), word_pattern("user_verb", language), word_pattern("speech", language))
    if subject:
        return any(verb.search(early) for verb in verbs) or True
    return any(verb.match(bare) for verb in verbs) or bool(word_pattern("act_start", language).match(bare))


def _numbered(pieces: list[_Piece], text: str) -> list[Clause]:
    clauses: list[Clause] = []
    sentence, arrow, colon = -1, False, False
    for piece in pieces:
        if piece.glue == "sentence" or not clauses:
            sentence, arrow = sentence + 1, False
        arrow = arrow or piece.glue == "arrow"
        colon = piece.glue == "colon"
        opening = piece.glue in ("sentence", "arrow", "colon") or not clauses
        label = clauses[-1].text if colon and clauses else ""
        clauses.append(Clause(text[piece.start : piece.end], piece.start, piece.end, sentence, arrow, opening, label))
    return clauses


def _labelled(clauses: list[Clause], language: str) -> list[Clause]:
    """Clauses without those that only label what follows: `Discount rule.`, `memory check:`."""
    kept = [clause for clause in clauses if not pattern("label", language).search(fold(clause.text))]
    return kept or clauses

"""A message cut into clauses: short pieces that each say one thing, with how each hangs on the one before."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold, is_cjk, stem
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, word_pattern
from optimize.adapters.models.offline.reading.negation import negated_in


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
    heads: bool = False
    """Whether a colon follows."""


class _Piece(NamedTuple):
    start: int
    end: int
    glue: str
    """What stands before it: sentence, arrow, colon, soft (comma, dash) or word (a conjunction)."""


_HARD = re.compile(
    r"(?P<sentence>[.!?。]+(?:[\"'](?!\w))?(?=\s|$|[^\x00-\x7f])|[。!?]|\n+|;|(?<!\S)\(?(?:\d{1,2}|[a-e])\)(?=\s)|(?:(?<=\n)|^)(?:[-*•]|\d{1,2}\.)\s)"
    r"|(?P<arrow>-+>|=+>|→|⇒)"
    r"|(?P<colon>[:：](?=\s|[^\x00-\x7f])(?!//))"
    r"|(?P<soft>,(?=\s|$|[^\x00-\x7f])|(?<=[^\x00-\x7f]),|、|\s-+\s)"
)
_VALUES = re.compile(r"(?:(?:[A-Za-z#]*[-_]?\d[\w.,/-]*|\"[^\"]+\")[\s,]*)+")
_JOIN = r"(?:and|or|nor|und|oder|noch|et|ou|ni|y|o|和|或|以及|与|と|や)"
_NAME = r"`?[A-Za-z]\w*_\w+`?"
_ONLY_NAMES = re.compile(rf"(?:{_JOIN} ?)?{_NAME}(?:[\s,、]*(?:{_JOIN} ?)?{_NAME})*(?: calls?)?")
_ENDS_IN_NAME = re.compile(rf"{_NAME}$")
_VERB_LAST = ("de", "ja")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|z\.b|d\.h|p\.ej|etc|vs|approx|mr|mrs|dr|p\.m|a\.m)|\b[A-Z])\.$", re.IGNORECASE
)


def clauses_of(text: str, language: str, verbs: frozenset[str] = frozenset()) -> list[Clause]:
    """The clauses in reading order; quotes and parentheses are never cut. `verbs`: stems of the tools' own verbs."""
    masked = _masked(text)
    pieces = [trimmed for piece in _pieces(masked, text, language) if (trimmed := _trimmed(piece, text))]
    merged: list[_Piece] = []
    for piece in pieces:
        if merged and piece.glue == "colon" and _only_obliges(text[merged[-1].start : merged[-1].end], language):
            merged[-1] = merged[-1]._replace(end=piece.end)
            continue
        said = text[piece.start : piece.end]
        alone = bool(merged) and _says_nothing(text[merged[-1].start : merged[-1].end], language)
        alone = alone or piece.glue not in ("soft", "word", "colon") or _own_verb(said, language, verbs)
        alone = alone or (piece.glue == "colon" and _orders(said, language))
        if merged and piece.glue == "colon" and _announces(text[merged[-1].start : merged[-1].end], language):
            merged.append(piece)
            continue
        if merged and piece.glue == "word" and _goes_on(text[merged[-1].start : merged[-1].end], said, language):
            merged[-1] = merged[-1]._replace(end=piece.end)
            continue
        if merged and _goes_with(text[merged[-1].start : merged[-1].end], said, language):
            merged[-1] = merged[-1]._replace(end=piece.end)
            continue
        if merged and piece.glue == "soft" and _awaits(text[merged[-1].start : merged[-1].end], said, language):
            merged[-1] = merged[-1]._replace(end=piece.end)
            continue
        if (
            merged
            and not alone
            and not _stands_alone(text[piece.start : piece.end], masked[piece.start : piece.end], language)
        ):
            merged[-1] = merged[-1]._replace(end=piece.end)
        else:
            merged.append(piece)
    return _numbered(merged, text)


def _orders(text: str, language: str) -> bool:
    """`Contrat V-5 : lire les clauses`: an infinitive behind a label; in English a verb alone may be a noun."""
    return language != "en" and bool(pattern("imperative", language).match(fold(text)))


def _says_nothing(text: str, language: str) -> bool:
    return len(text.split()) > 3 and bool(pattern("filler", language).match(fold(text)))


def _announces(text: str, language: str) -> bool:
    """`check a booking:`, before what the test is about."""
    return len(text.split()) < 6 and bool(pattern("announces", language).match(fold(text)))


def _goes_on(before: str, text: str, language: str) -> bool:
    """Whether a list goes on behind an "and": of words, of bare values such as `PO-2003 and INV-1003 must be …`, or
    of what comes before, as in `before reading A and comparing it`."""
    both_bare = _VALUES.fullmatch(before) and _VALUES.match(cut_lead(text, language))
    both_ing = marks(before, language, "goes_on_ing") and opens(text, language, "ing_lead")
    return bool(both_bare or both_ing) or _lists(before, language)


def _goes_with(before: str, text: str, language: str) -> bool:
    """`A or B` and then `but not both`, `A` and then `B or C`, `never A` and then `and B`: they belong together."""
    if marks(before, language, "either") and opens(text, language, "not_both"):
        return True
    if not _ENDS_IN_NAME.search(before):
        return False
    if _ONLY_NAMES.fullmatch(text) and (negated_in(before, language) or _bans_behind(before, language)):
        return True
    if _bans_behind(before, language) and _ONLY_NAMES.match(text) and negated_in(text, language):
        return True
    names = re.match(r"`?\w+_\w+`?(?P<join>.*?)`?\w+_\w", text)
    if names is None:
        return False
    return marks(f" {names['join']} ", language, "either")


def _bans_behind(before: str, language: str) -> bool:
    """`der Agent darf A`, in a language that says its not behind the list: what goes on may still be a ban."""
    allows = marks(before, language, "may") and not marks(before, language, "duty")
    return language in _VERB_LAST and (allows or bool(_ONLY_NAMES.fullmatch(before)))


def _awaits(before: str, text: str, language: str) -> bool:
    """`before reading A, the agent must not do B`: until when B is forbidden stands ahead, or with what exception."""
    if opens(before, language, "except_ahead"):
        return True
    ahead = before[-4:] if is_cjk(before) else before
    ahead_of = marks if is_cjk(before) else opens
    return ahead_of(ahead, language, "before_word") and negated_in(text, language)


def _lists(text: str, language: str) -> bool:
    """`the words guarantee`, before an "and": a list of words goes on."""
    return bool(pattern("open_list", language).search(fold(text)))


def _only_obliges(text: str, language: str) -> bool:
    """`Must not: cancel the booking`: words that say no more than that something is asked for or forbidden."""
    folded = fold(text)
    return len(folded.split()) < 4 and any(pattern(kind, language).search(folded) for kind in ("not", "must"))


def _own_verb(text: str, language: str, verbs: frozenset[str]) -> bool:
    bare = cut_lead(text, language).split()[:1]
    return bool(bare) and stem(fold(bare[0]).strip(".,")) in verbs


def cut_lead(text: str, language: str) -> str:
    """The text without "and", "then" and the like at its beginning."""
    match = pattern("lead", language).match(fold(text))
    return text[match.end() :] if match else text


def _masked(text: str) -> str:
    text = re.sub(r"\"[^\"\n]+\"|「[^」\n]+」|“[^”\n]+”|«[^»\n]+»|„[^“\n]+“|(?<![\w])'[^'\n]+'(?!\w)", _hidden, text)
    return re.sub(r"\([^()\n]*\)|\{[^{}]*\}", _hidden, text)


def _hidden(match: re.Match[str]) -> str:
    """The brackets and a full stop before the closing one stay: a quoted sentence ends the one around it."""
    text = match.group()
    last = text[-2] if text[-2] in ".!?。" and text[-1] not in ")}" else "x"
    return text[0] + "x" * (len(text) - 3) + last + text[-1] if len(text) > 2 else text


def _pieces(masked: str, text: str, language: str) -> list[_Piece]:
    cuts = [(m.start(), m.end(), str(m.lastgroup)) for m in _HARD.finditer(masked) if not _abbreviated(text, m)]
    cuts += [(m.start(), m.end(), "word") for m in pattern("connector", language).finditer(fold(masked))]
    cuts += _behind_conditions(masked, cuts, language)
    pieces, begin, glue = [], 0, "sentence"
    for start, end, kind in sorted(cuts):
        if start < begin:
            continue
        pieces.append(
            _Piece(begin, end if kind == "sentence" and re.search(r"[?\"']", text[start:end]) else start, glue)
        )
        begin, glue = end, kind
    return [*pieces, _Piece(begin, len(text), glue)]


def _behind_conditions(masked: str, cuts: list[tuple[int, int, str]], language: str) -> list[tuple[int, int, str]]:
    """`if asked for a recipe it declines`: the place where the condition ends without a comma."""
    found = []
    for begin in [0, *(end for _, end, _ in cuts)]:
        end = min((start for start, _, kind in cuts if start >= begin and kind != "word"), default=len(masked))
        piece = fold(masked[begin:end])
        opening = piece.lstrip()
        if any(pattern(kind, language).match(opening) for kind in ("conditional", "before_word", "after")):
            matches = list(pattern("then_agent", language).finditer(piece, 4))
            found += [(begin + match.start(), begin + match.end(), "sure") for match in matches[-1:]]
    return found


def _abbreviated(text: str, match: re.Match[str]) -> bool:
    """A full stop that ends no sentence: of an abbreviation, or inside a quote in the middle of one."""
    if match.group()[-1] in "\"'" and re.match(r"\s+[a-z]", text[match.end() :]):
        return True
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
        return bare.endswith("?") or bool(pattern("value_must", language).match(bare))
    if re.match(r"[a-z0-9]+_[a-z0-9_]+", bare) or re.search(r"\b(?:via|by|using|through) [a-z0-9]+_[a-z0-9_]+", bare):
        return True
    if any(pattern(kind, language).match(folded) for kind in ("goes_with", "else_lead")):
        return True
    if len(bare.split()) < 5 and any(pattern(kind, language).search(bare) for kind in ("yes_at_end", "no_at_end")):
        return True
    if pattern("subordinate", language).match(bare) and not bare.endswith("?"):
        return False
    if pattern("conditional", language).match(bare) or pattern("then", language).match(folded):
        return True
    if pattern("starts_not", language).search(folded):
        return not re.match(r"^\W*(?:\w+\s+)?[\d\"']", re.sub(r"^(?:and |but )?not\s+", "", folded))
    if is_cjk(text):
        return len(text) > 3
    if pattern("sequence", language).match(bare):
        return True
    return (
        _has_verb_early(bare, language)
        or any(pattern(kind, language).search(folded) for kind in ("must", "expect", "passive"))
        or bool(
            pattern("not", language).search(" ".join(folded.split()[:4]) + " .", 0) and not re.search(r"\bno$", folded)
        )
    )


def _has_verb_early(bare: str, language: str) -> bool:
    early = " ".join(bare.split()[: 5 if word_pattern("user", language).match(bare) else 3])
    named = pattern("article", language).sub("", bare, count=1)
    subject = word_pattern("user", language).match(named) or word_pattern("user_pronoun", language).match(bare)
    subject = subject or pattern("subject", language).match(bare)
    verbs = (word_pattern("verbs", language), word_pattern("user_verb", language), word_pattern("speech", language))
    if subject:
        return any(verb.search(early) for verb in verbs) or True
    return any(verb.match(bare) for verb in verbs) or bool(word_pattern("act_start", language).match(bare))


def _numbered(pieces: list[_Piece], text: str) -> list[Clause]:
    clauses: list[Clause] = []
    sentence, arrow, colon = -1, False, False
    for piece, following in zip(pieces, [*pieces[1:], None], strict=True):
        heads = following is not None and following.glue == "colon"
        if piece.glue == "sentence" or not clauses:
            sentence, arrow = sentence + 1, False
        arrow = arrow or piece.glue == "arrow"
        colon = piece.glue == "colon"
        opening = piece.glue in ("sentence", "arrow", "colon") or not clauses
        label = clauses[-1].text if colon and clauses else ""
        clauses.append(
            Clause(text[piece.start : piece.end], piece.start, piece.end, sentence, arrow, opening, label, heads)
        )
    return clauses


def is_label(clause: Clause, language: str) -> bool:
    """Whether a clause only labels what follows: `Discount rule.`, `memory check:`."""
    folded = fold(clause.text)
    if clause.heads and _announces(clause.text, language):
        return True
    if clause.heads and len(folded.split()) < 3 and not is_cjk(folded) and not re.search(r"\d|[\"']", folded):
        return True
    if not clause.opening or not pattern("label", language).search(folded) or pattern("json", language).search(folded):
        return False
    return (
        not any(word_pattern(kind, language).match(folded) for kind in ("speech", "verbs", "user_verb", "act_start"))
        or len(folded.split()) < 3
    )

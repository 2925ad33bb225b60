"""Whatever else a clause says must be found again in the draft, by most of its words."""

from optimize.adapters.models.offline.reading.audit.bans import forbids
from optimize.adapters.models.offline.reading.audit.drafted import Drafted, share
from optimize.adapters.models.offline.reading.audit.lexis import content, kind_words, sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.audit.teller import commands, spoken_of
from optimize.adapters.models.offline.reading.audit.values import values_in
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold

_ENOUGH = 0.5
_GENERAL = ("doesNotHallucinate", "responseGroundedInKnowledge", "staysInCharacter")
_FEW = 2
"""Words that may be missing from any clause, since small words are never all listed."""


def missed(piece: Piece, draft: Drafted) -> bool:
    said = content(piece.text, draft.language)
    of_tools = spoken_of(piece, draft)
    found = draft.known(told=True) | of_tools
    unsaid = commands(piece, draft.language) and not said & (draft.known(told=False) | of_tools)
    if len(said - found) < _few(piece, draft) or share(said, found) >= _ENOUGH:
        return unsaid and len(said) >= _few(piece, draft)
    ways = (_by_ban, _by_effect, _by_order, _by_values, _by_example, _by_kind, _by_far)
    return not any(way(piece, draft) for way in ways)


def _few(piece: Piece, draft: Drafted) -> int:
    """How many words must be missing: more of a story than of what must hold."""
    weighty = any(sign(kind, draft.language).search(piece.folded) for kind in ("duty", "ban", "condition"))
    return _FEW if weighty and not draft.tooling.named(piece.text) else _FEW + 1


def _by_values(piece: Piece, draft: Drafted) -> bool:
    """`tell the depot date 2026-02-11`, where the answer must contain that date."""
    found = values_in(piece.text)
    wanted = fold(str(draft.criteria))
    return any(fold(value) in wanted for value in found)


def _by_example(piece: Piece, draft: Drafted) -> bool:
    """`when an invoice has an exception`: the situation names a thing that the description does not."""
    if not sign("condition", draft.language).match(piece.folded):
        return False
    return any(value not in piece.sentence for text in draft.told for value in values_in(text))


def _by_kind(piece: Piece, draft: Drafted) -> bool:
    """A kind of criterion that says in general what the clause says of one thing."""
    said = content(piece.text, draft.language)
    return any(kind in draft.kinds and said & kind_words(kind) for kind in _GENERAL)


def _by_far(piece: Piece, draft: Drafted) -> bool:
    """Words without spaces are compared by pairs of signs, of which fewer are the same."""
    if draft.language not in ("zh", "ja"):
        return False
    said = concepts_in(piece.text, draft.language)
    return bool(draft.tooling.spoken(piece.text)) or any(concept.name in draft.concepts for concept in said)


def _by_ban(piece: Piece, draft: Drafted) -> bool:
    """`not even in another format`: a ban said once more."""
    few = len(content(piece.text, draft.language)) <= _FEW
    return few and bool(draft.tools("doesNotInvokeTool")) and forbids(piece.folded, draft.language)


def _by_effect(piece: Piece, draft: Drafted) -> bool:
    """`must not change anything` is checked by what tools do, in no word of the clause."""
    return forbids(piece.folded, draft.language) and any(one.get("effect") for one in draft.criteria)


def _by_order(piece: Piece, draft: Drafted) -> bool:
    """An order of calls may be told in words that no tool is called after."""
    signs = any(sign(kind, draft.language).search(piece.folded) for kind in ("before", "after", "beforehand"))
    return signs and bool(draft.orders) and not draft.tooling.spoken(piece.text)

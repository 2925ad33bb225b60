"""A denial read as its opposite: a ban on what must not be left out, or an order kept that the text calls a mistake."""

from optimize.adapters.models.offline.reading.audit.bans import forbids
from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES

_BEHIND = ("zh", "ja")
"""Here `before` stands behind what comes later."""


def missed(piece: Piece, draft: Drafted) -> bool:
    mistaken = bool(sign("mistake", draft.language).search(piece.folded))
    return _banned(piece, draft, mistaken=mistaken) or (mistaken and _kept(piece, draft))


def _banned(piece: Piece, draft: Drafted, *, mistaken: bool) -> bool:
    """`find_order must never go missing`: a not and a word for leaving out, and yet the tool is ruled out."""
    left_out = any(sign("leaves_out", code).search(piece.folded) for code in LANGUAGES)
    if not left_out or not (mistaken or forbids(piece.folded, draft.language)):
        return False
    banned = draft.tools("doesNotInvokeTool")
    return any(one.tool in banned for one in draft.tooling.spoken(piece.text))


def _kept(piece: Piece, draft: Drafted) -> bool:
    """`A before B is a bug`, and yet the draft has A before B."""
    spoken = draft.tooling.spoken(piece.text)
    for match in sign("before", draft.language).finditer(piece.folded):
        ahead = {one.tool for one in spoken if one.end <= match.start()}
        behind = {one.tool for one in spoken if one.start >= match.end()}
        first, then = (behind, ahead) if draft.language in _BEHIND else (ahead, behind)
        if any((a, b) in draft.direct for a in first for b in then):
            return True
    return False

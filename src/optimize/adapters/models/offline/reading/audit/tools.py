"""Every tool that a clause names, and every act of one that writes, must be in a criterion or a text of the draft."""

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.audit.teller import commands


def missed(piece: Piece, draft: Drafted) -> bool:
    known = draft.tools() | draft.ordered
    by_name = [one.tool for one in draft.tooling.named(piece.text)]
    if set(by_name) - known - {one.tool for text in draft.texts for one in draft.tooling.named(text)}:
        return True
    if not commands(piece, draft.language) or _unsure(piece, draft.language):
        return False
    asked = ({one.tool for one in draft.tooling.spoken(piece.text)} & draft.tooling.writing) - known
    return bool(asked - {one.tool for text in (*draft.required, *draft.said) for one in draft.tooling.spoken(text)})


def _unsure(piece: Piece, language: str) -> bool:
    """A condition, a ban and the number of runs speak of acts that nobody asks for."""
    return any(sign(kind, language).search(piece.folded) for kind in ("condition", "ban", "runs"))

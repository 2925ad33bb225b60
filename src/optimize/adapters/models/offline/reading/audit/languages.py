"""The language that something is said or sent in, where a clause names one."""

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.folding import fold

_ROOT = 4
_GIVEN = "language"
"""A parameter of that name says which, often by its code."""


def missed(piece: Piece, draft: Drafted) -> bool:
    written = fold(draft.written)
    named = [match.group().split()[-1] for match in sign("in_language", draft.language).finditer(piece.folded)]
    return _GIVEN not in written and any(name[:_ROOT] not in written for name in named)

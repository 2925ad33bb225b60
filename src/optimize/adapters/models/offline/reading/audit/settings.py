"""How often a test runs and how many of its runs must pass, where a clause says so."""

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece

_SETTINGS = {"share": "threshold", "runs": "runs"}


def missed(piece: Piece, draft: Drafted) -> bool:
    stated = [name for said, name in _SETTINGS.items() if sign(said, draft.language).search(piece.folded)]
    return any(name not in draft.settings for name in stated)

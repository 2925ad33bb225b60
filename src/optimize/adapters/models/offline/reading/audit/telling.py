"""What the agent must say must be asked for in a text of the criteria, not stand among the words of its user."""

from optimize.adapters.models.offline.reading.audit.drafted import Drafted, carried
from optimize.adapters.models.offline.reading.audit.lexis import content, sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.audit.teller import commands, of_user, to_me
from optimize.adapters.models.offline.reading.audit.values import values_in
from optimize.adapters.models.offline.reading.folding import fold

_ENOUGH = 0.5


def missed(piece: Piece, draft: Drafted) -> bool:
    """Whether a clause such as `first apologise` or `tell them why` is in no criterion."""
    language = draft.language
    if not sign("tells", language).search(piece.folded) or of_user(piece.sentence, language):
        return False
    if to_me(piece.folded) or draft.tooling.spoken(piece.text) or not commands(piece, language):
        return False
    wanted = fold(" ".join(draft.required))
    if any(fold(value) in wanted for value in values_in(piece.text)):
        return False
    if not content(piece.text, language):
        return not draft.required
    return not carried(piece.text, [*draft.required, *draft.said], language, at_least=_ENOUGH)

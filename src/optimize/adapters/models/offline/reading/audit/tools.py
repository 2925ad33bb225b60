"""Every tool that a clause names, and every act of one that writes, must be in a criterion or a text of the draft."""

import re

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.audit.teller import commands, of_user, to_me
from optimize.adapters.models.offline.reading.audit.tooling import Spoken

_PAST = re.compile(r"ed$")


def missed(piece: Piece, draft: Drafted) -> bool:
    known = draft.tools() | draft.ordered
    by_name = [one.tool for one in draft.tooling.named(piece.text)]
    if set(by_name) - known - {one.tool for text in draft.texts for one in draft.tooling.named(text)}:
        return True
    if _unsure(piece, draft.language):
        return False
    wished = commands(piece, draft.language) or _follows(piece, draft.language)
    spoken = draft.tooling.spoken(piece.text) if wished else _ordered(piece, draft)
    asked = ({one.tool for one in spoken} & draft.tooling.writing) - known
    return bool(asked - {one.tool for text in (*draft.required, *draft.said) for one in draft.tooling.spoken(text)})


def _follows(piece: Piece, language: str) -> bool:
    """`afterwards the manager is told`: what comes next is the agent's, unless the user is the one who does it."""
    return bool(sign("then", language).match(piece.folded)) and not of_user(piece.sentence, language)


def _ordered(piece: Piece, draft: Drafted) -> list[Spoken]:
    """`if he changes his mind, cancel it again`: an act that opens a later clause, and not by the user's own `my`."""
    if to_me(piece.folded) or of_user(piece.sentence, draft.language) or piece.sentence.startswith(piece.text):
        return []
    return [
        one for one in draft.tooling.acted(piece.text) if one.start == 0 and not _PAST.search(piece.folded[: one.end])
    ]


def _unsure(piece: Piece, language: str) -> bool:
    """A condition, a ban and the number of runs speak of acts that nobody asks for."""
    return any(sign(kind, language).search(piece.folded) for kind in ("condition", "ban", "runs"))

"""A criterion in words whose end got lost, such as `the agent must not both`, says nothing of its clause."""

import re

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import content, sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.folding import fold


def missed(piece: Piece, draft: Drafted) -> bool:
    tails = [re.split(r"[:：]", text)[-1] for text in draft.required]
    ends = [end.group() for text in tails if (end := _lost_end(text, draft.language))]
    return any(end.strip(" .。") in piece.folded for end in ends)


def _lost_end(text: str, language: str) -> re.Match[str] | None:
    return None if content(text, language) or re.search(r"\d", text) else sign("hollow", language).search(fold(text))

"""Alternatives and exceptions (or, unless, only if, otherwise) must stand in a text that says the same of the same."""

from optimize.adapters.models.offline.reading.audit.bans import forbids
from optimize.adapters.models.offline.reading.audit.drafted import Drafted, carried
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece, unquoted
from optimize.adapters.models.offline.reading.audit.teller import carriers, users
from optimize.adapters.models.offline.reading.audit.values import values_in

_SIGNS = ("not_both", "unless", "only_if", "otherwise", "either")
_ENOUGH = 0.6


def missed(piece: Piece, draft: Drafted) -> bool:
    return any(_lost(kind, piece, draft) for kind in _SIGNS if sign(kind, draft.language).search(piece.folded))


def _lost(kind: str, piece: Piece, draft: Drafted) -> bool:
    signs = sign(kind, draft.language)
    told = carriers(piece, draft) if kind == "either" or users(piece, draft) else [*draft.required, *draft.said]
    for text in (piece.sentence, piece.text):
        if carried(text, told, draft.language, at_least=_ENOUGH, sign=signs):
            return False
    tools = {one.tool for one in draft.tooling.spoken(piece.sentence)}
    here = {one.tool for one in draft.tooling.spoken(piece.text)}
    if kind != "either" and draft.orders and tools <= draft.ordered and (here or kind != "otherwise"):
        return False
    if kind == "either":
        return not _either(piece, draft, here)
    return not (kind == "otherwise" and "doesNotInvokeTool" in draft.kinds and tools and tools <= draft.tools())


def _either(piece: Piece, draft: Drafted, tools: set[str]) -> bool:
    """`never A or B` bans both; one of several values or texts may be a check of its own."""
    if '"any_of"' in draft.written or '"one_of"' in draft.written or "answerMatches" in draft.kinds:
        return True
    if forbids(unquoted(piece.sentence), draft.language):
        return "answerDoesNotContain" in draft.kinds or tools <= draft.tools()
    if len(tools) == 1:
        return tools <= draft.tools() and not values_in(piece.text)
    return len(tools) > 1 and tools <= draft.ordered

"""Clauses that a stricter criterion covers: `not 400` beside `= 240`, and `only A` where every other tool is banned."""

import re

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.pieces import Piece

_NOT = "not|never|nicht|pas|no|non|不是|而不是|不能是|ではなく"
_NOT_A_VALUE = re.compile(rf"(?:and |but |und |et |y |mais )?(?:{_NOT})\s*[$€£]?(?P<n>\d[\d.,]*)\s*[€$]?\W*")


def holds(piece: Piece, draft: Drafted) -> bool:
    """Whether the draft asks for more than the clause does."""
    return _other_value(piece, draft) or _all_others_banned(piece, draft)


def _other_value(piece: Piece, draft: Drafted) -> bool:
    """A value that is pinned to one number is no other number."""
    match = _NOT_A_VALUE.fullmatch(piece.folded.strip())
    if match is None:
        return False
    given = [one.get("parameters") for one in draft.criteria]
    pinned = [value for one in given if isinstance(one, dict) for value in one.values() if isinstance(value, dict)]
    numbers = {str(value["equals"]) for value in pinned if "equals" in value}
    return bool(numbers) and match["n"].strip(".,") not in numbers


def _all_others_banned(piece: Piece, draft: Drafted) -> bool:
    """The tools that a clause names are the only ones that the draft leaves."""
    named = {spoken.tool for spoken in draft.tooling.named(piece.text)}
    banned = draft.tools("doesNotInvokeTool")
    return bool(named) and bool(banned) and banned == draft.tooling.all - named

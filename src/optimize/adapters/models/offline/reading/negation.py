"""Whether a text forbids, and which of its words say under which condition something is allowed."""

import re
from functools import lru_cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, pattern, spans
from optimize.adapters.models.offline.reading.subjects import unquoted


class Parted(NamedTuple):
    """Where the act and its condition stand; `until`: the condition only says how long the act is forbidden."""

    act: tuple[int, int]
    condition: tuple[int, int]
    until: bool


def negated_in(text: str, language: str) -> bool:
    """Whether the text forbids rather than asks; two negations cancel out only in set phrases.

    `no fewer than` is a limit.
    """
    folded = re.sub(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)", " ", fold(text))
    folded = pattern("bound_no", language).sub(" ", folded)
    return bool(pattern("not", language).search(folded)) and not pattern("not_really", language).search(folded)


@lru_cache(maxsize=256)
def parted(text: str, language: str) -> Parted | None:
    """The act and its condition in `never B unless A`, `B only if A`; None in any other text."""
    folded = unquoted(text)
    for kind in ("guard", "guard_only", "guard_until"):
        for match in pattern(kind, language).finditer(folded):
            found = Parted(spans(match)["act"], spans(match)["cond"], kind == "guard_until")
            act = text[slice(*found.act)]
            if cut("lead", language, act).strip(" ,") and (kind == "guard_only" or negated_in(act, language)):
                return found
    return None


def main_clause(text: str, language: str) -> str:
    """The text without a condition on the user that stands behind it: `says so when a user doesn't know`."""
    match = pattern("user_condition", language).search(fold(text))
    return text[: match.start()].rstrip(" ,") if match and len(text[: match.start()].split()) > 2 else text

"""What a sentence puts into an order must come in that order in the criteria, or be said so in words."""

import re
from itertools import pairwise

from optimize.adapters.models.offline.reading.audit.bans import forbids
from optimize.adapters.models.offline.reading.audit.drafted import Drafted, Pair, carried, closed
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import unquoted
from optimize.adapters.models.offline.reading.audit.teller import of_user
from optimize.adapters.models.offline.reading.audit.tooling import Spoken
from optimize.adapters.models.offline.reading.folding import fold

_BEHIND = ("zh", "ja")
"""Here `before` and `after` stand behind what they speak of."""
_ENOUGH = 0.6


def missed(sentence: str, draft: Drafted) -> bool:
    wanted = closed(pairs_in(sentence, draft))
    lost = wanted - draft.orders
    if lost and not _said(sentence, lost, draft):
        return True
    return _made_up(sentence, wanted, draft) or _nowhere(sentence, draft)


def _made_up(sentence: str, wanted: frozenset[Pair], draft: Drafted) -> bool:
    """Whether the draft orders what the sentence only puts together: `after A and B`."""
    if sign("in_order", draft.language).search(fold(sentence)):
        return False
    tools = {tool for pair in wanted for tool in pair}
    return any(tools.issuperset(pair) and pair not in wanted for pair in draft.direct)


def _nowhere(sentence: str, draft: Drafted) -> bool:
    """Whether a plain sequence left no order at all, neither of calls nor in words."""
    folded = fold(sentence)
    if draft.orders or of_user(sentence, draft.language) or not sign("sequence", draft.language).search(folded):
        return False
    kinds = ("sequence", "then", "before", "after")
    texts = [fold(text) for text in (*draft.required, *draft.said)]
    return not any(sign(kind, draft.language).search(text) for kind in kinds for text in texts)


def _said(sentence: str, lost: frozenset[Pair], draft: Drafted) -> bool:
    """Whether texts of the draft put it into this order."""
    signs = [sign(kind, draft.language) for kind in ("before", "after", "then", "beforehand")]
    carrying = draft.texts if of_user(sentence, draft.language) else [*draft.required, *draft.said]
    texts = [text for text in carrying if any(one.search(fold(text)) for one in signs)]
    if carried(sentence, texts, draft.language, at_least=_ENOUGH):
        return True
    spoken = {one.tool for text in texts for one in draft.tooling.spoken(text)}
    return all(later in spoken for _, later in lost)


def pairs_in(sentence: str, draft: Drafted) -> set[Pair]:
    """Which tool the sentence wants before which."""
    folded = unquoted(sentence)
    banned = draft.tools("doesNotInvokeTool")
    spoken = [one for one in draft.tooling.spoken(sentence) if one.tool not in banned]
    if len({one.tool for one in spoken}) < 2:
        return set()
    if missing := sign("beforehand", draft.language).search(folded):
        start, end = missing.span()
        inside, outside = _within(spoken, start, end), [one for one in spoken if not start <= one.start < end]
        return _all_before(inside, outside[-1:])
    signs = [(kind, match) for kind in ("before", "after") for match in sign(kind, draft.language).finditer(folded)]
    found: set[Pair] = set()
    under: list[Spoken] = []
    for kind, match in sorted(signs, key=lambda found: found[1].start()):
        free = [one for one in spoken if one not in under]
        beside, under = _around(free, folded, match, draft.language, alone=len(signs) == 1)
        denied = forbids(_beside(folded, match, draft.language), draft.language)
        if not (denied and kind == "after"):
            found |= _all_before(beside, under) if (kind == "before") != denied else _all_before(under, beside)
    if not signs:
        found = {(a.tool, b.tool) for a, b in pairwise(spoken) if a.tool != b.tool and _parted(folded, a, b, draft)}
    return found


def _beside(folded: str, match: re.Match[str], language: str) -> str:
    return re.split("[,、]", folded[match.end() :].lstrip(",、"))[0] if language in _BEHIND else folded[: match.start()]


def _around(
    spoken: list[Spoken], folded: str, match: re.Match[str], language: str, *, alone: bool
) -> tuple[list[Spoken], list[Spoken]]:
    """What is said beside a `before`, and what stands under it; only the nearest where there are several."""
    left = [one for one in spoken if one.end <= match.start()]
    right = [one for one in spoken if one.start >= match.end()]
    if not left and language not in _BEHIND:
        cut = folded.find(",", match.end())
        under = [one for one in right if one.start < cut] if cut > 0 and alone else right[:1]
        beside = [one for one in right if one not in under]
        return beside if alone else beside[-1:], under
    if not alone:
        left, right = left[-1:], right[:1]
    return (right, left) if language in _BEHIND else (left, right)


def _within(spoken: list[Spoken], start: int, end: int) -> list[Spoken]:
    return [one for one in spoken if start <= one.start < end]


def _all_before(earlier: list[Spoken], later: list[Spoken]) -> set[Pair]:
    return {(one.tool, other.tool) for one in earlier for other in later if one.tool != other.tool}


def _parted(folded: str, one: Spoken, other: Spoken, draft: Drafted) -> bool:
    """Whether a "then" stands between two tools."""
    return bool(sign("then", draft.language).search(folded[one.end : other.start]))

"""What a clause forbids must be forbidden by a criterion, or stand with its "not" in a text of the draft."""

import re

from optimize.adapters.models.offline.reading.audit.drafted import Drafted, carried, share
from optimize.adapters.models.offline.reading.audit.lexis import content, kind_words, sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.audit.quantity import limits_in
from optimize.adapters.models.offline.reading.audit.teller import carriers, spoken_of
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold

_BEHIND = ("zh", "ja")
_ENOUGH = 0.5
_BARE = 3
"""Words: `not ever`, `but never twice` say nothing of their own beside a ban that stands."""
_FIXED = (
    "doesNotHallucinate",
    "responseGroundedInKnowledge",
    "staysInCharacter",
    "answerDoesNotContain",
    "answerMatches",
    "answerIsJson",
)


def missed(piece: Piece, draft: Drafted) -> bool:
    found = bans_in(piece.folded, draft.language)
    own = found[1:] if limits_in(piece.text, draft.language) else found
    return bool(own) and not (_by_tools(piece, draft) or _by_words(piece, found, draft) or _fixed(piece, draft))


def forbids(folded: str, language: str) -> bool:
    return bool(bans_in(folded, language))


def bans_in(folded: str, language: str) -> list[int]:
    """Where a text forbids: not where it only supposes that something is not so."""
    plain = sign("no_ban", language).sub(_blank, folded)
    if limits_in(folded, language):
        plain = sign("compared", language).sub(_blank, plain)
    matches = [match for match in sign("ban", language).finditer(plain) if not _supposed(plain, match, language)]
    return [match.start() for match in matches]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _supposed(folded: str, ban: re.Match[str], language: str) -> bool:
    """`if it does not match the agent must …`; Japanese says the condition behind."""
    if language == "ja":
        return bool(sign("condition", language).search(folded, ban.end()))
    conditions = list(sign("condition", language).finditer(folded, 0, ban.start()))
    if not conditions:
        return False
    return not sign("duty", language).search(folded, conditions[-1].end(), ban.end())


def _by_tools(piece: Piece, draft: Drafted) -> bool:
    banned = draft.tools("doesNotInvokeTool")
    if draft.tooling.all <= banned or any(one.get("effect") for one in draft.criteria):
        return True
    tools = {one.tool for one in draft.tooling.spoken(piece.text)}
    restrained = _held(draft) | banned
    if tools & restrained or _about(piece, restrained, draft):
        return True
    if sign("without", draft.language).search(piece.folded) and tools and tools <= draft.tools():
        return True
    return not tools and bool(restrained) and len(content(piece.text, draft.language)) < _BARE


def _about(piece: Piece, tools: frozenset[str], draft: Drafted) -> bool:
    """Whether one of these tools is called after an act or thing of the clause."""
    told = draft.tooling.concepts(tools)
    return any(concept.name in told for concept in concepts_in(piece.text, draft.language))


def narrowed(piece: Piece, draft: Drafted) -> bool:
    """Whether a ban of a tool stands without the words that say when or of what: `on sundays`, `before it is paid`."""
    found = bans_in(piece.folded, draft.language)
    tools = {one.tool for one in draft.tooling.spoken(piece.text)} & draft.tools("doesNotInvokeTool")
    if not found or not tools or _by_words(piece, found, draft):
        return False
    known = draft.known(told=True) | spoken_of(piece, draft)
    narrower = sign("narrows", draft.language).search(piece.folded)
    if narrower is None:
        return False
    ahead = draft.language in _BEHIND
    narrowing = piece.text[: narrower.start()] if ahead else piece.text[narrower.end() :]
    return bool(content(narrowing, draft.language) - known)


def _by_words(piece: Piece, found: list[int], draft: Drafted) -> bool:
    if any(piece.folded.strip(" .,") in fold(text) for text in carriers(piece, draft)):
        return True
    return any(
        carried(text, carriers(piece, draft), draft.language, at_least=_ENOUGH, sign=sign("ban", draft.language))
        for text in [*_whole(piece, draft), *_windows(piece, found, draft)]
    )


def _whole(piece: Piece, draft: Drafted) -> list[str]:
    """The clause; the sentence of one that says nothing of its own, such as `but not both`."""
    if content(piece.text, draft.language):
        return [piece.text]
    return [piece.sentence] if content(piece.sentence, draft.language) else []


def _windows(piece: Piece, found: list[int], draft: Drafted) -> list[str]:
    """What stands from each "not" on, also only as far as an "and"."""
    texts = []
    for start in found:
        end = sign("and_", draft.language).search(piece.folded, start)
        texts += [piece.text[start:], piece.text[start : end.start() if end else len(piece.text)]]
    return [text for text in texts if content(text, draft.language)]


def _held(draft: Drafted) -> frozenset[str]:
    """Tools that are bounded otherwise: by an order, a number of calls or what their calls may carry."""
    return draft.ordered | {str(one["tool"]) for one in draft.criteria if one.get("times") or one.get("parameters")}


def _fixed(piece: Piece, draft: Drafted) -> bool:
    said = content(piece.text, draft.language)
    if "answerIsJson" in draft.kinds and len(said) < _BARE:
        return True
    known = share(said, draft.known(told=False)) >= _ENOUGH
    return any(kind in draft.kinds and (known or said & kind_words(kind)) for kind in _FIXED)


def contradicted(piece: Piece, draft: Drafted) -> bool:
    """Whether a tool must not be called that the clause asks for: `otherwise it books room 12`."""
    language = draft.language
    if not sign("else_", language).search(piece.folded) or forbids(piece.folded, language):
        return False
    banned = draft.tools("doesNotInvokeTool") - draft.tools("invokesTool", "toolParametersContain")
    spoken = draft.tooling.spoken(piece.text) or draft.tooling.acted(piece.text)
    return any(one.tool in banned for one in spoken)

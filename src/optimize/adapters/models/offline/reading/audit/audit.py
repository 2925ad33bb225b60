"""The audit: which clauses of a description a draft does not reflect, told in one remark."""

from collections.abc import Callable, Mapping, Sequence

from optimize.adapters.models.offline.reading.audit import (
    alternatives,
    bans,
    denials,
    duties,
    hollow,
    languages,
    limits,
    orders,
    settings,
    stricter,
    telling,
    tools,
    values,
)
from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece, pieces_of, sentences_of
from optimize.adapters.models.offline.reading.audit.tooling import Tooling
from optimize.adapters.models.offline.reading.context import Agent
from optimize.adapters.models.offline.reading.lexicon import table
from optimize.adapters.models.offline.reading.outcome import Outcome
from optimize.adapters.models.offline.reading.plan import Remark

CODE = "not_taken_up"
_CHECKS: Mapping[str, Callable[[Piece, Drafted], bool]] = {
    "values": values.missed,
    "tools": tools.missed,
    "bans": bans.missed,
    "narrowed": bans.narrowed,
    "contradicted": bans.contradicted,
    "denials": denials.missed,
    "limits": limits.missed,
    "alternatives": alternatives.missed,
    "settings": settings.missed,
    "telling": telling.missed,
    "hollow": hollow.missed,
    "languages": languages.missed,
    "duties": duties.missed,
}
_SHOWN = 4
_LONGEST = 140


def audited(text: str, outcome: Outcome, agent: Agent, language: str) -> list[Remark]:
    """One remark that lists what the drafts, and the remarks beside them, leave of the text unsaid; else none."""
    drafts = [call.arguments for call in outcome.calls if call.tool == "draft_test"]
    parts = not_taken_up(text, Drafted(drafts, outcome.remarks, Tooling(agent.tools, language), language))
    return [_told(parts, language)] if drafts and parts else []


def not_taken_up(text: str, draft: Drafted) -> list[str]:
    """The sentences and clauses of the text, as written, that the draft does not reflect."""
    whole = [sentence for sentence in sentences_of(text) if orders.missed(sentence, draft)]
    pieces = [piece for piece in weighty(text, draft.language) if piece.sentence not in whole]
    lost = [piece.text for piece in pieces if failing(piece, draft)]
    return list(dict.fromkeys(part.strip(" .,;:") for part in [*whole, *lost]))


def weighty(text: str, language: str) -> list[Piece]:
    """The clauses of a text without the reasons given in them, and without what the next clause says in plain words."""
    pieces = [piece for piece in pieces_of(text) if not sign("because", language).match(piece.folded)]
    following = [*pieces[1:], None]
    kept = [a for a, b in zip(pieces, following, strict=True) if not (b and sign("gloss", language).match(b.folded))]
    return [_without_reason(piece, language) for piece in kept]


def _without_reason(piece: Piece, language: str) -> Piece:
    reason = sign("because", language).search(piece.folded)
    end = reason.start() if reason else len(piece.text)
    return piece._replace(text=piece.text[:end].rstrip(), folded=piece.folded[:end].rstrip())


def failing(piece: Piece, draft: Drafted) -> list[str]:
    """The checks that a clause fails; none where a stricter criterion rules out all that it does."""
    if stricter.holds(piece, draft):
        return []
    return [name for name, missed in _CHECKS.items() if missed(piece, draft)]


def _told(parts: Sequence[str], language: str) -> Remark:
    shown = [f"“{part if len(part) <= _LONGEST else part[:_LONGEST] + ' …'}”" for part in parts[:_SHOWN]]
    told = ", ".join(shown) + (" …" if len(parts) > _SHOWN else "")
    text = str(table("audit")[language][CODE]).format(parts=told)
    return Remark(code=CODE, values={"parts": told}, text=text)

"""Who a clause is about: what the person's user does or says, or what the agent must do."""

from itertools import pairwise
from typing import NamedTuple

from optimize.adapters.models.offline.reading.clauses import Clause
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, word_pattern
from optimize.adapters.models.offline.reading.role_rules import Reading, Role
from optimize.adapters.models.offline.reading.subjects import subject_of, unquoted


class Part(NamedTuple):
    """A clause with its role; `subject` is who it names: user, agent, answer or nobody."""

    clause: Clause
    role: Role
    subject: str


def roles_of(clauses: list[Clause], language: str) -> list[Part]:
    """A role for each clause; one that does not tell takes that of the clause before it in the same sentence."""
    parts: list[Part] = []
    for clause, following in zip(clauses, [*clauses[1:], None], strict=True):
        before = parts[-1] if parts else None
        text = unquoted(clause.text)
        subject = subject_of(text, language)
        reading = Reading(clause, text, subject, before and before.role, _inherited(before, clause, language), language)
        role = reading.role()
        if role is Role.MUST and _left_of_arrow(clause, following, subject, language):
            role = Role.USER
        parts.append(Part(clause, role, subject))
    return _with_request(_with_order(_self_answered(parts, language), language), language)


def _self_answered(parts: list[Part], language: str) -> list[Part]:
    """`Should it upsell? NO.`: a question that is answered at once asks for nothing, and neither does the no."""
    changed = list(parts)
    for position, (part, following) in enumerate(pairwise(parts)):
        said = fold(following.clause.text)
        no = pattern("self_answer", language).match(said) if part.clause.text.rstrip().endswith("?") else None
        if no is None or (no.end() < len(said) and not no.group().rstrip().endswith((":", ",", ".", "!"))):
            continue
        changed[position] = part._replace(role=Role.FACT)
        clause = following.clause
        rest = clause._replace(text=clause.text[no.end() :], start=clause.start + no.end())
        changed[position + 1] = following._replace(clause=rest, role=following.role if rest.text else Role.FACT)
    return changed


def _inherited(before: Part | None, clause: Clause, language: str) -> Role | None:
    """The role of the clause before, if it belongs to the same sentence and the same side of an arrow."""
    if before is None or before.clause.sentence != clause.sentence:
        return None
    leads = opens(before.clause.text, language, "before_word") and not before.subject
    return None if leads or before.clause.arrow != clause.arrow else before.role


def _left_of_arrow(clause: Clause, following: Clause | None, subject: str, language: str) -> bool:
    """`return a product -> verify first`: what stands left of the arrow is the situation, unless it obliges."""
    if following is None or not following.arrow or clause.arrow:
        return False
    return subject not in ("agent", "answer") and not marks(clause.text, language, "must")


def _with_order(parts: list[Part], language: str) -> list[Part]:
    """`before a case is opened, the agent must …`: the part that only says before what belongs to the requirement."""
    changed = list(parts)
    for position, (part, following) in enumerate(pairwise(parts)):
        same = part.clause.sentence == following.clause.sentence and following.role is Role.MUST
        if same and opens(part.clause.text, language, "before_word"):
            changed[position] = part._replace(role=Role.MUST)
    return changed


def _with_request(parts: list[Part], language: str) -> list[Part]:
    """`list the open claims; the reply contains …`: an order that opens a text without a user is the user's request.

    So is an order that is the whole text: it says what is wanted, not what must be true.
    """
    others = [part for part in parts if part.role is Role.MUST and part.clause.sentence > 0]
    told = any(p.subject in ("agent", "answer") or marks(p.clause.text, language, "must") for p in others)
    if any(part.role is Role.USER for part in parts):
        return parts
    if not told:
        bare = all(_orders(part, language) and not _speaks(part, language) for part in parts)
        return [part._replace(role=Role.USER) for part in parts] if bare else parts
    return [part._replace(role=Role.USER) if _orders(part, language) else part for part in parts]


def _speaks(part: Part, language: str) -> bool:
    return bool(word_pattern("speech", language).match(fold(part.clause.text)))


def _orders(part: Part, language: str) -> bool:
    text = part.clause.text
    first = part.clause.sentence == 0 and not part.subject
    return (
        first
        and opens(text, language, "imperative")
        and not marks(text, language, "must", "not", "calling", "first", "before_word", "expect")
    )

"""Who a clause is about: what the person's user does or says, or what the agent must do."""

import re
from itertools import pairwise
from typing import NamedTuple

from optimize.adapters.models.offline.reading.clauses import Clause
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern, word_pattern
from optimize.adapters.models.offline.reading.role_rules import Reading, Role
from optimize.adapters.models.offline.reading.subjects import subject_of, unquoted

_CALL = re.compile(r"(?<!\w)[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)")


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
        inherited = _inherited(_past_condition(parts, clause, language), clause, language)
        behind = before is not None and _tells_a_case(before, clause, language)
        reading = Reading(clause, text, subject, before and before.role, inherited, language, behind)
        role = reading.role()
        if role is Role.MUST and _left_of_arrow(clause, following, subject, language):
            role = Role.USER
        parts.append(Part(clause, role, subject))
    parts = _about_the_case(_self_answered(_without_story(parts, language), language), language)
    return _with_request(_with_order(parts, language), language)


def _without_story(parts: list[Part], language: str) -> list[Part]:
    """`the bot filed it. That must not happen again: …`: what the agent did once is told, and required only later."""
    later = [p.clause.sentence for p in parts if p.role is Role.MUST and marks(p.clause.text, language, "must", "not")]
    return [
        part._replace(role=Role.FACT)
        if part.role is Role.MUST
        and part.subject == "agent"
        and part.clause.sentence < max(later, default=0)
        and marks(part.clause.text, language, "narrated")
        and not marks(part.clause.text, language, "must", "expect", "calling")
        else part
        for part in parts
    ]


def _tells_a_case(part: Part, following: Clause, language: str) -> bool:
    """Whether a clause says when, or what one person wants; a new sentence may follow without saying who."""
    text = part.clause.text
    told = marks(text, language, "third_person") or (
        following.opening and not marks(text, language, "narrated_by_user")
    )
    return (part.role is Role.USER and told) or opens(text, language, "conditional")


def _about_the_case(parts: list[Part], language: str) -> list[Part]:
    """`ABC123 -> seat 14C. First …`: without a verb, what stands behind an arrow may belong to the situation still.

    It does if a later sentence names the calls.
    """
    called = [part.clause.sentence for part in parts if part.role is Role.MUST and _CALL.search(part.clause.text)]
    return [
        part._replace(role=Role.USER)
        if part.clause.arrow and part.clause.sentence < max(called, default=0) and _verbless(part, language)
        else part
        for part in parts
    ]


def _verbless(part: Part, language: str) -> bool:
    text = fold(part.clause.text)
    kinds = ("verbs", "speech", "act_start", "thirds")
    said = any(word_pattern(kind, language).search(text) for kind in kinds)
    tells = said or bool(_CALL.search(text))
    return not tells and not marks(text, language, "must", "not", "calling", "json", "passive")


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


def _past_condition(parts: list[Part], clause: Clause, language: str) -> Part | None:
    """The part that a clause goes on from: in `it must search and, if nothing is found, say so` not the condition."""
    before = parts[-1] if parts else None
    if len(parts) < 2 or before is None or before.clause.sentence != clause.sentence:
        return before
    aside = before.role is Role.USER and before.subject != "user" and opens(before.clause.text, language, "conditional")
    goes_on = aside and parts[-2].role is Role.MUST and parts[-2].clause.sentence == clause.sentence
    return parts[-2] if goes_on else before


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
    if subject == "answer" and marks(clause.text, language, "contains", "holds"):
        return False
    return subject != "agent" and not marks(clause.text, language, "must")


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
        and not opens(text, language, "then")
        and not marks(text, language, "must", "calling", "first", "before_word", "after", "expect")
        and not marks(cut("attribute", language, text), language, "not")
    )

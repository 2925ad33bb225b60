"""Who a clause is about: what the person's user does or says, or what the agent must do."""

import re
from enum import StrEnum
from typing import NamedTuple

from optimize.adapters.models.offline.reading.clauses import Clause, is_label
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern, word_pattern


class Role(StrEnum):
    USER = "user"
    MUST = "must"
    FACT = "fact"


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
        same = before if before and before.clause.sentence == clause.sentence and not (clause.arrow and not before.clause.arrow) else None
        subject = _subject(unquoted(clause.text), language)
        role = _role(clause, subject, before, same, language)
        if role is Role.MUST and following and following.arrow and not clause.arrow and _left_of_arrow(clause, subject, language):
            role = Role.USER
        parts.append(Part(clause, role, subject))
    return _with_request(_with_order(parts, language), language)


def _with_order(parts: list[Part], language: str) -> list[Part]:
    """`before a case is opened, the agent must …`: the part that only says before what belongs to the requirement."""
    changed = list(parts)
    for position, (part, following) in enumerate(zip(parts, parts[1:], strict=False)):
        same = part.clause.sentence == following.clause.sentence and following.role is Role.MUST
        if same and pattern("before_word", language).match(fold(part.clause.text)):
            changed[position] = part._replace(role=Role.MUST)
    return changed


def _with_request(parts: list[Part], language: str) -> list[Part]:
    """`list the open claims; the reply contains …`: an order that opens a text without a user is the user's request."""
    others = [part for part in parts if part.role is Role.MUST and part.clause.sentence > 0]
    spoken = [p for p in others if p.subject in ("agent", "answer") or pattern("must", language).search(fold(p.clause.text))]
    if any(part.role is Role.USER for part in parts) or not spoken:
        return parts
    return [part._replace(role=Role.USER) if _orders(part, language) else part for part in parts]


def _orders(part: Part, language: str) -> bool:
    text = fold(part.clause.text)
    plain = not any(pattern(kind, language).search(text) for kind in ("must", "not", "calling", "first"))
    return part.clause.sentence == 0 and part.subject == "" and plain and bool(pattern("imperative", language).match(text))


def _left_of_arrow(clause: Clause, subject: str, language: str) -> bool:
    """`return a product -> verify first`: what stands left of the arrow is the situation, unless it obliges."""
    return subject not in ("agent", "answer") and not pattern("must", language).search(fold(clause.text))


def _subject(text: str, language: str) -> str:
    """Which of user, agent and answer is named first; an `it` counts only where it acts."""
    if pattern("agent_it", language).search(text):
        return "agent"
    bare = pattern("lead", language).sub("", text, count=1)
    if pattern("must", language).match(bare):
        return ""
    acting = any(word_pattern(kind, language).match(bare) for kind in ("act_start", "speech", "verbs"))
    acting = acting or bool(pattern("starts_not", language).search(text))
    verb = word_pattern("user_verb", language).match(bare)
    if acting and not verb:
        return ""
    places = {
        "user": _first(text, "user", language, 40),
        "agent": _first(text, "agent", language, 60),
        "answer": _first(text, "answer", language, 25),
    }
    pronoun = word_pattern("user_pronoun", language).search(text)
    if pronoun and pronoun.start() < 14:
        places["user"] = min(places["user"], pronoun.start())
    if verb and places["agent"] > 0 and places["user"] > 30:
        return "verb"
    nearest = min(places, key=lambda name: places[name])
    return nearest if places[nearest] < 999 else ""


_IDENTIFIER = re.compile(r"[a-z0-9]+_[a-z0-9_]+")


def unquoted(text: str) -> str:
    """Folded, with quoted text blanked: what somebody says tells nothing about who speaks here."""
    blank = re.sub(r"\"[^\"]*\"|「[^」]*」|(?<!\w)'[^']*'(?!\w)", lambda match: " " * len(match.group()), text)
    return fold(blank)


def _stage(text: str, language: str) -> bool:
    """Whether the clause sets the stage: it says that a user is simulated, and who."""
    match = pattern("sim_words", language).match(text)
    return bool(match and match.end() > 3 and not pattern("agent_it", language).search(text))


def _first(text: str, kind: str, language: str, limit: int) -> int:
    match = word_pattern(kind, language).search(text)
    return match.start() if match and match.start() < limit else 999


def _role(clause: Clause, subject: str, before: Part | None, same: Part | None, language: str) -> Role:
    text = unquoted(clause.text)
    has = lambda kind: bool(pattern(kind, language).search(text))  # noqa: E731
    if is_label(clause, language):
        return Role.FACT
    if _stage(text, language) or has("greet_with"):
        return Role.USER
    if _IDENTIFIER.match(text) or (_IDENTIFIER.search(text) and (has("calling") or has("must") or has("not"))):
        return Role.MUST
    if has("starts_not") and clause.opening and before and before.role is Role.MUST:
        return Role.MUST
    if has("conditional") and pattern("conditional", language).match(text) and not has("must") and subject != "agent":
        return Role.USER
    if has("about_agent"):
        return Role.MUST
    if has("truth") or (clause.arrow and subject not in ("user",)):
        return Role.MUST
    if has("fact") and not has("strong_must") and not has("must"):
        return Role.FACT
    if subject == "user":
        return _of_user(text, language)
    if subject in ("agent", "answer"):
        return Role.MUST
    return _of_nobody(clause, text, subject, before, same, language)


def _of_user(text: str, language: str) -> Role:
    obliged = pattern("must", language).search(text)
    if obliged and (pattern("passive", language).search(text) or pattern("user_gets", language).search(text)):
        return Role.MUST
    return Role.MUST if pattern("expect", language).search(text) else Role.USER


def _of_nobody(clause: Clause, text: str, subject: str, before: Part | None, same: Part | None, language: str) -> Role:
    has = lambda kind: bool(pattern(kind, language).search(text))  # noqa: E731
    inherited = same.role if same and same.role is not Role.FACT else None
    if has("strong_must") or has("expect") or (has("must") and inherited is not Role.USER):
        return Role.MUST
    if text.endswith("?"):
        return Role.USER
    if has("in_answer") or (has("seconds") and inherited is not Role.USER):
        return Role.MUST
    if has("must") and clause.label:
        return Role.MUST
    if inherited:
        return inherited
    if has("starts_not") or has("json") or has("hallucinate") or has("character"):
        return Role.MUST
    if subject == "verb":
        return Role.MUST if before and before.role is Role.MUST and _answers(text, language) else Role.USER
    acts = word_pattern("act_start", language).match(text) or word_pattern("speech", language).match(text)
    return Role.MUST if before and before.role is Role.MUST and acts else _bare(text, before, language)


def _answers(text: str, language: str) -> bool:
    bare = pattern("lead", language).sub("", text, count=1)
    return bool(pattern("contains", language).match(bare) or pattern("holds", language).match(bare))


def _bare(text: str, before: Part | None, language: str) -> Role:
    """A clause without subject, verb and marker: an order ("call X", "returns JSON") or a piece of the situation."""
    if pattern("calling", language).match(text) or pattern("imperative", language).match(text) or word_pattern("thirds", language).match(text):
        return Role.MUST
    return Role.USER if before is None or before.role is not Role.MUST else Role.FACT

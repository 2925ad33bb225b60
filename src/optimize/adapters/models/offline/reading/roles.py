"""Who a clause is about: what the person's user does or says, or what the agent must do."""

from enum import StrEnum
from typing import NamedTuple

from optimize.adapters.models.offline.reading.clauses import Clause
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
    for clause in clauses:
        before = parts[-1] if parts else None
        same = before if before and before.clause.sentence == clause.sentence and not (clause.arrow and not before.clause.arrow) else None
        subject = _subject(fold(clause.text), language)
        parts.append(Part(clause, _role(clause, subject, before, same, language), subject))
    return parts


def _subject(text: str, language: str) -> str:
    """Which of user, agent and answer is named first; an `it` counts only where it acts."""
    if pattern("agent_it", language).search(text):
        return "agent"
    places = {
        "user": _first(text, "user", language, 40),
        "agent": _first(text, "agent", language, 60),
        "answer": _first(text, "answer", language, 25),
    }
    pronoun = word_pattern("user_pronoun", language).search(text)
    if pronoun and pronoun.start() < 14:
        places["user"] = min(places["user"], pronoun.start())
    verb = word_pattern("user_verb", language).match(pattern("lead", language).sub("", text, count=1))
    if verb and places["agent"] > 0 and places["user"] > 30:
        return "verb"
    nearest = min(places, key=lambda name: places[name])
    return nearest if places[nearest] < 999 else ""


def _first(text: str, kind: str, language: str, limit: int) -> int:
    match = word_pattern(kind, language).search(text)
    return match.start() if match and match.start() < limit else 999


def _role(clause: Clause, subject: str, before: Part | None, same: Part | None, language: str) -> Role:
    text = fold(clause.text)
    has = lambda kind: bool(pattern(kind, language).search(text))  # noqa: E731
    if has("truth") or (clause.arrow and subject not in ("user",)):
        return Role.MUST
    if has("fact") and not has("strong_must") and not has("must"):
        return Role.FACT
    if subject == "user":
        return _of_user(text, language)
    if subject in ("agent", "answer"):
        return _of_agent(text, subject, same, language)
    return _of_nobody(clause, text, subject, before, same, language)


def _of_user(text: str, language: str) -> Role:
    obliged = pattern("must", language).search(text)
    if obliged and (pattern("passive", language).search(text) or pattern("user_gets", language).search(text)):
        return Role.MUST
    return Role.MUST if pattern("expect", language).search(text) else Role.USER


def _of_agent(text: str, subject: str, same: Part | None, language: str) -> Role:
    if same and same.role is Role.USER and subject == "answer" and not pattern("must", language).search(text):
        return Role.MUST if pattern("contains", language).search(text) else Role.USER
    return Role.MUST


def _of_nobody(clause: Clause, text: str, subject: str, before: Part | None, same: Part | None, language: str) -> Role:
    has = lambda kind: bool(pattern(kind, language).search(text))  # noqa: E731
    inherited = same.role if same and same.role is not Role.FACT else None
    if has("strong_must") or has("expect") or (has("must") and inherited is not Role.USER):
        return Role.MUST
    if text.endswith("?"):
        return Role.USER
    if has("must") and clause.label:
        return Role.MUST
    if inherited:
        return inherited
    if has("starts_not") or has("json") or has("hallucinate") or has("character"):
        return Role.MUST
    if subject == "verb":
        return Role.MUST if before and before.role is Role.MUST and pattern("contains", language).match(text) else Role.USER
    acts = word_pattern("act_start", language).match(text) or word_pattern("speech", language).match(text)
    return Role.MUST if before and before.role is Role.MUST and acts else _bare(text, before, language)


def _bare(text: str, before: Part | None, language: str) -> Role:
    """A clause without subject, verb and marker: an order ("call X", "returns JSON") or a piece of the situation."""
    if pattern("calling", language).match(text) or word_pattern("thirds", language).match(text):
        return Role.MUST
    return Role.USER if before is None or before.role is not Role.MUST else Role.FACT

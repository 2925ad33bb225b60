"""Clauses that a comma cut off from their condition, put together again: `never B, unless A`."""

import re

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, opens, pattern
from optimize.adapters.models.offline.reading.negation import negated_in, parted
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.subjects import subject_of, unquoted

_NAME = re.compile(r"[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+")


def joined(parts: list[Part], text: str, language: str) -> list[Part]:
    """The parts where each condition stands with what it allows; what is allowed under a condition is a requirement."""
    found: list[Part] = []
    for part in parts:
        before = found[-1] if found else None
        if before and before.clause.sentence == part.clause.sentence and _belong(before, part, text, language):
            whole = before.clause._replace(text=text[before.clause.start : part.clause.end], end=part.clause.end)
            role = Role.MUST if Role.MUST in (before.role, part.role) else before.role
            found[-1] = before._replace(clause=whole, role=role, subject=_subject(before, part))
        else:
            found.append(part)
    return [_obliging(part, language) for part in found]


def _subject(before: Part, part: Part) -> str:
    return next((p.subject for p in (before, part) if p.subject in ("agent", "answer")), before.subject)


def _belong(before: Part, part: Part, text: str, language: str) -> bool:
    """Whether one of the two clauses is the condition of the other, or goes on with it."""
    first, second = fold(before.clause.text), fold(part.clause.text)
    if pattern("without_opens", language).match(second) and before.role is Role.MUST:
        return bool(pattern("forbids", language).search(first))
    if pattern("guard_opens", language).match(second):
        return before.role is not Role.FACT or bool(pattern("starts_not", language).search(first))
    waits = pattern("only_ends", language).search(first) and opens(second, language, "conditional", "waiting")
    if waits or pattern("guard_ends", language).search(first):
        return True
    if pattern("guard_opens", language).match(first) and (part.role is Role.MUST or negated_in(second, language)):
        return parted(before.clause.text, language) is None
    if _share_an_order(before, part, text, language) or _goes_on_with_condition(before, part, text, language):
        return True
    if _lists_tools(before, part, text, language) or _goes_on_about_call(before, part, text, language):
        return True
    goes_on = opens(text[before.clause.end : part.clause.end], language, "bare_and")
    return goes_on and part.role is not Role.MUST and before.role is Role.MUST and bool(parted(first, language))


def _share_an_order(before: Part, part: Part, text: str, language: str) -> bool:
    """`A and B must both come after C`: bare names before the clause that puts them in order."""
    linked = opens(text[before.clause.end : part.clause.end], language, "bare_and")
    names = re.split(r"[\s,`]+", before.clause.text.strip(" `"))
    first = cut("lead", language, part.clause.text).strip(" `").split() or [""]
    ordered = pattern("after", language).search(fold(part.clause.text))
    return bool(linked and ordered and all(map(_NAME.fullmatch, names)) and _NAME.fullmatch(first[0].strip("`")))


def _goes_on_with_condition(before: Part, part: Part, text: str, language: str) -> bool:
    """`only if it has compared A and read B before`, `nada antes de leer A y compararla`: the "and" is within."""
    linked = opens(text[before.clause.end : part.clause.end], language, "bare_and")
    if not linked or part.subject in ("agent", "answer", "user"):
        return False
    said = fold(before.clause.text)
    return bool(pattern("condition_before", language).search(said)) and opens(
        cut("lead", language, part.clause.text), language, "condition_goes_on"
    )


def _lists_tools(before: Part, part: Part, text: str, language: str) -> bool:
    """`only after A and B`: a bare name that goes on a list behind an order word."""
    name, *verb = cut("lead", language, part.clause.text).strip(" .`").split() or [""]
    bare = _NAME.fullmatch(name) and (not verb or (language == "de" and len(verb) < 3))
    linked = opens(text[before.clause.end : part.clause.end], language, "bare_and")
    said = fold(before.clause.text)
    if linked and pattern("one_of_them", language).search(said) and _NAME.fullmatch(said.split()[-1].strip("`")):
        return bool(_NAME.fullmatch(name))
    listed = pattern("order_behind", language).search(said)
    return bool(bare and linked and listed and _NAME.fullmatch(before.clause.text.split()[-1].strip("`")))


def _goes_on_about_call(before: Part, part: Part, text: str, language: str) -> bool:
    """`every message sent must go to X and contain Y`: the second verb says more of the same thing."""
    said = fold(before.clause.text)
    about = before.role is Role.MUST and (pattern("every_call", language).match(said) or _NAME.match(said.split()[0]))
    if not about or part.subject in ("agent", "answer", "user"):
        return False
    linked = opens(text[before.clause.end : part.clause.end], language, "bare_and")
    return linked and opens(cut("lead", language, part.clause.text), language, "contains_first")


def _obliging(part: Part, language: str) -> Part:
    """What is allowed under a condition is asked of the agent, unless the user is the one who acts."""
    found = None if part.role is Role.MUST else parted(part.clause.text, language)
    if found is None:
        return part
    act = cut("only_lead", language, unquoted(part.clause.text[slice(*found.act)]))
    return part if subject_of(act, language) in ("user", "verb") else part._replace(role=Role.MUST)

"""Criteria from the clauses that say what must hold: checks by code where they say the same, judged ones else."""

from dataclasses import replace
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import Action, actions_of, negated_in, orders_of, speaks_first
from optimize.adapters.models.offline.reading.answers import json_answer, shape_of, texts_in, truth_in
from optimize.adapters.models.offline.reading.assertion import assertion_of
from optimize.adapters.models.offline.reading.calls import call_criteria, loose_parameters, spare_parameters
from optimize.adapters.models.offline.reading.carrying import carried
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.doubts import is_vague
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.latency import limit_in
from optimize.adapters.models.offline.reading.lexicon import cut, pattern, phrase
from optimize.adapters.models.offline.reading.residue import says_more
from optimize.adapters.models.offline.reading.roles import Part, Role
from optimize.adapters.models.offline.reading.scene import Scene

Criterion = dict[str, JsonValue]


class Built(NamedTuple):
    """The criteria of a test, the vague wishes that became none, and the tools that were named but do not exist."""

    criteria: list[Criterion]
    vague: list[str]
    unknown: list[str]


def criteria_of(scene: Scene) -> Built:
    """All criteria of a described test, in the order of the text, without doubles."""
    musts = [(index, part) for index, part in enumerate(scene.parts) if part.role is Role.MUST]
    carrying = {index: found for index, part in musts if (found := carried(scene, part))}
    actions = [action for index, part in musts if index not in carrying for action in actions_of(scene, index, part)]
    orders = orders_of(scene, actions, scene.parts)
    found: list[Criterion] = []
    vague: list[str] = []
    last: list[Criterion] = []
    for index, part in musts:
        here = [action for action in actions if action.part == index]
        before = scene.parts[index - 1] if index else None
        made = [carrying[index]] if index in carrying else _of_part(scene, part, here, before, actions)
        if pattern("restates", scene.language).match(fold(part.clause.text)) and _only_assertion(last):
            found = found[: -len(last)]
        if _continues(scene, part, before) and _only_assertion(made) and _only_assertion(last):
            found, made = found[:-1], [_joined(last[0], made[0], part, scene.language)]
        last = made
        if not made and is_vague(part.clause.text, scene.language):
            vague.append(part.clause.text)
        found += made
    found = call_criteria(scene, actions, orders) + found
    found += loose_parameters(scene, actions)
    unknown = [name for _, part in musts for name in scene.catalogue.unknown(part.clause.text)]
    return Built(_distinct(found), vague, list(dict.fromkeys(unknown)))


def with_duties(scene: Scene) -> Scene:
    """The scene where a clause about a thing that a tool makes counts as a requirement: `the query names the invoice`."""
    parts = [
        part._replace(role=Role.MUST) if part.role is not Role.MUST and part.subject in ("", "verb") and carried(scene, part) else part
        for part in scene.parts
    ]
    return replace(scene, parts=parts)


def obliging(scene: Scene) -> Scene:
    """The same scene where what is done to a thing counts as asked for: `ticket created with priority high`."""
    parts = [
        part._replace(role=Role.MUST)
        if part.role is Role.USER and part.subject == "" and pattern("done_to", scene.language).search(fold(part.clause.text))
        else part
        for part in scene.parts
    ]
    return replace(scene, parts=parts)


def _only_assertion(made: list[Criterion]) -> bool:
    return [criterion["kind"] for criterion in made] == ["satisfiesAssertion"]


def _continues(scene: Scene, part: Part, before: Part | None) -> bool:
    """Whether a clause hangs on the one before it by a bare "and", without a subject of its own."""
    if before is None or before.role is not Role.MUST or part.clause.opening or part.subject in ("agent", "answer", "user"):
        return False
    between = fold(scene.text[before.clause.end : part.clause.end])
    return bool(pattern("bare_and", scene.language).match(between))


def _joined(first: Criterion, second: Criterion, part: Part, language: str) -> Criterion:
    text = cut("lead", language, part.clause.text) if pattern("lead", language).match(fold(part.clause.text)) else part.clause.text
    joined = phrase(language, "joined_and", first=str(first["assertion"]).rstrip(".。"), second=text.strip(" ."))
    return {"kind": "satisfiesAssertion", "assertion": joined}


def _of_part(scene: Scene, part: Part, actions: list[Action], before: Part | None, every: list[Action]) -> list[Criterion]:
    """What one clause asks for beside calls of tools."""
    found: list[Criterion] = []
    limit = limit_in(part.clause.text, scene.language)
    if limit:
        found.append({"kind": "respondsWithin", "seconds": limit.seconds})
        if not limit.rest or _as_number(limit.rest):
            return found
        part = part._replace(clause=part.clause._replace(text=limit.rest))
    fixed = _fixed_kinds(scene, part)
    if fixed:
        return found + fixed
    return found + _free(scene, part, actions, before, every)


def _as_number(text: str) -> bool:
    return len(text.split()) < 2 and not any(char.isdigit() for char in text)


def _fixed_kinds(scene: Scene, part: Part) -> list[Criterion]:
    """The kinds that a word of their own gives away."""
    text = fold(part.clause.text)
    has = lambda kind: bool(pattern(kind, scene.language).search(text))  # noqa: E731
    if has("hallucinate") and not _only_named(scene, part):
        return [{"kind": "doesNotHallucinate"}]
    if has("character") and not pattern("conditional", scene.language).match(text):
        return [{"kind": "staysInCharacter"}]
    if has("grounded") and (has("grounded_in") or part.subject in ("answer", "agent", "")):
        return [{"kind": "responseGroundedInKnowledge"}]
    if has("json"):
        return json_answer(scene, part)
    return truth_in(scene, part)


def _only_named(scene: Scene, part: Part) -> bool:
    return bool(scene.catalogue.named(part.clause.text))


def _free(scene: Scene, part: Part, actions: list[Action], before: Part | None, every: list[Action]) -> list[Criterion]:
    if pattern("nothing_else", scene.language).search(fold(cut_lead(part.clause.text, scene.language))) or _is_filler(scene, part):
        return []
    negated = negated_in(part.clause.text, scene.language)
    if actions and all(action.aside and not action.named for action in actions) and not _in_order(actions, every):
        actions = []
    if not actions or speaks_first(part.clause.text, scene.language):
        texts = shape_of(scene, part, negated=negated) or texts_in(scene, part, negated=negated)
        if texts:
            return _searchable(scene, texts)
    kept = pattern("refusing", scene.language).search(fold(part.clause.text))
    if actions and not kept and not says_more(scene, part, actions):
        return []
    if not actions and (spare_parameters(scene, part, every) or is_vague(part.clause.text, scene.language)):
        return []
    return [{"kind": "satisfiesAssertion", "assertion": assertion_of(scene, part, before)}]


def _in_order(actions: list[Action], every: list[Action]) -> bool:
    """Whether a clause that only says before what something comes continues a call named beside it."""
    return any(abs(action.part - other.part) == 1 and not other.aside for action in actions for other in every)


def _is_filler(scene: Scene, part: Part) -> bool:
    text = fold(part.clause.text).strip()
    return bool(pattern("filler", scene.language).search(text)) or len(text) < 3


def _searchable(scene: Scene, texts: list[Criterion]) -> list[Criterion]:
    """Words that must be keys of a JSON answer are looked for with any separator between them."""
    if not pattern("json", scene.language).search(fold(scene.text)):
        return texts
    changed: list[Criterion] = []
    for criterion in texts:
        listed = criterion.get("texts")
        if criterion["kind"] != "answerContains" or not isinstance(listed, list):
            changed.append(criterion)
            continue
        changed += [{"kind": "answerMatches", "pattern": "(?i)" + "[ _-]?".join(str(text).split())} for text in listed]
    return changed


def _distinct(criteria: list[Criterion]) -> list[Criterion]:
    found: list[Criterion] = []
    for criterion in criteria:
        if criterion not in found:
            found.append(criterion)
    return found


def at_most_ten(criteria: list[Criterion], language: str) -> list[Criterion]:
    """A draft holds ten criteria; assertions beyond that are put together into one."""
    if len(criteria) <= 10:
        return criteria
    judged = [criterion for criterion in criteria if criterion["kind"] == "satisfiesAssertion"]
    others = [criterion for criterion in criteria if criterion["kind"] != "satisfiesAssertion"]
    joined = phrase(language, "joined", texts=" ".join(str(criterion["assertion"]) for criterion in judged))
    return [*others[: 10 - bool(judged)], *([{"kind": "satisfiesAssertion", "assertion": joined}] if judged else [])]

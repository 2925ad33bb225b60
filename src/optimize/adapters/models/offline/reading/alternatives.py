"""`5.4 or 7.2`: values of which one is enough, in an answer and in a call."""

import re
from dataclasses import replace

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

Criterion = dict[str, JsonValue]
_NUMBERS = ("number", "amount")


def one_enough(scene: Scene, part: Part, texts: list[Criterion]) -> list[Criterion]:
    """The criteria on texts of an answer where `A or B` asks for one of them; none if `A, and B or C` mixes both.

    Nor any for `A or B, but not both`, which no search for texts can say.
    """
    if marks(part.clause.text, scene.language, "not_both") and marks(part.clause.text, scene.language, "either"):
        return []
    found: list[Criterion] = []
    for criterion in texts:
        listed = criterion.get("texts")
        joins = _joins(part.clause.text, listed) if isinstance(listed, list) else []
        ors = [join for join in joins if pattern("either", scene.language).search(join)]
        if criterion["kind"] != "answerContains" or not ors:
            found.append(criterion)
        elif all(join in ors or not re.search(r"\w", join) for join in joins):
            found.append({"kind": "answerContains", "any_of": listed})
        else:
            return []
    return found


def _joins(text: str, listed: list[JsonValue]) -> list[str]:
    """What stands between the texts, in the order of the clause."""
    folded, at = fold(text), None
    joins: list[str] = []
    for item in listed:
        place = folded.find(fold(str(item)), at or 0)
        if place < 0:
            return []
        joins += [folded[at:place]] if at is not None else []
        at = place + len(str(item))
    return joins


def without_others(scene: Scene, start: int, end: int) -> tuple[Scene, dict[str, list[str]]]:
    """The scene with only the first of such values, and which values it stands for."""
    groups: list[list[Entity]] = []
    for entity in scene.inside(start, end):
        last = groups[-1][-1] if groups else None
        if last and _alike(last, entity) and _listed(scene, last, entity):
            groups[-1].append(entity)
        else:
            groups.append([entity])
    groups = [group for group in groups if len(group) > 1 and _either_between(scene, group[-2], group[-1])]
    others = [entity for group in groups for entity in group[1:]]
    if not others:
        return scene, {}
    named = {group[0].value: [entity.value for entity in group] for group in groups}
    return replace(scene, entities=[entity for entity in scene.entities if entity not in others]), named


def _alike(one: Entity, other: Entity) -> bool:
    return one.kind == other.kind or (one.kind in _NUMBERS and other.kind in _NUMBERS)


def _listed(scene: Scene, one: Entity, other: Entity) -> bool:
    """`10, 20 or 30`: only a comma or an "or" stands between."""
    return scene.text[one.end : other.start].strip() == "," or _either_between(scene, one, other)


def _either_between(scene: Scene, one: Entity, other: Entity) -> bool:
    between = fold(scene.text[one.end : other.start])
    bare = pattern("either", scene.language).sub(" ", between)
    return bare != between and not re.search(r"\w", bare)


def with_others(call: dict[str, JsonValue], values: dict[str, list[str]]) -> dict[str, JsonValue]:
    """The matchers of a call where a value that stands for several is one of them."""
    return {name: _one_of(matcher, values) for name, matcher in call.items()}


def _one_of(matcher: JsonValue, values: dict[str, list[str]]) -> JsonValue:
    value = matcher.get("equals") if isinstance(matcher, dict) else None
    several = values.get(str(value))
    return {"one_of": list[JsonValue](several)} if value is not None and several else matcher

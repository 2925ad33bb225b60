"""Parameters known without a value beside them: those that only have to be there, and ids that stand elsewhere."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.examples import pattern_of
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.mentions import speaks_first
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import fits, forms_of

Matchers = dict[str, JsonValue]


def named_only(scene: Scene, tool: str, text: str) -> Matchers:
    """`the query names the invoice and the PO number`: parameters that must be there, of the shape that the
    agent's own examples have if it gives any."""
    declared = scene.catalogue.tools[tool]
    names = declared.parameters
    folded = re.sub(rf"(?<!\w){re.escape(fold(tool))}(?!\w)", " ", fold(text))
    return {
        name: {"matches": shape} if (shape := pattern_of(declared, name)) else {"exists": True}
        for name in names
        if any(_said(form, folded) for form in (*forms_of(name, names), *_short(name)))
    }


def _short(name: str) -> list[str]:
    return ["po"] if fold(name).replace("_", " ").startswith("purchase order") else []


def _said(form: str, folded: str) -> bool:
    return bool(re.search(rf"(?<![\w]){re.escape(form)}(?:s)?(?![\w])", folded))


def ids_for(scene: Scene, tool: str) -> Matchers:
    """The ids of the message that a call of this tool is about: the one that fits best, if no second one does."""
    found: Matchers = {}
    for name in scene.catalogue.tools[tool].parameters:
        scored = [(score, entity.value) for entity in _candidates(scene, name) if (score := _fit(scene, entity, name))]
        best = max((score for score, _ in scored), default=0.0)
        values = [value for score, value in scored if score == best]
        if len(values) == 1:
            found[name] = {"equals": values[0]}
    return found if len({str(value) for value in found.values()}) == len(found) else {}


def _candidates(scene: Scene, name: str) -> list[Entity]:
    kinds = ("id", "number", "handle", "snake", "email", "phone")
    return [e for e in scene.values(*kinds) if _identifies(name, e) and not _only_told(scene, e)]


def _only_told(scene: Scene, entity: Entity) -> bool:
    """`gives the hotline number 0800-1234`: what the agent must say belongs to no call."""
    inside = [part for part in scene.parts if part.clause.start <= entity.start < part.clause.end]
    said = [part for part in inside if part.role is Role.MUST and speaks_first(part.clause.text, scene.language)]
    return bool(said) and not scene.catalogue.named(said[0].clause.text) and _once(scene, entity)


def _once(scene: Scene, entity: Entity) -> bool:
    return sum(other.value == entity.value for other in scene.entities) == 1


def _fit(scene: Scene, entity: Entity, name: str) -> float:
    score = fits(entity, name, scene.masked, scene.language)
    return score if score >= _needed(entity, name) else 0.0


def _needed(entity: Entity, name: str) -> float:
    """Numbers, and ids of persons, count only where the words beside them say so."""
    person = re.match(r"(?:user|customer|account|patient|member|client|employee)", name.lower())
    return 1.0 if entity.kind == "number" or (person and entity.kind != "handle") else 0.5


def _identifies(name: str, entity: Entity) -> bool:
    if entity.kind in ("email", "phone"):
        return entity.kind in name.lower()
    return bool(
        re.search(r"(?:^|_)(?:id|number|no|code|ref|reference|username|invoice|order|claim|reservation)$", name.lower())
    )

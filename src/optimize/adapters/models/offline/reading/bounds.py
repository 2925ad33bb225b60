"""Values of a call that are a limit: `at most 500 EUR` is no value to be equal to."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.quantities import bound_of, counts
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

Matchers = dict[str, JsonValue]
_BARE = re.compile(
    r"(?:(?:and|but|und|aber|et|mais|y|pero|also|not|no|never|nicht|hochstens|at|maximal|mehr|als|more|less|than|over|"
    r"above|under|below|most|least|up|to|max|mindestens|weniger|unter|uber|pas|plus|moins|de|au|mas|menos)\b\s*)+"
)
_OWN_LIMIT = re.compile(r"max|min|limit|budget|ceiling|threshold|under|over|up_?to")


def bounded(scene: Scene, tool: str, call: Matchers, start: int, end: int) -> Matchers:
    """The matchers with each limited number as a limit; a limit that leaves its number out is left to the judge.

    A parameter that is itself a limit, such as `max_price`, is given the number.
    """
    bounds = {
        entity.value: bound
        for entity in scene.inside(start, end)
        if entity.kind in ("amount", "number", "percent")
        and (bound := bound_of(scene.text[start:end], entity.start - start, entity.end - start, scene.language))
    }
    found: Matchers = {}
    for name, matcher in call.items():
        value = str(matcher.get("equals")) if isinstance(matcher, dict) else ""
        bound = None if _OWN_LIMIT.search(name.lower()) else bounds.get(value)
        if bound in ("at_most", "at_least"):
            found[name if counts(name) else _counted(scene, tool, name)] = {bound: float(value)}
        elif bound is None:
            found[name] = matcher
    return found


def _counted(scene: Scene, tool: str, other: str) -> str:
    """A limit belongs to what is counted, wherever else its number might fit."""
    return next((name for name in scene.catalogue.tools[tool].parameters if counts(name)), other)


def kept_by(scene: Scene, part: Part, before: Part | None) -> bool:
    """`74.88 and not more than 80`: whether the value just before keeps the limit, which then says nothing new."""
    limits, values = _numbers(scene, part), _numbers(scene, before) if before else []
    if len(limits) != 1 or len(values) != 1 or not _BARE.fullmatch(_around(part, limits[0])):
        return False
    limit, value = float(limits[0].value), float(values[0].value)
    at = limits[0].start - part.clause.start
    bound = bound_of(part.clause.text, at, at + len(limits[0].text), scene.language)
    kept = {"at_most": value <= limit, "at_least": value >= limit, "beyond": value > limit, "below": value < limit}
    return bound is not None and kept[bound]


def _numbers(scene: Scene, part: Part) -> list[Entity]:
    inside = scene.inside(part.clause.start, part.clause.end)
    return [entity for entity in inside if entity.kind in ("amount", "number", "percent")]


def _around(part: Part, entity: Entity) -> str:
    at = entity.start - part.clause.start
    return fold(f"{part.clause.text[:at]} {part.clause.text[at + len(entity.text) :]}").strip(" .,;")


def leaves_number_out(scene: Scene, start: int, end: int) -> bool:
    """`must transfer more than 100`: a limit that no check of a call can say."""
    return any(
        bound_of(scene.text[start:end], entity.start - start, entity.end - start, scene.language) in ("beyond", "below")
        for entity in scene.inside(start, end)
        if entity.kind in ("amount", "number", "percent")
    )

"""Values of a call that are a limit: `at most 500 EUR` is no value to be equal to."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.quantities import bound_of, counts
from optimize.adapters.models.offline.reading.scene import Scene

Matchers = dict[str, JsonValue]
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


def leaves_number_out(scene: Scene, start: int, end: int) -> bool:
    """`must transfer more than 100`: a limit that no check of a call can say."""
    return any(
        bound_of(scene.text[start:end], entity.start - start, entity.end - start, scene.language) in ("beyond", "below")
        for entity in scene.inside(start, end)
        if entity.kind in ("amount", "number", "percent")
    )

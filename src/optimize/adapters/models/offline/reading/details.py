"""What a call must not have: `book_room only without breakfast` is no ban on booking rooms."""

from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, spans
from optimize.adapters.models.offline.reading.negation import negated_in
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.quantities import counts
from optimize.adapters.models.offline.reading.ranges import range_in
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import forms_of, takes_a_value

Criterion = dict[str, JsonValue]


class LeftOff(NamedTuple):
    """What a call must not have; `parameter` is empty if only a judge can see it."""

    said: str
    tool: str
    parameter: str
    matcher: dict[str, JsonValue]


def left_off(scene: Scene, action: Action) -> LeftOff | None:
    """The detail that a clause about this call rules out; None if it rules out the call itself."""
    clause = scene.parts[action.part].clause
    text, language = clause.text, scene.language
    if action.negated and range_in(text, language):
        return LeftOff(text, action.tool, "", {})
    match = pattern("detail_ban", language).search(fold(text))
    if match is None or marks(text, language, "occasion"):
        return None
    places = spans(match)
    start, end = places["what"]
    said = text[start:end].strip(" .,")
    if action.end > clause.start + start or scene.catalogue.named(said):
        return None
    asked = "off" in places and not negated_in(text[: places["off"][0]], language)
    parameter = _parameter(scene, action.tool, said)
    if parameter and (action.named or asked):
        return LeftOff(said, action.tool, parameter, {"absent": True} if _valued(parameter) else {"equals": "false"})
    return LeftOff(text, action.tool, "", {}) if action.negated and (parameter or action.named) else None


def _parameter(scene: Scene, tool: str, said: str) -> str:
    names = scene.catalogue.tools[tool].parameters
    return next((name for name in names if fold(said) in forms_of(name, names)), "")


def _valued(parameter: str) -> bool:
    """Whether the parameter holds a text or a number, and no yes or no."""
    return counts(parameter) or takes_a_value(name_words(parameter))


def without_detail(detail: LeftOff) -> Criterion:
    return {
        "kind": "toolParametersContain",
        "tool": detail.tool,
        "parameters": {detail.parameter: detail.matcher},
        "calls": "every",
    }

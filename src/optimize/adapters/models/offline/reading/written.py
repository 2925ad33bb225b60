"""Values as they are written: texts that must contain something, and telephone numbers with their spaces."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.everywhere import every_of
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import forms_of, is_a_text

Matchers = dict[str, JsonValue]


def as_said(scene: Scene, call: Matchers, start: int, end: int) -> Matchers:
    """`text must contain 'Lindenhof'`: of a text that only has to have it somewhere, not the whole of it."""
    held = _held(scene, start, end)
    return {
        name: {"contains": [value]}
        if is_a_text(name_words(name)) and (value := str(_equal(matcher))) in held
        else _either_way(scene, matcher)
        for name, matcher in call.items()
    }


def within_text(scene: Scene, tool: str, start: int, end: int) -> Matchers:
    """`every message sent must contain 'Lindenhof'`: said of the one text that the tool takes."""
    names = scene.catalogue.tools[tool].parameters
    texts = [name for name in names if is_a_text(name_words(name))]
    quoted: list[JsonValue] = [
        value for value in _held(scene, start, end) if any(e.value == value for e in scene.values("quote"))
    ]
    if len(texts) != 1 or not quoted:
        return {}
    clause = next((p.clause.text for p in scene.parts if p.clause.start <= start < p.clause.end), "")
    said = any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", fold(clause)) for form in forms_of(texts[0], names))
    return {texts[0]: {"contains": quoted}} if said or tool in every_of(scene, clause) else {}


def _held(scene: Scene, start: int, end: int) -> list[str]:
    """Values that something must contain, rather than be."""
    return [
        entity.value
        for entity in scene.inside(start, end)
        if marks(scene.text[start : entity.start][-40:], scene.language, "contains_value")
    ]


def _equal(matcher: JsonValue) -> JsonValue:
    return matcher.get("equals") if isinstance(matcher, dict) else None


def _either_way(scene: Scene, matcher: JsonValue) -> JsonValue:
    """A telephone number may be passed on as it is written or without the spaces."""
    phone = next((e for e in scene.values("phone") if e.value == _equal(matcher) and e.text != e.value), None)
    return {"one_of": [phone.text, phone.value]} if phone else matcher

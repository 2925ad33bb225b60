"""Values of a call that stand elsewhere in the message: `with that address`, `both amounts`."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.concepts import concepts_in, concepts_in_any
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.spelled_out import read_out, shape_in
from optimize.adapters.models.offline.reading.values import fits, forms_of

Matchers = dict[str, JsonValue]


def shaped(scene: Scene, names: tuple[str, ...], start: int, end: int, taken: Matchers) -> Matchers:
    """A described shape: the value read out elsewhere if it has that shape, else the pattern itself."""
    shape = shape_in(scene.text[start:end], scene.language)
    spoken = next(
        (value for e in scene.entities if e.kind == "quote" and (value := read_out(e.value, scene.language))), None
    )
    target = next(
        (name for name in names if name not in taken and re.search(r"id|number|code|ref", name.lower())), None
    )
    if target is None or not (shape or spoken):
        return {}
    if spoken and (shape is None or re.match(shape, spoken)):
        return {target: {"equals": spoken}}
    return {target: {"matches": shape}}


def deictic(scene: Scene, names: tuple[str, ...], text: str, taken: Matchers) -> Matchers:
    """`both amounts in the payment`, `exactly these dates`: values that stand elsewhere in the message."""
    folded = fold(text)
    if not pattern("deictic", scene.language).search(folded):
        return {}
    found: Matchers = {}
    if pattern("amounts", scene.language).search(folded):
        target = next(
            (n for n in names if n not in taken and any(re.search(rf"\b{re.escape(f)}", folded) for f in _loose(n))),
            None,
        )
        amounts = [entity.value for entity in scene.values("amount")]
        if target and len(amounts) > 1:
            found[target] = {"contains": list(amounts)}
    if pattern("dates", scene.language).search(folded):
        found |= dict(zip(_dates(names, taken), ({"equals": e.value} for e in scene.values("date")), strict=False))
    return found


def same_value(scene: Scene, names: tuple[str, ...], text: str, taken: Matchers) -> Matchers:
    """`with that address`: the one value of the message that suits the parameter."""
    found: Matchers = {}
    for name in names:
        at = _called_at(scene, name, names, text)
        if at is None or name in taken:
            continue
        values = {e.value for e in scene.entities if fits(e, name, scene.masked, scene.language) >= 0.5}
        quoted = scene.values("quote")
        values = values or ({quoted[0].value} if len(quoted) == 1 else set())
        if pattern("same_value", scene.language).search(fold(text)[:at]) and len(values) == 1:
            found[name] = {"equals": values.pop()}
    return found


def _called_at(scene: Scene, name: str, names: tuple[str, ...], text: str) -> int | None:
    """Where the text says what the parameter is called, by name or by a word for the same thing."""
    folded = fold(text)
    named = (re.search(rf"(?<!\w){re.escape(form)}(?!\w)", folded) for form in forms_of(name, names))
    if match := next(filter(None, named), None):
        return match.start()
    things = {concept.name for concept in concepts_in_any(name_words(name)) if not concept.act}
    said = (concept for concept in concepts_in(text, scene.language) if not concept.act and concept.name in things)
    return next((concept.start for concept in said), None)


def _loose(name: str) -> list[str]:
    return [word for word in fold(name).split("_") if len(word) > 4]


def _dates(names: tuple[str, ...], taken: Matchers) -> list[str]:
    return [name for name in names if re.search(r"date|day|from|until|start|end", name.lower()) and name not in taken]

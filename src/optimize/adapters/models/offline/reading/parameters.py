"""The parameters that a call must carry: named with a value, told by value alone, or named without one."""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.affixed import affixes_in, with_affixes
from optimize.adapters.models.offline.reading.alternatives import with_others, without_others
from optimize.adapters.models.offline.reading.bounds import bounded
from optimize.adapters.models.offline.reading.elsewhere import deictic, same_value, shaped
from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.filled import filled
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, spans
from optimize.adapters.models.offline.reading.quantities import bounds_a_number
from optimize.adapters.models.offline.reading.ranges import ranged
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import fits, forms_of, of_another_kind, words_for
from optimize.adapters.models.offline.reading.written import as_said, within_text

Matchers = dict[str, JsonValue]
_LINK = (
    r"\s*(?:\b(?:must|should|has to) (?:be|equal)\b|=|:|＝|：|\bis\b|\bof\b|\bset to\b|\bto be\b|\bto\b|"
    r"\bist\b|\bes\b|\best\b|は|为|是|\s)\s*"
)
_POINTING = re.compile(
    r"\b(?:the|this|that|which|any|every|each|another|other|same|new|old|wrong|right|"
    r"first|second|third|fourth|fifth|last|next|previous)\s+$"
)
_TAKEN_KINDS = (
    "quote",
    "email",
    "phone",
    "date",
    "amount",
    "percent",
    "time",
    "id",
    "number",
    "snake",
    "code",
    "file",
    "name",
    "handle",
    "address",
)


def parameters_in(scene: Scene, tool: str, start: int, end: int) -> list[Matchers]:
    """Matchers per call for the text from `start` to `end`; several when one parameter is given several values."""
    scene, others = without_others(scene, start, end)
    scene, there = filled(scene, tool, start, end)
    plain, limits = ranged(scene, tool, start, end)
    calls = [bounded(plain, tool, call, start, end) for call in _read(plain, tool, start, end)]
    calls = [with_others(as_said(scene, call, start, end), others) for call in calls]
    limits |= there | within_text(scene, tool, start, end)
    affixes = affixes_in(scene, tool, start, end)
    return [with_affixes(call | limits, affixes) for call in calls or [{}] if call or limits or affixes]


def _read(scene: Scene, tool: str, start: int, end: int) -> list[Matchers]:
    text = scene.text[start:end]
    names = _parameters(scene, tool)
    named = {name: said for name, said in _named(scene, names, start, text).items() if _own(scene, tool, name, said[0])}
    entities = [e for e in scene.inside(start, end) if not _used(e, named) and not _article(e, text, start)]
    several = _repeated(scene, names, start, text) or _listed(scene, names, start, end)
    if several:
        return several
    found: Matchers = {name: {"equals": value} for name, (value, _, _) in named.items()}
    found |= shaped(scene, names, start, end, found)
    found |= deictic(scene, names, text, found)
    found |= same_value(scene, names, text, found)
    found |= _everything(scene, tool, text, found)
    by_value = _by_value(scene, tool, entities, found)
    left = _left_over(by_value, [e for e in entities if not any(_misplaced(scene, tool, n, e) for n in by_value)])
    found |= by_value
    for name in names:
        if name not in found and (word := words_for(name, text)):
            found[name] = {"equals": word}
    found |= _listed_behind(scene, [name for name in names if name not in found], text, taken=bool(found))
    if not found and len(names) == 1:
        found |= _right_behind(scene, tool, names[0], start, end)
    if left and len(found) == 1:
        return [{name: matcher} for name in found for matcher in (found[name], *left)]
    return [found] if found else []


def _article(entity: Entity, text: str, offset: int) -> bool:
    """`eine Klausel`, `une clause`: in many languages one is an article; `the second one` counts nothing."""
    if entity.kind != "word" or entity.value != "1":
        return False
    return fold(entity.text) != "one" or bool(_POINTING.search(fold(text[: max(0, entity.start - offset)])))


def _listed_behind(scene: Scene, names: list[str], text: str, *, taken: bool) -> Matchers:
    """`with ibuprofen and warfarin`: plain words for the parameters, in their order, when the numbers agree."""
    match = pattern("with_values", scene.language).search(fold(text))
    if match is None or taken:
        return {}
    start, end = spans(match)["list"]
    items = [
        item.strip(" .\"'()") for item in re.split(r"\s*(?:,|\+|&|\band\b|\bund\b|\bet\b|\by\b)\s*", text[start:end])
    ]
    plain = all(item and len(item.split()) < 3 and not _is_function_word(item.split()[0], scene) for item in items)
    if not plain or len(items) != len(names):
        return {}
    return {name: {"equals": item} for name, item in zip(names, items, strict=True)}


def _right_behind(scene: Scene, tool: str, name: str, start: int, end: int) -> Matchers:
    """`get_timetable 3b`: an exact value right behind the name of a tool that takes only one.

    So is the one value of `4711 must be passed to find_order`.
    """
    at = scene.text.find(tool, start, end)
    close = [e for e in scene.inside(start, end) if at >= 0 and 0 < e.start - at - len(tool) <= 2]
    exact = [e for e in close if e.kind in ("id", "number", "code", "quote", "file", "snake")]
    if not exact and marks(scene.text[start:end], scene.language, "passed_to"):
        exact = [e for e in scene.inside(start, end) if e.kind in ("id", "number", "code", "quote", "file", "snake")]
        exact = exact if len(exact) == 1 else []
    return {name: _matcher(exact[0])} if exact else {}


def _left_over(given: Matchers, entities: list[Entity]) -> list[JsonValue]:
    """Values of the same kind as the one given, which no other parameter took: one call for each."""
    if len(given) != 1:
        return []
    (first,) = given.values()
    kinds = {entity.kind for entity in entities if _matcher(entity) == first}
    return [
        _matcher(e) for e in entities if e.kind in kinds & {"file", "handle", "id", "snake"} and _matcher(e) != first
    ]


def _matcher(entity: Entity) -> JsonValue:
    """A file may be given with its folder; everything else as it is."""
    return {"contains": entity.value} if entity.kind == "file" else {"equals": entity.value}


def _parameters(scene: Scene, tool: str) -> tuple[str, ...]:
    return scene.catalogue.tools[tool].parameters


def _named(scene: Scene, names: tuple[str, ...], offset: int, text: str) -> dict[str, tuple[str, int, int]]:
    """`origin DTW`, `location=Bedroom`, `customer_id 123`: a parameter's name with the value right behind it."""
    found: dict[str, tuple[str, int, int]] = {}
    for name in names:
        for form in forms_of(name, names):
            match = re.search(rf"(?<![A-Za-z_]){re.escape(form)}(?![A-Za-z_]){_LINK}", fold(text))
            value = (
                _value_at(scene, offset, text, match.end(), name, explicit=_explicit(match, form, name, scene.language))
                if match
                else None
            )
            if value:
                found[name] = value
                break
    return found


def given_by_name(scene: Scene, names: tuple[str, ...], offset: int, text: str) -> Matchers:
    """The parameters whose name stands in the text with a value right behind it."""
    return {name: {"equals": value} for name, (value, _, _) in _named(scene, names, offset, text).items()}


def _explicit(match: re.Match[str], form: str, name: str, language: str) -> bool:
    """Whether a bare word behind the name is its value: after = or a colon, or behind a name nobody uses in prose.

    So is the last word of `with risk high`.
    """
    before, behind = match.string[: match.start()], match.string[match.end() :]
    last = re.match(r"[\w-]+\s*(?:[.,;)]|$|\b(?:and|und|et|y)\b)", behind)
    led = bool(last) and (before.rstrip().endswith("(") or bool(pattern("value_lead", language).search(before)))
    given = led or bool(last and not before.strip()) or bool(pattern("with_lead", language).search(before))
    return any(sign in match.group() for sign in "=:＝：") or (form == name and "_" in name) or given


def _value_at(
    scene: Scene, offset: int, text: str, at: int, name: str, *, explicit: bool
) -> tuple[str, int, int] | None:
    position = offset + at
    for entity in scene.entities:
        if entity.start == position and entity.kind in _TAKEN_KINDS:
            return entity.value, entity.start, entity.end
    word = re.match(r"[^\s,;，；、()（）。:\"']+", text[at:])
    if word is None or bounds_a_number(word.group(), scene.language):
        return None
    if fold(word.group().rstrip(".!?")) in ("true", "false"):
        said = word.group().rstrip(".!?")
        return said, position, position + len(said)
    title = re.match(r"[A-Z][\w'-]*(?: (?:(?:of|the|de|la|du|von) )*[A-Z][\w'-]*)*", text[at:])
    said = (title or word).group().rstrip(".!?")
    usual = words_for(name, said)
    proper = at > 0 and (said[:1].isupper() or said[:1] in "@#") and not _is_function_word(said, scene)
    if (
        usual
        or proper
        or (
            explicit
            and not pattern("item_stop", scene.language).search(fold(said))
            and not _is_function_word(said, scene)
        )
    ):
        return said, position, position + len(said)
    return None


def _is_function_word(said: str, scene: Scene) -> bool:
    return bool(pattern("function_word", scene.language).fullmatch(fold(said)))


def _used(entity: Entity, named: Mapping[str, tuple[str, int, int]]) -> bool:
    return any(entity.start < end and start < entity.end for _, start, end in named.values())


def _repeated(scene: Scene, names: tuple[str, ...], offset: int, text: str) -> list[Matchers]:
    """`with item_id A and with item_id B`: the same parameter twice is two calls."""
    for name in names:
        places = list(re.finditer(rf"(?<![A-Za-z_]){re.escape(name.lower())}(?![A-Za-z_]){_LINK}", fold(text)))
        values = [
            value[0] for m in places if (value := _value_at(scene, offset, text, m.end(), name, explicit="_" in name))
        ]
        if len(set(values)) > 1:
            return [{name: {"equals": value}} for value in dict.fromkeys(values)]
    return []


def _listed(scene: Scene, names: tuple[str, ...], start: int, end: int) -> list[Matchers]:
    """`item ids A and B`: one call for each value."""
    text = fold(scene.text[start:end])
    for name in names:
        plural = re.search(rf"(?<![\w]){re.escape(fold(name).replace('_', ' '))}s\b\s*:?\s*", text)
        if plural:
            values = re.split(
                r"\s*(?:,|\band\b|\bund\b|\bet\b|\by\b|和|と)\s*",
                re.split(r"[).;]", scene.text[start + plural.end() : end])[0],
            )
            if len(values) > 1 and all(re.fullmatch(r"[\w.-]+", value) for value in values):
                return [{name: {"equals": value}} for value in values]
    return []


def _everything(scene: Scene, tool: str, text: str, taken: Matchers) -> Matchers:
    """`open the claim with those`, `book exactly this slot`: every value of the message that suits a parameter."""
    if not pattern("all_given", scene.language).search(fold(text)):
        return {}
    named = given_by_name(scene, _parameters(scene, tool), 0, scene.text)
    entities = [entity for entity in scene.entities if not _article(entity, scene.text, 0)]
    return named | _by_value(scene, tool, entities, {**taken, **named})


def _misplaced(scene: Scene, tool: str, name: str, entity: Entity) -> bool:
    return entity.kind == "id" and not _own(scene, tool, name, entity.value)


def _own(scene: Scene, tool: str, name: str, value: str) -> bool:
    return not of_another_kind(scene.context.agent, scene.catalogue.tools[tool], name, value)


def _by_value(scene: Scene, tool: str, entities: list[Entity], taken: Matchers) -> Matchers:
    """Values without a name beside them go to the parameter they suit best, each parameter once."""
    found: Matchers = {}
    pairs = [
        (fits(entity, name, scene.masked, scene.language), -entity.start, -position, name, entity)
        for entity in entities
        for position, name in enumerate(_parameters(scene, tool))
        if name not in taken and not _misplaced(scene, tool, name, entity)
    ]
    used: set[int] = set()
    for score, _, _, name, entity in sorted(pairs, key=lambda pair: pair[:3], reverse=True):
        if score > 0 and name not in found and entity.start not in used:
            found[name] = _matcher(entity)
            used.add(entity.start)
    return found

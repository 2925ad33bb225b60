"""Two ends instead of one value: `an amount between 20 and 50`, `2 to 4 times`."""

import re
from dataclasses import replace
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.entities import CALLS, plain_number
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, number_words, parts_of, pattern
from optimize.adapters.models.offline.reading.quantities import counts
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import forms_of

Matchers = dict[str, JsonValue]
_CALLS = re.compile(CALLS)


class Range(NamedTuple):
    """Both ends belong to it; `start` and `end` are places of the text it was read from."""

    low: float
    high: float
    start: int
    end: int


def range_in(text: str, language: str) -> Range | None:
    """The first range of numbers, if its ends are in order and it counts no calls."""
    for match in pattern("range", language).finditer(fold(text)):
        found = parts_of(match)
        low, high = (float(plain_number(found[end])) for end in ("low", "high"))
        behind = text[match.end() :].lstrip()
        called = marks(behind[:8], language, "times_word") or _CALLS.match(behind)
        if low < high and not called and not marks(match[0], language, "exclusive"):
            return Range(low, high, match.start(), match.end())
    return None


def ranged(scene: Scene, tool: str, start: int, end: int) -> tuple[Scene, Matchers]:
    """The scene without the range that the text gives a parameter of the tool, and the limits it sets."""
    text = scene.text[start:end]
    found = range_in(text, scene.language)
    name = _limited(scene.catalogue.tools[tool].parameters, text[: found.start]) if found else None
    if found is None or name is None:
        return scene, {}
    first, last = start + found.start, start + found.end
    blank = scene.text[:first] + " " * (last - first) + scene.text[last:]
    left = [entity for entity in scene.entities if not first <= entity.start < last]
    return replace(scene, text=blank, entities=left), {name: {"at_least": found.low, "at_most": found.high}}


def _limited(names: tuple[str, ...], before: str) -> str | None:
    """The parameter that is called right before the range, else the one that is a number by its name."""
    said = fold(before)[-30:]
    return called_last(names, said) or next((name for name in names if counts(name)), None)


def called_last(names: tuple[str, ...], folded: str) -> str | None:
    """The parameter that the text calls last: of `loan_id L-301 and days` that is `days`."""
    places = {
        match.start(): name
        for name in names
        for form in forms_of(name, names)
        for match in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", folded)
    }
    return places[max(places)] if places else None


def times_between(text: str, language: str) -> dict[str, JsonValue]:
    """`between 1 and 2 times`, `once or twice`: the fewest and the most calls; empty for any other text."""
    match = pattern("times_range", language).search(fold(text))
    found = parts_of(match) if match else {}
    known = {"once": 1, "twice": 2, **number_words(language)}
    ends = [
        int(said) if said.isdigit() else known.get(said, 0) for said in (found.get("low", ""), found.get("high", ""))
    ]
    return {"at_least": ends[0], "at_most": ends[1]} if 0 < ends[0] < ends[1] else {}

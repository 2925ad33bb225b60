"""How much a call may carry and how often it may happen."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.entities import plain_number
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import number_words, parts_of, pattern

_COUNTED = re.compile(r"quantity|amount|size|count|value|number|total|limit|price|nights|guests|days")


def ceiling_in(text: str, language: str, parameters: tuple[str, ...]) -> dict[str, JsonValue]:
    """`must not refill more than 30`: the largest number that the call's quantity may have."""
    match = pattern("ceiling", language).search(fold(text))
    target = next((name for name in parameters if _COUNTED.search(name.lower())), None)
    if match is None or target is None:
        return {}
    return {target: {"at_most": float(plain_number(parts_of(match)["n"]))}}


def times_in(text: str, language: str) -> dict[str, JsonValue]:
    """`exactly once`, `at most twice`: how often a tool is called."""
    match = pattern("times", language).search(fold(text))
    if match is None:
        return {}
    found = parts_of(match)
    said = found.get("n", "once")
    words = {"once": 1, "twice": 2, "einmal": 1, "zweimal": 2}
    count = words.get(said) or (int(said) if said.isdigit() else number_words(language).get(said, 1))
    return {"at_most" if "most" in found else "exactly": count}

"""`car_id starts with 'VW-'`: how a value begins or ends, rather than all of it."""

import re
from functools import cache

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.lexicon import spoken, table
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import forms_of

_VALUE = r"\s*[:：]?\s*(?:[\"'“„«「‘](?P<quoted>[^\"'”“»」’]+)[\"'”“»」’]|(?P<bare>[A-Za-z0-9](?:[\w-]|\.(?=\w))*))"

_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_UNESCAPED = re.compile(r"^\^|\$$|\\(?=[.^$*+?{}\[\]\\|()])")


def affixed(scene: Scene, tool: str, start: int, end: int) -> dict[str, JsonValue]:
    """Matchers for the parameters whose beginning or end is given, as patterns."""
    names = scene.catalogue.tools[tool].parameters
    found: dict[str, JsonValue] = {}
    for name in names:
        for form in forms_of(name, names):
            for at_start, words in _words(scene.language):
                source = rf"(?<![A-Za-z_]){re.escape(form)}(?![A-Za-z_])\s*(?:{words}){_VALUE}"
                if match := re.search(source, scene.text[start:end], re.IGNORECASE):
                    value = _SPECIAL.sub(r"\\\g<0>", match["quoted"] or match["bare"])
                    found[name] = {"matches": f"^{value}" if at_start else f"{value}$"}
    return found


def elsewhere_left(call: dict[str, JsonValue], ends: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The call without other parameters that took the beginning or end for a value of theirs."""
    said = {_UNESCAPED.sub("", str(matcher["matches"])) for matcher in ends.values() if isinstance(matcher, dict)}
    return {
        name: matcher
        for name, matcher in call.items()
        if name in ends or not (isinstance(matcher, dict) and str(matcher.get("equals")) in said)
    }


@cache
def _words(language: str) -> tuple[tuple[bool, str], ...]:
    """Which end is meant, and the words that say so."""
    return tuple(
        (end == "begin", source) for code in spoken(language) for end, source in table("affixes")[code].items()
    )

"""`car_id starts with 'VW-'`: how a value begins or ends, rather than all of it."""

import re
from functools import cache
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.lexicon import spoken, table
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import forms_of

_VALUE = r"\s*[:：]?\s*(?:[\"'“„«「‘](?P<quoted>[^\"'”“»」’]+)[\"'”“»」’]|(?P<bare>[A-Za-z0-9](?:[\w-]|\.(?=\w))*))"
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")


class Affix(NamedTuple):
    """What a value begins with, or ends with."""

    text: str
    begins: bool

    def matcher(self) -> JsonValue:
        source = _SPECIAL.sub(r"\\\g<0>", self.text)
        return {"matches": f"^{source}" if self.begins else f"{source}$"}


def affixes_in(scene: Scene, tool: str, start: int, end: int) -> dict[str, Affix]:
    """By parameter: those whose name stands right before such words."""
    names = scene.catalogue.tools[tool].parameters
    found: dict[str, Affix] = {}
    for name in names:
        for form in forms_of(name, names):
            for begins, words in _words(scene.language):
                source = rf"(?<![A-Za-z_]){re.escape(form)}(?![A-Za-z_])\s*(?:{words}){_VALUE}"
                if match := re.search(source, scene.text[start:end], re.IGNORECASE):
                    found[name] = Affix(match["quoted"] or match["bare"], begins)
    return found


def with_affixes(call: dict[str, JsonValue], affixes: dict[str, Affix]) -> dict[str, JsonValue]:
    """The call with them, and without other parameters that took a beginning or an end for their own value."""
    texts = [affix.text for affix in affixes.values()]
    others = {
        name: matcher
        for name, matcher in call.items()
        if not (isinstance(matcher, dict) and str(matcher.get("equals")) in texts)
    }
    return others | {name: affix.matcher() for name, affix in affixes.items()}


@cache
def _words(language: str) -> tuple[tuple[bool, str], ...]:
    """Whether the beginning is meant, and the words that say so."""
    listed = (item for code in spoken(language) for item in table("affixes")[code].items())
    return tuple((end == "begin", source) for end, source in listed)

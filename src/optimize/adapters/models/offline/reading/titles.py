"""A short title for a draft: what must hold, not what happens."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.lexicon import phrase
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.scene import Scene

_LONGEST = 80


def title_of(scene: Scene, criteria: list[dict[str, JsonValue]]) -> str:
    first = criteria[0]
    kind, tool = str(first["kind"]), str(first.get("tool") or "")
    if kind == "invokesTool" and first.get("before"):
        return _short(
            phrase(scene.language, "title_before", tool=name_words(tool), other=name_words(str(first["before"])))
        )
    times = first.get("times")
    if isinstance(times, dict) and times.get("at_most"):
        return _short(phrase(scene.language, "title_at_most", tool=name_words(tool), most=times["at_most"]))
    if kind in ("invokesTool", "doesNotInvokeTool", "toolParametersContain") and tool:
        return _short(phrase(scene.language, f"title_{kind}", tool=name_words(tool)))
    if kind == "satisfiesAssertion":
        return _short(str(first["assertion"]))
    musts = scene.of(Role.MUST)
    return _short(musts[0].clause.text if musts else scene.text)


def _short(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip(" .。")
    if len(text) > _LONGEST:
        text = text[:_LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
    return text[:1].upper() + text[1:]

"""Parameters that only must not be empty: `reason must be nonblank`, as every language is put before."""

import re
from dataclasses import replace

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.ranges import called_last
from optimize.adapters.models.offline.reading.scene import Scene

_SOMETHING = r"\S"
_FILLED = re.compile(r"\bnonblank\b")


def filled(scene: Scene, tool: str, start: int, end: int) -> tuple[Scene, dict[str, JsonValue]]:
    """The scene without those words, and the parameter that they are said of, with whatever is not blank."""
    text = fold(scene.text[start:end])
    found = _FILLED.search(text)
    names = scene.catalogue.tools[tool].parameters
    around = (text[: found.start()], re.split(r"[.,;]", text[found.end() :])[0]) if found else ()
    name = next((called for said in around if (called := called_last(names, said))), None)
    if found is None or name is None:
        return scene, {}
    first, last = start + found.start(), start + found.end()
    blank = scene.text[:first] + " " * (last - first) + scene.text[last:]
    return replace(scene, text=blank), {name: {"matches": _SOMETHING}}

"""Values that stand in a call: `PO-2003 must be in the query`, `the amount of the query must be 120`."""

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern, spans, word_pattern
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


def held_by(scene: Scene, part: Part) -> str | None:
    """The one writing tool whose thing a clause says its values are in; None for the answer and for other things."""
    text = part.clause.text
    for match in pattern("held", scene.language).finditer(fold(text)):
        start, end = spans(match)["what"]
        what = text[start:end]
        if not word_pattern("answer", scene.language).search(fold(what)) and (tool := _made_of(scene, what)):
            return tool
    return None


def _made_of(scene: Scene, what: str) -> str | None:
    named = scene.catalogue.writing(what)
    meant = None if named else scene.catalogue.described(what, nominal=True)
    tool = named or (meant.tool if meant else "")
    return tool if tool and scene.catalogue.tools[tool].writes else None

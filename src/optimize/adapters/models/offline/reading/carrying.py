"""`The supplier query names the invoice and the PO number`: what a call must carry, said of the thing it makes."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.identifying import named_only
from optimize.adapters.models.offline.reading.lexicon import pattern
from optimize.adapters.models.offline.reading.parameters import Matchers, parameters_in
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


def carried(scene: Scene, part: Part) -> dict[str, JsonValue] | None:
    """The criterion on the write tool that makes the clause's subject, with the parameters it must have."""
    text = part.clause.text
    folded = fold(text)
    verb = pattern("exists", scene.language).search(folded)
    if verb is None or part.subject in ("agent", "user") or pattern("not", scene.language).search(folded[: verb.end()]):
        return None
    subject = text[: verb.start()]
    if scene.catalogue.named(text):
        return None
    mention = scene.catalogue.described(subject, nominal=True) if subject.strip() else None
    if mention is None or not scene.catalogue.tools[mention.tool].writes:
        return None
    named = named_only(scene, mention.tool, text[verb.end() :])
    given = parameters_in(scene, mention.tool, part.clause.start + verb.end(), part.clause.end)
    parameters: Matchers = named | (given[0] if given else {})
    return (
        {"kind": "toolParametersContain", "tool": mention.tool, "parameters": dict(parameters)} if parameters else None
    )

"""`The supplier query names the invoice and the PO number`: what a call must carry, said of the thing it makes."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.identifying import named_only
from optimize.adapters.models.offline.reading.lexicon import cut, pattern
from optimize.adapters.models.offline.reading.parameters import Matchers, parameters_in
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


def carried(scene: Scene, part: Part) -> dict[str, JsonValue] | None:
    """The criterion on the write tool that makes the clause's subject, with the parameters it must have."""
    text = part.clause.text
    folded = fold(text)
    verb = pattern("exists", scene.language).search(folded)
    if verb and (filled := _filled(scene, part, text[: verb.start()])):
        return filled
    if verb is None or part.subject in ("agent", "user") or pattern("not", scene.language).search(folded[: verb.end()]):
        return None
    subject = text[: verb.start()]
    if scene.catalogue.named(text) or _begins_with_act(scene, subject):
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


def _begins_with_act(scene: Scene, subject: str) -> bool:
    """`then change the plan, with …`: what is done, not a thing that carries something."""
    bare = cut_lead(cut("then", scene.language, subject).strip(" ,"), scene.language)
    said = concepts_in(bare, scene.language)
    things = {concept.start for concept in said if not concept.act}
    return any(concept.act and concept.start == 0 and concept.start not in things for concept in said)


def _filled(scene: Scene, part: Part, subject: str) -> dict[str, JsonValue] | None:
    """`the summary must mention QX7T2B`: what a parameter of the one tool that has it must contain."""
    said = cut("article", scene.language, cut("must", scene.language, cut_lead(subject, scene.language))).strip(" ,.")
    owners = [
        (tool, name)
        for tool in scene.context.agent.tools
        for name in tool.parameters
        if _called(scene, said, tool, name)
    ]
    inside = scene.inside(part.clause.start + len(subject), part.clause.end)
    texts: list[JsonValue] = [entity.value for entity in inside if entity.kind not in ("word", "number", "name")]
    if len(owners) != 1 or not owners[0][0].writes or not texts:
        return None
    tool, name = owners[0]
    return {"kind": "toolParametersContain", "tool": tool.name, "parameters": {name: {"contains": texts}}}


def _called(scene: Scene, said: str, tool: Tool, parameter: str) -> bool:
    """`the summary`, or `the SMS text` of the tool that sends an SMS."""
    words = name_words(parameter)
    if fold(said) == words:
        return True
    meant = scene.catalogue.described(said, nominal=True) if fold(said).endswith(f" {words}") else None
    return meant is not None and meant.tool == tool.name

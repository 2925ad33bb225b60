"""`A twice, B once, nothing else`: the calls that are named are the only ones."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.lexicon import opens
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.toolless import no_tools


def nothing_else(scene: Scene, part: Part, actions: list[Action]) -> list[dict[str, JsonValue]]:
    """No call but those of the sentence; none of it where values stand there, which "else" may be said of as well."""
    if not opens(cut_lead(part.clause.text, scene.language), scene.language, "nothing_else"):
        return []
    same = [other.clause for other in scene.parts if other.clause.sentence == part.clause.sentence]
    values = [entity for entity in scene.inside(same[0].start, same[-1].end) if entity.kind not in ("word", "number")]
    here = [action for action in actions if scene.parts[action.part].clause in same]
    if values or not here or any(action.negated or not action.named for action in here):
        return []
    return no_tools(scene, {action.tool for action in actions if not action.negated})

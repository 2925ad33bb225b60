"""Whether a clause that names a tool call says anything beyond that call."""

from optimize.adapters.models.offline.reading.actions import Action, segments_of
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import marks, pattern
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.telling import unexplained


def says_more(scene: Scene, part: Part, actions: list[Action]) -> bool:
    """Two or more telling words that neither the tools nor the values explain."""
    if any(action.named for action in actions) or is_cjk(part.clause.text) or scene.language != "en":
        return bool(pattern("also_says", scene.language).search(fold(part.clause.text)))
    if len(actions) > 1 and marks(part.clause.text, scene.language, "inner_then"):
        return False
    if any(action.negated for action in actions) or len(segments_of(scene, part)) > 1:
        return False
    values = [entity.text for entity in scene.inside(part.clause.start, part.clause.end)]
    return len(unexplained(scene, part.clause.text, [action.tool for action in actions], values)) >= 2

"""What one description asks for and rules out at once; only the person can say which of the two is meant."""

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.subjects import unquoted
from optimize.adapters.models.offline.reading.telling import unexplained

_NARROWS = ("conditional", "user_condition", "only_if", "before_word", "after", "first", "repeated", "occasion")


def contradicted(scene: Scene, actions: list[Action]) -> list[str]:
    """The tools, or the words, that must and must not be: `must and must not`, or a call both asked for and banned."""
    match = pattern("both_ways", scene.language).search(unquoted(scene.text))
    if match:
        behind = [action.tool for action in actions if action.start >= match.start()]
        return behind[:1] or [cut_lead(scene.text[match.end() :], scene.language).strip(" .!?,") or match.group()]
    asked = {action.tool for action in actions if not action.negated and bare(scene, action)}
    return list(
        dict.fromkeys(
            action.tool for action in actions if action.negated and action.tool in asked and bare(scene, action)
        )
    )


def bare(scene: Scene, action: Action) -> bool:
    """Whether its clause says nothing but that the call is asked for or ruled out: no value, no condition, no order."""
    clause = scene.parts[action.part].clause
    before = scene.parts[action.part - 1] if action.part else None
    if (
        before
        and before.clause.sentence == clause.sentence
        and opens(before.clause.text, scene.language, "conditional")
    ):
        return False
    text = cut("must", scene.language, cut("not", scene.language, clause.text))
    if (
        action.aside
        or action.allowed
        or scene.inside(clause.start, clause.end) != scene.inside(action.start, action.end)
    ):
        return False
    return not marks(text, scene.language, *_NARROWS) and not unexplained(scene, text, [action.tool], [])

"""Tools that stand in a row, `A, B and C`: what is said of one of them by an order word is said of each."""

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

_ORDER = ("before_word", "after", "first", "then", "then_at_end", "inner_then", "either")


def row_of(scene: Scene, action: Action, actions: list[Action]) -> list[Action]:
    """The call and those before and behind it that only an "and" or a comma parts from it."""
    place = actions.index(action)
    first = last = place
    while first and _side_by_side(scene, actions[first - 1], actions[first], scene.parts[actions[first - 1].part]):
        first -= 1
    while last + 1 < len(actions) and _side_by_side(
        scene, actions[last], actions[last + 1], scene.parts[actions[last + 1].part]
    ):
        last += 1
    return actions[first : last + 1]


def _side_by_side(scene: Scene, one: Action, other: Action, far: Part) -> bool:
    """`far`: the part that the row would go on to, which may have an order of its own."""
    if not (one.named and other.named) or one.negated != other.negated:
        return False
    if one.part != other.part and marks(far.clause.text, scene.language, *_ORDER):
        return False
    return bool(pattern("row_join", scene.language).fullmatch(fold(scene.text[one.end : other.start])))

"""Calls that one "and" holds together, so that all of them come before what the order word says."""

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.lexicon import marks, opens
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.scene import Scene

_ORDER = ("before_word", "after", "first", "then", "then_at_end", "inner_then")


def led_by(scene: Scene, last: Action, actions: list[Action], *, behind: int | None = None) -> list[Action]:
    """The calls that end with `last`: `A, B and C before D`, `A, B and only then C`; `behind`: the part of C."""
    found = [action for action in actions if action.part == last.part and _with(scene, action, last)]
    place = last.part
    joined = behind is not None and _linked(scene, behind, "and")
    while place and _belongs(scene, place, comma=joined):
        joined = joined or _linked(scene, place, "and")
        place -= 1
        found = [action for action in actions if action.part == place and not action.aside] + found
    return [action for action in found if action.negated == last.negated]


def all_of(scene: Scene, actions: list[Action]) -> list[Action]:
    """The first call and those that an "and" holds to it."""
    found = actions[:1]
    for action in actions[1:]:
        between = scene.text[found[-1].end : action.start]
        if action.part != found[0].part or marks(between, scene.language, "either", "inner_then"):
            break
        found.append(action)
    return found


def side_by_side(scene: Scene, actions: list[Action]) -> list[Action]:
    """The last call and the names right before it: `A and B after C`."""
    found = actions[-1:]
    for action in reversed(actions[:-1]):
        between = scene.text[action.end : found[0].start].strip(" `,")
        if action.part != found[0].part or not (not between or opens(f" {between} ", scene.language, "bare_and")):
            break
        found.insert(0, action)
    return found


def _with(scene: Scene, action: Action, last: Action) -> bool:
    if action == last:
        return True
    between = scene.text[action.end : last.start]
    return action.start < last.start and not action.aside and not marks(between, scene.language, "either", *_ORDER)


def _belongs(scene: Scene, place: int, *, comma: bool) -> bool:
    """Whether a part only goes on from the one before it, which says no order and no duty of another kind."""
    part, before = scene.parts[place], scene.parts[place - 1]
    if before.role is not Role.MUST or before.clause.sentence != part.clause.sentence:
        return False
    orders = [kind for kind in _ORDER if kind != "first"]
    if opens(part.clause.text, scene.language, "then") or marks(before.clause.text, scene.language, *orders, "either"):
        return False
    if part.subject in ("agent", "answer") or marks(part.clause.text, scene.language, "must"):
        return False
    return _linked(scene, place, "and") or (comma and _linked(scene, place, ","))


def _linked(scene: Scene, place: int, by: str) -> bool:
    between = scene.text[scene.parts[place - 1].clause.end : scene.parts[place].clause.end]
    return between.startswith(",") if by == "," else opens(between.removeprefix(","), scene.language, "bare_and")

"""Which calls must come before which: "before", "after", "first", "then", "never … without"."""

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.groups import all_of, led_by, side_by_side
from optimize.adapters.models.offline.reading.guards import guard_of
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern
from optimize.adapters.models.offline.reading.negation import negated_in
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.rows import row_of
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.sequences import in_between, in_that_order


def orders_of(scene: Scene, actions: list[Action], parts: list[Part]) -> list[tuple[str, str]]:
    """Pairs (earlier, later) that the text puts in order."""
    if pattern("order_free", scene.language).search(fold(scene.text)):
        return []
    pairs = in_that_order(scene, actions)
    for index, part in enumerate(parts):
        pairs += in_between(scene, index, part, actions) or _around_words(scene, index, part, actions)
        pairs += _first_things(scene, index, part, actions)
        pairs += _one_then_other(scene, index, part, actions)
    kept = [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]
    return [
        pair for pair in kept if (pair[1], pair[0]) not in kept or kept.index(pair) < kept.index((pair[1], pair[0]))
    ]


def _around_words(scene: Scene, index: int, part: Part, actions: list[Action]) -> list[tuple[str, str]]:
    guard = guard_of(scene, part)
    if guard:
        return [(first.tool, main.tool) for main in guard.mains for first in guard.firsts]
    text = fold(part.clause.text)
    before = pattern("before_word", scene.language).search(text)
    after = pattern("after", scene.language).search(text) if before is None else None
    word = before or after
    if word is None:
        return []
    at = part.clause.start + word.start()
    here = [action for action in actions if action.part == index]
    left = [action for action in here if action.start < at]
    right = [action for action in here if action.start >= at]
    if scene.language in ("zh", "ja"):
        return _wide_pairs(scene, left, right or _next(actions, index), actions, before=bool(before))
    if before and not left and right and negated_in(text[: word.start()], scene.language):
        return [(right[0].tool, earlier.tool) for earlier in _previous(actions, index)]
    if before and not left and marks(text[word.end() :][:8], scene.language, "that"):
        left, right = right[:1], _previous(actions, index)
    elif not left:
        left, right = (right[1:] or _next(actions, index) or _previous(actions, index)), right[:1]
    elif not right:
        return []
    if not left or not right:
        return []
    main = left[-1] if len(left) == 1 or left[0].part == index else left[0]
    mains = led_by(scene, main, actions) if before else side_by_side(scene, left)
    mains = list(dict.fromkeys([*mains, *row_of(scene, main, actions)]))
    others = all_of(scene, right) if right[0].part == index else right[:1]
    return [_ordered(main, other, bool(before)) for main in mains for other in others]


def _ordered(main: Action, other: Action, before: bool) -> tuple[str, str]:
    """`main before other`; a forbidden main before other means that the other comes first."""
    first = before != main.negated
    return (main.tool, other.tool) if first else (other.tool, main.tool)


def _wide_pairs(
    scene: Scene, left: list[Action], right: list[Action], actions: list[Action], *, before: bool
) -> list[tuple[str, str]]:
    """`A之前B`: the order word stands behind the other call, and the main one behind both."""
    if not left or not right:
        return []
    others, mains = row_of(scene, left[-1], actions), row_of(scene, right[0], actions)
    return [_ordered(main, other, before) for main in mains for other in others]


def _next(actions: list[Action], index: int) -> list[Action]:
    return [action for action in actions if action.part > index][:1]


def _previous(actions: list[Action], index: int) -> list[Action]:
    return [action for action in actions if action.part < index][-1:]


def _first_things(scene: Scene, index: int, part: Part, actions: list[Action]) -> list[tuple[str, str]]:
    if not pattern("first", scene.language).search(fold(part.clause.text)):
        return []
    here = [action for action in actions if action.part == index and not action.negated and not action.aside]
    if not here:
        return []
    tool = here[0].tool
    if _before_all(scene, part):
        actions = [action for action in actions if not action.negated or action.aside]
    if all(action.tool == tool for action in actions):
        return [(tool, write) for write in _only_write(scene, part, tool)]
    place = next(position for position, action in enumerate(actions) if action.tool == tool)
    others = [action for action in actions if action.tool != tool]
    later = [action for action in actions[place + 1 :] if action.tool != tool]
    behind = [action for action in later if opens(scene.parts[action.part].clause.text, scene.language, "then")]
    return [(tool, target.tool) for target in (behind or later or others[-1:])[:1]]


def _only_write(scene: Scene, part: Part, tool: str) -> list[str]:
    """What a call that comes first, of nothing that is named, comes before: the one other call that changes things."""
    writes = [other.name for other in scene.context.agent.tools if other.writes and other.name != tool]
    return writes if len(writes) == 1 and not marks(part.clause.text, scene.language, "first_of") else []


def _before_all(scene: Scene, part: Part) -> bool:
    """`first, before anything else`: also before what must not happen at all."""
    same = [other for other in scene.parts if other.clause.sentence == part.clause.sentence]
    return any(marks(other.clause.text, scene.language, "before_all") for other in same)


def first_of_all(scene: Scene, actions: list[Action], orders: list[tuple[str, str]]) -> list[str]:
    """The one call that must come first where nothing says, by name or by nature, before which other one."""
    asked = [action for action in actions if not action.negated and not action.aside]
    every = asked if any(_before_all(scene, scene.parts[action.part]) for action in asked) else actions
    tools = {action.tool for action in every}
    if len(tools) != 1 or orders or len(scene.catalogue.tools) < 2:
        return []
    if pattern("order_free", scene.language).search(fold(scene.text)):
        return []
    parts = [scene.parts[action.part] for action in asked]
    firsts = [part for part in parts if marks(part.clause.text, scene.language, "first")]
    return list(tools) if any(not marks(part.clause.text, scene.language, "first_of") for part in firsts) else []


def _one_then_other(scene: Scene, index: int, part: Part, actions: list[Action]) -> list[tuple[str, str]]:
    here = [action for action in actions if action.part == index and not action.negated]
    earlier = [action for action in actions if action.part < index and not action.negated]
    text = part.clause.text
    lead = scene.text[max(0, part.clause.start - 6) : part.clause.start + 14]
    follows = marks(text, scene.language, "then", "then_at_end") or marks(lead, scene.language, "then_before")
    same = [action for action in earlier if scene.parts[action.part].clause.sentence == part.clause.sentence]
    follows = follows or (bool(same) and marks(text, scene.language, "at_the_end"))
    if here and earlier and follows:
        last = _latest(scene, earlier)
        return [(action.tool, here[0].tool) for action in led_by(scene, last, earlier, behind=index)]
    inner = pattern("inner_then", scene.language).search(fold(text))
    return _around(here, part.clause.start + inner.start()) if inner else []


def _latest(scene: Scene, earlier: list[Action]) -> Action:
    """The call that happens last of those before: of `B after A` that is B."""
    part = scene.parts[earlier[-1].part]
    later = [action for action in earlier if action.part == earlier[-1].part and not action.aside]
    return later[-1] if later and marks(part.clause.text, scene.language, "after") else earlier[-1]


def _around(here: list[Action], at: int) -> list[tuple[str, str]]:
    left, right = [a for a in here if a.start < at], [a for a in here if a.start >= at]
    return [(left[-1].tool, right[0].tool)] if left and right else []

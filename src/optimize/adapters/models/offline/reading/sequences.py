"""Orders that one order word does not tell: `B after A but before C`, `A, B and C, in that order`."""

from itertools import pairwise

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import opens, pattern
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

Pairs = list[tuple[str, str]]


def in_between(scene: Scene, index: int, part: Part, actions: list[Action]) -> Pairs:
    """`B after A but before C`, in one clause or with `and before C` in the next; empty for any other clause."""
    text, language = fold(part.clause.text), scene.language
    if is_cjk(text):
        return []
    here = [action for action in actions if action.part == index]
    words = [
        (match.start() + part.clause.start, kind == "before_word")
        for kind in ("before_word", "after")
        for match in pattern(kind, language).finditer(text)
    ]
    words.sort()
    mains = [action for action in here if words and action.start < words[0][0]]
    if len(words) == 1 and not mains and _goes_on(scene, index):
        mains = [action for action in actions if action.part == index - 1 and not action.aside]
    elif len(words) != 2:
        return []
    ends = [*(at for at, _ in words[1:]), part.clause.end]
    others = [[a for a in here if at < a.start < end] for (at, _), end in zip(words, ends, strict=True)]
    if len(mains) != 1 or mains[0].negated or not all(others):
        return []
    main = mains[0].tool
    return [
        (main, other.tool) if before else (other.tool, main)
        for (_, before), group in zip(words, others, strict=True)
        for other in group
    ]


def _goes_on(scene: Scene, index: int) -> bool:
    """`B before C` and then `and after A`."""
    if not index:
        return False
    part, before = scene.parts[index], scene.parts[index - 1]
    text = part.clause.text.split(maxsplit=1)
    bare = text[-1] if len(text) > 1 and opens(f" {part.clause.text} ", scene.language, "bare_and") else ""
    told = any(pattern(kind, scene.language).search(fold(before.clause.text)) for kind in ("before_word", "after"))
    same = part.clause.sentence == before.clause.sentence
    return same and told and opens(bare, scene.language, "before_word", "after")


def in_that_order(scene: Scene, actions: list[Action]) -> Pairs:
    """`A, B and C, in that order`: each comes before the next one."""
    match = pattern("in_that_order", scene.language).search(fold(scene.text))
    if match is None:
        return []
    sentence = next(
        (p.clause.sentence for p in scene.parts if p.clause.start <= match.start() < p.clause.end + 3), None
    )
    listed = [
        action
        for action in actions
        if scene.parts[action.part].clause.sentence == sentence and not action.negated and not action.aside
    ]
    return [(first.tool, second.tool) for first, second in pairwise(listed)]

"""How often a call must happen, and which words of a clause are said of it."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import Action, only_allows, segments_of
from optimize.adapters.models.offline.reading.lexicon import marks
from optimize.adapters.models.offline.reading.quantities import limits_alone, most_times, times_in
from optimize.adapters.models.offline.reading.ranges import times_between
from optimize.adapters.models.offline.reading.scene import Scene

Criterion = dict[str, JsonValue]


def how_often(scene: Scene, tool: str, actions: list[Action]) -> list[Criterion]:
    """`exactly once`, in the clause of the call or right behind it."""
    for action in actions:
        texts = [_said_of(scene, action), _right_behind(scene, action)]
        again = most_times(texts[1], scene.language) if marks(texts[1], scene.language, "filler") else None
        found = (times_between(text, scene.language) or times_in(text, scene.language) for text in texts)
        times = next(filter(None, found), None)
        times = times or ({"at_most": again} if again else None)
        if times:
            times = _as_allowed(times, texts[0], scene.language)
            only = "at_most" in times and (only_allows(texts[0], scene.language) or _only_limited(scene, actions))
            return [{"kind": "invokesTool", "tool": tool, "times": {"at_least": 0, **times} if only else times}]
    return []


def _as_allowed(times: Criterion, text: str, language: str) -> Criterion:
    """`may call A only once` asks for no call, so that its number is a limit."""
    return {"at_most": times["exactly"]} if "exactly" in times and only_allows(text, language) else times


def repeated_under_guard(scene: Scene, tool: str, actions: list[Action]) -> list[Criterion]:
    """`may do B only if it has done A, and never twice`: a limit on what is only allowed."""
    texts = [_right_behind(scene, action) for action in actions if action.allowed]
    said = [text for text in texts if marks(text, scene.language, "filler")]
    most = next((most for text in said if (most := most_times(text, scene.language))), None)
    return [{"kind": "invokesTool", "tool": tool, "times": {"at_least": 0, "at_most": most}}] if most else []


def _only_limited(scene: Scene, actions: list[Action]) -> bool:
    """`must call A at most twice`: a limit asks for no call, unless `calls A, but at most twice` says both."""
    return all(limits_alone(_said_of(scene, action), scene.language) for action in actions if not action.aside)


def _right_behind(scene: Scene, action: Action) -> str:
    """A few words after the clause that name no other call: `calls A, but only twice`."""
    text = scene.parts[action.part + 1].clause.text if action.part + 1 < len(scene.parts) else ""
    meant = scene.catalogue.described(text, nominal=True)
    other = meant is not None and meant.tool != action.tool
    return "" if len(text.split()) > 4 or other or scene.catalogue.named(text) else text


def _said_of(scene: Scene, action: Action) -> str:
    """What is said of this call alone: `A twice, then B` says nothing of B."""
    start, end = reach(scene, action)
    earlier = scene.catalogue.named(scene.text[scene.parts[action.part].clause.start : action.start])
    return scene.text[action.start if earlier else start : end]


def reach(scene: Scene, action: Action) -> tuple[int, int]:
    """The piece of its clause that belongs to this call: up to the next call of another tool."""
    clause = scene.parts[action.part].clause
    segment = next((s for s in segments_of(scene, scene.parts[action.part]) if s.start <= action.start < s.end), None)
    start, end = (segment.start, segment.end) if segment else (clause.start, clause.end)
    others = [m for m in scene.catalogue.named(scene.text[start:end]) if m.tool != action.tool]
    later = [start + m.start for m in others if start + m.start > action.start]
    earlier = [start + m.end for m in others if start + m.end <= action.start]
    return (max([start, *earlier]) if earlier else start), min([end, *later])

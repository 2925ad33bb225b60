"""Which calls a text rules out: everywhere, or only some of those that it asks for."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import Action, segments_of
from optimize.adapters.models.offline.reading.assertion import assertion_of
from optimize.adapters.models.offline.reading.counting import reach
from optimize.adapters.models.offline.reading.lexicon import marks
from optimize.adapters.models.offline.reading.scene import Scene

Criterion = dict[str, JsonValue]


def forbidden(scene: Scene, actions: list[Action], orders: list[tuple[str, str]]) -> list[str]:
    """Tools that must not be called. "Never B before A" forbids nothing: it is an order."""
    in_order = {tool for pair in orders for tool in pair}
    found = []
    for action in actions:
        part = scene.parts[action.part]
        if action.negated and not action.aside and not (action.tool in in_order and len(segments_of(scene, part)) > 1):
            found.append(action.tool)
    required = {a.tool for a in actions if not a.negated and a.named and not a.aside}
    return [tool for tool in dict.fromkeys(found) if tool not in required or _named_no(actions, tool)]


def _named_no(actions: list[Action], tool: str) -> bool:
    return any(action.negated and action.named for action in actions if action.tool == tool)


def narrower(scene: Scene, actions: list[Action]) -> list[Action]:
    """Bans on some calls of a tool that is asked for: `transfer 100 EUR and must not transfer 500 EUR`."""
    asked = {action.tool for action in actions if not action.negated and not action.allowed}
    banned = [action for action in actions if action.negated and not action.aside and action.tool in asked]
    return [action for action in banned if _carries_values(scene, action) or _under_condition(scene, action)]


def _under_condition(scene: Scene, action: Action) -> bool:
    """`no order if they clash`: banned in one case, and expected in others."""
    behind = scene.text[action.end : scene.parts[action.part].clause.end]
    return marks(behind, scene.language, "occasion")


def _carries_values(scene: Scene, action: Action) -> bool:
    return any(e.kind not in ("word", "code", "name", "snake") for e in scene.inside(*reach(scene, action)))


def in_words(scene: Scene, action: Action) -> Criterion:
    before = scene.parts[action.part - 1] if action.part else None
    return {"kind": "satisfiesAssertion", "assertion": assertion_of(scene, scene.parts[action.part], before)}

"""Items on lines of their own that ask for a call and rule it out: each is a test by itself."""

import re

from optimize.adapters.models.offline.reading.actions import actions_of
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.scene import Scene

_ITEM = re.compile(r"(?m)^[ \t]*(?:\d{1,2}[.)]|[-*•])\s+(?=\S)")


def items_in(text: str) -> list[str]:
    """The items of a list that is the whole text; none of any other text."""
    marks = list(_ITEM.finditer(text))
    if len(marks) < 2 or text[: marks[0].start()].strip():
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]


def conflicting(scene: Scene) -> bool:
    """Whether one item asks by name for a call that another one rules out."""
    if not items_in(scene.text):
        return False
    actions = [
        action
        for index, part in enumerate(scene.parts)
        if part.role is Role.MUST
        for action in actions_of(scene, index, part)
        if action.named and not action.aside
    ]
    asked = {action.tool for action in actions if not action.negated and not action.allowed}
    return any(action.negated and action.tool in asked for action in actions)

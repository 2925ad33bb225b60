"""Limits on a call: how often it may happen at most, and how much it may carry. A limit forbids no call."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.assertion import assertion_of
from optimize.adapters.models.offline.reading.details import left_off, without_detail
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern, phrase
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.quantities import ceiling_in, counts, most_times
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

Criterion = dict[str, JsonValue]


def limits_of(scene: Scene, actions: list[Action]) -> dict[str, list[Criterion]]:
    """For each tool that is only limited, and nowhere forbidden: the criteria that say so."""
    denied = list(dict.fromkeys(action.tool for action in actions if _denies(scene, action)))
    found = {tool: [_limit(scene, action, actions) for action in _denials(scene, actions, tool)] for tool in denied}
    return {tool: [one for one in limits if one] for tool, limits in found.items() if all(limits)}


def without_bare(found: list[Criterion], limits: dict[str, list[Criterion]]) -> list[Criterion]:
    """A number of calls, or what each of them carries, says already that the tool is called."""
    counted = [tool for tool, criteria in limits.items() if any(criterion.get("tool") for criterion in criteria)]
    return [c for c in found if not (c["kind"] == "invokesTool" and c["tool"] in counted and len(c) == 2)]


def _denials(scene: Scene, actions: list[Action], tool: str) -> list[Action]:
    return [action for action in actions if action.tool == tool and _denies(scene, action)]


def _denies(scene: Scene, action: Action) -> bool:
    """Whether a clause forbids the call, or something in it: `book_room must be called without breakfast`."""
    return not action.aside and (action.negated or left_off(scene, action) is not None)


def _limit(scene: Scene, action: Action, actions: list[Action]) -> Criterion:
    text = scene.parts[action.part].clause.text
    asked = any(other.tool == action.tool and not other.negated and not other.aside for other in actions)
    most = most_times(text, scene.language)
    if most:
        times: dict[str, JsonValue] = {"at_most": most} if asked else {"at_least": 0, "at_most": most}
        return {"kind": "invokesTool", "tool": action.tool, "times": times}
    if detail := left_off(scene, action):
        part, before = scene.parts[action.part], scene.parts[action.part - 1] if action.part else None
        told: Criterion = {"kind": "satisfiesAssertion", "assertion": assertion_of(scene, part, before)}
        return without_detail(detail) if detail.parameter else told
    ceiling = ceiling_in(text, scene.language, scene.catalogue.tools[action.tool].parameters)
    if not ceiling:
        return {}
    if asked or _user_wants(scene, action.tool, ceiling):
        return {"kind": "toolParametersContain", "tool": action.tool, "parameters": ceiling, "calls": "every"}
    part, before = scene.parts[action.part], scene.parts[action.part - 1] if action.part else None
    over = "" if action.named else over_in_words(scene, part, action.tool)
    return {"kind": "satisfiesAssertion", "assertion": over or assertion_of(scene, part, before)}


def over_in_words(scene: Scene, part: Part, tool: str) -> str:
    """`no query over 100 euros` as a sentence about the call that makes one; empty for what has a verb."""
    text = part.clause.text
    limit = pattern("ceiling", scene.language).search(fold(text))
    name = next((name for name in scene.catalogue.tools[tool].parameters if counts(name)), None)
    if limit is None or name is None or not opens(text, scene.language, "noun_ban"):
        return ""
    behind = cut("from_verb", scene.language, text[limit.start() :]).strip(" .,;!")
    return phrase(scene.language, "no_call_over", tool=tool, parameter=name, limit=behind)


def banned_over(scene: Scene, part: Part) -> str:
    """The same for a thing that only the name of one writing tool has."""
    text = part.clause.text
    limit = pattern("ceiling", scene.language).search(fold(text))
    if limit is None or part.subject == "answer" or marks(text, scene.language, "in_answer"):
        return ""
    thing = content_stems(text[: limit.start()])
    made = [
        tool.name for tool in scene.context.agent.tools if tool.writes and thing & content_stems(name_words(tool.name))
    ]
    return over_in_words(scene, part, made[0]) if len(made) == 1 else ""


def _user_wants(scene: Scene, tool: str, ceiling: dict[str, JsonValue]) -> bool:
    """Whether the user asks for the call, and for no more than is allowed: then a right agent makes it."""
    parts = scene.of(Role.USER)
    meant = any(scene.catalogue.writing(part.clause.text) == tool for part in parts)
    most = next(float(str(m["at_most"])) for m in ceiling.values() if isinstance(m, dict))
    amounts = [e for part in parts for e in scene.inside(part.clause.start, part.clause.end) if e.kind == "amount"]
    return meant and all(float(amount.value) <= most for amount in amounts)

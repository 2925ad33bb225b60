"""Criteria on calls: which tool, which not, in which order, with which parameters."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import (
    Action,
    is_limited,
    may_be_bounded,
)
from optimize.adapters.models.offline.reading.bans import forbidden, in_words, narrower
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.counting import how_often, reach, repeated_under_guard
from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.guards import guard_of
from optimize.adapters.models.offline.reading.held import held_by
from optimize.adapters.models.offline.reading.identifying import ids_for, named_only
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern, word_pattern
from optimize.adapters.models.offline.reading.limits import limits_of, without_bare
from optimize.adapters.models.offline.reading.mentions import speaks_first
from optimize.adapters.models.offline.reading.parameters import Matchers, given_by_name, parameters_in
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.ranges import range_in
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.values import fits, forms_of, of_another_kind

Criterion = dict[str, JsonValue]


def call_criteria(scene: Scene, actions: list[Action], orders: list[tuple[str, str]]) -> list[Criterion]:
    """Every criterion on calls, each tool once per kind."""
    limits = limits_of(scene, actions)
    some = narrower(scene, actions)
    banned = [action for action in actions if action not in some]
    ruled_out = [tool for tool in forbidden(scene, banned, orders) if tool not in limits]
    kept = [(first, second) for first, second in orders if first not in ruled_out and second not in ruled_out]
    wanted = [a for a in actions if a.tool not in ruled_out and not a.negated]
    found: list[Criterion] = [{"kind": "invokesTool", "tool": first, "before": second} for first, second in kept]
    ordered = {first for first, _ in kept}
    for tool in dict.fromkeys(action.tool for action in wanted):
        found += _wanted(scene, tool, [a for a in wanted if a.tool == tool], tool in ordered)
    found = [*without_bare(found, limits), *(criterion for limit in limits.values() for criterion in limit)]
    found += [{"kind": "doesNotInvokeTool", "tool": tool} for tool in ruled_out]
    found += [in_words(scene, action) for action in some if action.tool not in limits]
    return found + _any_write(scene, actions)


def _wanted(scene: Scene, tool: str, actions: list[Action], ordered: bool) -> list[Criterion]:
    aside = all(action.aside for action in actions)
    calls = _given_aside(scene, tool, actions[-1]) if aside else _given(scene, tool, actions)
    each = [] if aside or calls else _for_each(scene, tool, actions)
    if each:
        return each
    ids = {} if aside and calls else _own_ids(scene, tool)
    often = repeated_under_guard(scene, tool, actions) if aside else how_often(scene, tool, actions)
    if calls:
        return [_with(tool, _joined(ids, call)) for call in calls] + often
    if ids:
        return often + ([_with(tool, ids)] if not ordered or scene.catalogue.tools[tool].writes else [])
    if often:
        return often
    allowed = all(action.allowed for action in actions)
    return [] if aside or ordered or allowed else [{"kind": "invokesTool", "tool": tool}]


def _given_aside(scene: Scene, tool: str, action: Action) -> list[Matchers]:
    """`A before B, amount 250`: values named behind a call that only stands behind an order word."""
    part = scene.parts[action.part]
    if part.role is not Role.MUST or not action.named:
        return []
    found = given_by_name(
        scene, scene.catalogue.tools[tool].parameters, action.end, scene.text[action.end : part.clause.end]
    )
    return [found] if found else []


def _for_each(scene: Scene, tool: str, actions: list[Action]) -> list[Criterion]:
    """`fetched for both`: one call per name, of the tool that takes names and yields the id this tool needs."""
    clause = scene.parts[actions[0].part].clause
    names = [entity.value for entity in scene.values("handle")]
    inside = [entity.value for entity in scene.inside(clause.start - 60, clause.end) if entity.kind == "handle"]
    chosen = list(dict.fromkeys(inside)) if len(set(inside)) > 1 else names
    if not pattern("both", scene.language).search(fold(clause.text)) or len(chosen) < 2:
        return []
    needed = {name_words(parameter) for parameter in scene.catalogue.tools[tool].parameters}
    for other in scene.context.agent.tools:
        takes = [p for p in other.parameters if re.search(r"user|login|name|employee", p.lower())]
        if takes and any(words in name_words(other.name) for words in needed) and other.name != tool:
            return [_with(other.name, {takes[0]: {"equals": name}}) for name in chosen]
    return []


def _own_ids(scene: Scene, tool: str) -> Matchers:
    """The ids that the call is about, without those that are of another thing than the parameter."""
    agent, declared = scene.context.agent, scene.catalogue.tools[tool]
    found = ids_for(scene, tool)
    return {name: m for name, m in found.items() if not of_another_kind(agent, declared, name, _value(m))}


def _value(matcher: JsonValue) -> str:
    return str(matcher.get("equals")) if isinstance(matcher, dict) else ""


def _joined(ids: Matchers, call: Matchers) -> Matchers:
    taken = {str(matcher) for matcher in call.values()}
    call = {name: matcher for name, matcher in call.items() if name not in ids or matcher != {"exists": True}}
    return {**{name: matcher for name, matcher in ids.items() if str(matcher) not in taken}, **call}


def _with(tool: str, parameters: Matchers) -> Criterion:
    found: Criterion = {"kind": "toolParametersContain", "tool": tool, "parameters": dict(parameters)}
    return found | {"calls": "every"} if any(map(_is_bound, parameters.values())) else found


def _is_bound(matcher: JsonValue) -> bool:
    return isinstance(matcher, dict) and bool(matcher.keys() & {"at_most", "at_least"})


def _given(scene: Scene, tool: str, actions: list[Action]) -> list[Matchers]:
    """The parameters that the clauses of these actions give; those of several clauses belong to one call."""
    joined: Matchers = {}
    for action in actions:
        if action.aside:
            continue
        start, end = reach(scene, action)
        calls = parameters_in(scene, tool, start, end)
        joined |= _named_behind(scene, tool, action)
        if len(calls) > 1:
            return calls
        joined |= calls[0] if calls else {}
        if not calls and pattern("exists", scene.language).search(fold(scene.text[action.start : end])):
            joined |= _told_elsewhere(scene, named_only(scene, tool, scene.text[start:end]), scene.text[start:end])
    return [joined] if joined else []


def _named_behind(scene: Scene, tool: str, action: Action) -> Matchers:
    """`A before B with location=Bedroom`: parameters named behind another tool that does not have them."""
    clause = scene.parts[action.part].clause
    others = [m.tool for m in scene.catalogue.named(clause.text) if m.tool != tool]
    if not others:
        return {}
    theirs = {name for other in others for name in scene.catalogue.tools[other].parameters}
    own = tuple(name for name in scene.catalogue.tools[tool].parameters if name not in theirs)
    return given_by_name(scene, own, clause.start, clause.text)


def _told_elsewhere(scene: Scene, named: Matchers, text: str) -> Matchers:
    """`must carry that address word for word`: the value of that kind which stands elsewhere in the message."""
    folded = fold(text)
    if not (pattern("deictic", scene.language).search(folded) or pattern("verbatim", scene.language).search(folded)):
        return named
    found: Matchers = {}
    for name, matcher in named.items():
        values = [
            e.value for e in scene.values("address", "email", "phone", "date", "quote") if _same_kind(name, e.kind)
        ]
        found[name] = {"equals": values[0]} if len(values) == 1 else matcher
    return found


def _same_kind(parameter: str, kind: str) -> bool:
    return kind == "quote" or kind in parameter.lower()


def _any_write(scene: Scene, actions: list[Action]) -> list[Criterion]:
    """`must not change anything`: any write at all."""
    for index, part in enumerate(scene.parts):
        text = fold(part.clause.text)
        beside = any(action.part == index for action in actions)
        if part.role is not Role.MUST or (beside and not marks(text, scene.language, "any_change")):
            continue
        if pattern("any_write", scene.language).search(text) and pattern("not", scene.language).search(text):
            return [{"kind": "doesNotInvokeTool", "effect": "write"}]
    return []


def spare_parameters(scene: Scene, part: Part, actions: list[Action]) -> bool:
    """Whether a clause without a tool only gives parameters of a call named elsewhere."""
    return bool(_owner(scene, part, actions))


def loose_parameters(scene: Scene, actions: list[Action]) -> list[Criterion]:
    """Parameters given in a clause that names no tool, for the one tool that has them."""
    found: list[Criterion] = []
    for index, part in enumerate(scene.parts):
        named = any(action.part == index for action in actions)
        if part.role is Role.MUST and not named and not guard_of(scene, part) and not may_be_bounded(scene, part):
            for tool in _owner(scene, part, actions):
                found += [_with(tool, _joined(_own_ids(scene, tool), call)) for call in _calls(scene, tool, part)]
    return found


def _calls(scene: Scene, tool: str, part: Part) -> list[Matchers]:
    calls = parameters_in(scene, tool, part.clause.start, part.clause.end)
    if calls or not marks(part.clause.text, scene.language, "must_be_there"):
        return calls or _verbatim(scene, tool, part)
    there = named_only(scene, tool, part.clause.text)
    return [there] if there else []


def _owner(scene: Scene, part: Part, actions: list[Action]) -> list[str]:
    """The tool whose parameter the clause names; one already asked for, or named by its thing, wins over others."""
    text = fold(part.clause.text)
    if part.subject == "answer" or word_pattern("answer", scene.language).match(cut("article", scene.language, text)):
        return []
    if marks(text, scene.language, "in_answer"):
        return []
    if (held := held_by(scene, part)) and _calls(scene, held, part):
        return [held]
    told = marks(text, scene.language, "asks_for") or speaks_first(part.clause.text, scene.language)
    values = _exact_values(scene, part)
    quoted = marks(text, scene.language, "verbatim") and any(entity.kind == "quote" for entity in values)
    quoted = quoted or opens(cut_lead(part.clause.text, scene.language), scene.language, "quotes")
    if told and (quoted or not values or range_in(text, scene.language)):
        return []
    asked = [action.tool for action in actions if not action.negated]
    if not asked and is_limited(scene, part):
        return []
    banned = {action.tool for action in actions if action.negated} - set(asked)
    owners = {
        tool.name: sum(map(len, calls))
        for tool in scene.context.agent.tools
        if tool.name not in banned
        and (calls := _calls(scene, tool.name, part))
        and (any(_names(scene, name, text) for call in calls for name in call) or _states(scene, part, tool))
    }
    most = [tool for tool, given in owners.items() if given == max(owners.values())]
    named = [tool for tool in most if content_stems(name_words(tool)) & content_stems(text)]
    preferred = [tool for tool in owners if tool in asked] or (named if len(named) == 1 else most)
    return preferred[:1] if len(preferred) == 1 or set(preferred) & set(asked) else []


def _states(scene: Scene, part: Part, tool: Tool) -> bool:
    """`signer must be ann@example.com`: a clause about nobody that gives a value of a parameter by part of its name."""
    if part.subject or pattern("contains", scene.language).search(fold(part.clause.text)):
        return False
    values = _exact_values(scene, part)
    text = fold(part.clause.text)
    return any(
        re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) and fits(value, name, scene.masked, scene.language)
        for name in tool.parameters
        for form in forms_of(name, tool.parameters)
        for value in values
    )


def _exact_values(scene: Scene, part: Part) -> list[Entity]:
    return [e for e in scene.inside(part.clause.start, part.clause.end) if e.kind not in ("word", "code", "name")]


def _names(scene: Scene, parameter: str, text: str) -> bool:
    exact = re.search(rf"(?<!\w){re.escape(fold(parameter))}(?!\w)", text)
    if pattern("amounts", scene.language).search(text) and pattern("deictic", scene.language).search(text):
        return any(re.search(rf"\b{re.escape(word)}", text) for word in name_words(parameter).split() if len(word) > 4)
    spaced = (
        re.search(rf"(?<!\w){re.escape(name_words(parameter))}(?!\w)", text) and len(name_words(parameter).split()) > 1
    )
    led = exact and exact.start() == 0 and not word_pattern("speech", scene.language).match(text)
    return (
        bool(exact and (len(parameter) > 4 or "_" in parameter))
        or bool(spaced or led)
        or _by_concept(scene, parameter, text)
    )


def _by_concept(scene: Scene, parameter: str, text: str) -> bool:
    if not pattern("verbatim", scene.language).search(text):
        return False
    return bool(scene.catalogue.share_thing(parameter, text))


def _verbatim(scene: Scene, tool: str, part: Part) -> list[Matchers]:
    """`the address must be passed word for word`: the quoted value of the message."""
    quotes = scene.values("quote", "address")
    names = [
        name for name in scene.catalogue.tools[tool].parameters if _by_concept(scene, name, fold(part.clause.text))
    ]
    return [{names[0]: {"equals": quotes[0].value}}] if names and quotes else []

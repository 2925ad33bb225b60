"""A draft as a small model can write it: few fields, one thing per criterion, no name that the agent does not have."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from optimize.assistant.context import ToolInContext

Shape = dict[str, Any]
MOST_DRAFTS: Final = 4
_MOST_CRITERIA: Final = 6
_MOST_RUNS: Final = 200
_MOST_TURNS: Final = 50
_BARE: Final = ("answerIsJson", "doesNotHallucinate", "staysInCharacter", "responseGroundedInKnowledge")
_FIGURE: Final = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?(?![\w,])")


def drafts_shape(tools: Sequence[ToolInContext], message: str, *, count: int, simulated: bool) -> Shape:
    """`count` drafts at once. Settings can only be figures that the message says: a small model makes others up."""
    figures = [float(figure) for figure in _FIGURE.findall(message)]
    fields = {
        "criteria": _list(list(_criteria(tools)), 1, _MOST_CRITERIA),
        "user_says": _text(400),
        "name": _text(80),
        **({"simulated_user": _user(figures)} if simulated else {}),
        **_one_of("runs", [int(n) for n in figures if n.is_integer() and 1 <= n <= _MOST_RUNS]),
        **_one_of("threshold", [n if n < 1 else n / 100 for n in figures if 0 < n < 1 or 50 <= n < 100]),
    }
    drafts = _list([_object(fields, without=("runs", "threshold"))], count, count)
    return _object({"drafts": drafts})


def arguments_of(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The arguments of one draft_test for each draft."""
    return [_arguments(draft) for draft in value["drafts"]]


def _user(figures: Sequence[float]) -> Shape:
    turns = _one_of("turn_limit", [int(n) for n in figures if n.is_integer() and 1 <= n <= _MOST_TURNS])
    return _object({"persona": _text(120), "goal": _text(120), **turns}, without=("turn_limit",))


def _one_of(name: str, values: Sequence[float]) -> dict[str, Shape]:
    return {name: {"enum": sorted(set(values))}} if values else {}


def _criteria(tools: Sequence[ToolInContext]) -> Iterator[Shape]:
    names: Shape = {"enum": [tool.name for tool in tools]}
    if tools:
        yield _kind("invokesTool", {"tool": names, "before": names}, without=("before",))
        yield _kind("doesNotInvokeTool", {"tool": names})
        yield _kind("doesNotInvokeTool", {"effect": {"const": "write"}})
    for tool in tools:
        if tool.parameters:
            given: Mapping[str, Shape] = {
                "tool": {"const": tool.name},
                "parameter": {"enum": tool.parameters},
                "equals": _text(80),
            }
            yield _kind("toolParametersContain", given)
    yield _kind("answerContains", {"text": _text(80)})
    yield _kind("answerDoesNotContain", {"text": _text(80)})
    yield _kind("answerMatches", {"pattern": _text(80)})
    yield _kind("respondsWithin", {"seconds": {"type": "number", "minimum": 1, "maximum": 86_400}})
    for kind in _BARE:
        yield _kind(kind, {})
    yield _kind("satisfiesAssertion", {"assertion": _text(200)})


def _kind(kind: str, fields: Mapping[str, Shape], *, without: Sequence[str] = ()) -> Shape:
    """The demand stands before its kind: what was just written is what a small model goes by."""
    return _object({"demand": _text(100), "kind": {"const": kind}, **fields}, without=without)


def _object(fields: Mapping[str, Shape], *, without: Sequence[str] = ()) -> Shape:
    """In this order; `without`: those that may be left out."""
    required = [name for name in fields if name not in without]
    return {"type": "object", "properties": dict(fields), "required": required, "additionalProperties": False}


def _text(longest: int) -> Shape:
    return {"type": "string", "minLength": 1, "maxLength": longest}


def _list(options: Sequence[Shape], least: int, most: int) -> Shape:
    items = options[0] if len(options) == 1 else {"anyOf": list(options)}
    return {"type": "array", "minItems": least, "maxItems": most, "items": items}


def _arguments(draft: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in draft.items() if name != "user_says"}
    return {**kept, "situation": draft["user_says"], "criteria": _joined(draft["criteria"])}


def _joined(written: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What is asked of one tool's parameters is asked of one call. What is written twice counts once."""
    found: list[dict[str, Any]] = []
    details: dict[str, dict[str, Any]] = {}
    for criterion in map(_criterion, written):
        known = details.get(str(criterion.get("tool"))) if "parameters" in criterion else None
        if known is not None:
            known["parameters"].update(criterion["parameters"])
            continue
        if "parameters" in criterion:
            details[criterion["tool"]] = criterion
        if criterion not in found:
            found.append(criterion)
    return found


def _criterion(written: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: value for name, value in written.items() if name != "demand"}
    if "parameter" in given:
        given["parameters"] = {given.pop("parameter"): {"equals": given.pop("equals")}}
    if "text" in given:
        given["texts"] = [given.pop("text")]
    return {name: value for name, value in given.items() if name != "before" or value != given["tool"]}

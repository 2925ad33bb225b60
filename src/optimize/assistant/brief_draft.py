"""A draft as a small model can write it: few fields, one thing per criterion, no name that the agent does not have."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from optimize.assistant.choice import MOST_CRITERIA, Choice
from optimize.assistant.context import ToolInContext

Shape = dict[str, Any]
_MOST_RUNS: Final = 200
_MOST_TURNS: Final = 50
_BARE: Final = ("answerIsJson", "doesNotHallucinate", "staysInCharacter", "responseGroundedInKnowledge")
_FIGURE: Final = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?(?![\w,])")

_RUNS: Final = re.compile(
    r"(?<![\w.,])(\d{1,4})\s*(?:x\b|×|runs?\b|times\b|mal\b|läufe|durchl|fois\b|ex[ée]cution|veces\b|ejecuci|次|回)",
    re.I,
)
_SHARE: Final = re.compile(
    r"(?<![\w.,])(?:(0\.\d+)|(\d{1,2}(?:\.\d+)?)\s*(?:%|percent|prozent|pour cent|por ciento))", re.I
)


def drafts_shape(tools: Sequence[ToolInContext], message: str, choice: Choice) -> Shape:
    """All drafts at once; in the only one, a criterion for each demand. Settings can only be figures that the message
    says: a small model makes others up.
    """
    figures = [float(figure) for figure in _FIGURE.findall(message)]
    fields = {
        "criteria": _criteria(tools, choice),
        "user_says": _text(400),
        "name": _text(80),
        **({"simulated_user": _user(figures)} if choice.simulated_user else {}),
        **_one_of("runs", [n for n in map(int, _RUNS.findall(message)) if 1 <= n <= _MOST_RUNS]),
        **_one_of("threshold", [n for n in _shares(message) if 0 < n < 1]),
    }
    drafts = _list([_object(fields, without=("runs", "threshold"))], choice.tests, choice.tests)
    return _object({"drafts": drafts})


def arguments_of(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The arguments of one draft_test for each draft."""
    return [_arguments(draft) for draft in value["drafts"]]


def _user(figures: Sequence[float]) -> Shape:
    turns = _one_of("turn_limit", [int(n) for n in figures if n.is_integer() and 1 <= n <= _MOST_TURNS])
    return _object({"persona": _text(120), "goal": _text(120), **turns}, without=("turn_limit",))


def _shares(message: str) -> list[float]:
    return [float(share) if share else float(percent) / 100 for share, percent in _SHARE.findall(message)]


def _one_of(name: str, values: Sequence[float]) -> dict[str, Shape]:
    return {name: {"enum": sorted(set(values))}} if values else {}


def _criteria(tools: Sequence[ToolInContext], choice: Choice) -> Shape:
    demands = list(dict.fromkeys(choice.demands))
    if choice.tests > 1 or not demands:
        return _list(list(_kinds(tools, _text(100))), 1, MOST_CRITERIA)
    each = [{"anyOf": list(_kinds(tools, {"const": demand}))} for demand in demands]
    return {"type": "array", "prefixItems": each, "minItems": len(each), "maxItems": len(each)}


def _kinds(tools: Sequence[ToolInContext], demand: Shape) -> Iterator[Shape]:
    """The demand stands before its kind: what was just written is what a small model goes by."""
    for kind, fields, without in _variants(tools):
        yield _object({"demand": demand, "kind": {"const": kind}, **fields}, without=without)


def _variants(tools: Sequence[ToolInContext]) -> Iterator[tuple[str, dict[str, Shape], Sequence[str]]]:
    names: Shape = {"enum": [tool.name for tool in tools]}
    if tools:
        yield "invokesTool", {"tool": names, "before": names}, ("before",)
        yield "doesNotInvokeTool", {"tool": names}, ()
        yield "doesNotInvokeTool", {"effect": {"const": "write"}}, ()
    for tool in tools:
        if tool.parameters:
            given: dict[str, Shape] = {
                "tool": {"const": tool.name},
                "parameter": {"enum": tool.parameters},
                "equals": _text(80),
            }
            yield "toolParametersContain", given, ()
    yield "answerContains", {"text": _text(80)}, ()
    yield "answerDoesNotContain", {"text": _text(80)}, ()
    yield "answerMatches", {"pattern": _text(80)}, ()
    yield "respondsWithin", {"seconds": {"type": "number", "minimum": 1, "maximum": 86_400}}, ()
    for kind in _BARE:
        yield kind, {}, ()
    yield "satisfiesAssertion", {"assertion": _text(200)}, ()


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

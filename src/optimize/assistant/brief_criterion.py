"""A criterion as a small model can write it: few fields, one demand, no name that the agent does not have."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from optimize.assistant.context import ToolInContext
from optimize.assistant.shapes import Shape, a_list, a_text, an_object, one_of

_BARE: Final = ("answerIsJson", "doesNotHallucinate", "staysInCharacter", "responseGroundedInKnowledge")
_MOST_VALUES: Final = 4
_MOST_CALLS: Final = 50
_COUNT: Final = re.compile(r"(?<![\w.,])\d{1,2}(?![\w.,]*\d)")
_BEFORE: Final = "invokesToolBefore"
"""A kind of its own here: once a tool is written, a small model writes on."""
_LITERAL: Final = re.compile(r"[\w\s,:;€%'-]+")
_TIMES: Final = ("at_least", "at_most", "exactly")


def criterion_shape(tools: Sequence[ToolInContext], demand: str) -> Shape:
    """Where the demand names tools, it is about those."""
    return {"anyOf": [an_object({"kind": {"const": kind}, **fields}) for kind, fields in _variants(tools, demand)]}


def criterion_of(written: Mapping[str, Any]) -> dict[str, Any]:
    """As draft_test takes it."""
    given = dict(written)
    if given["kind"] == _BEFORE:
        given["kind"] = "invokesTool"
    if "values" in given:
        given["parameters"] = {value["parameter"]: {"equals": value["equals"]} for value in given.pop("values")}
    if _LITERAL.fullmatch(given.get("pattern", "")):
        given = {"kind": "answerContains", "text": given["pattern"]}
    if "text" in given:
        given["texts"] = [given.pop("text")]
    if times := {bound: given.pop(bound) for bound in _TIMES if bound in given}:
        given["times"] = times
    return given


def joined(written: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What is asked of one tool's parameters is asked of one call. What is written twice counts once, and so does a
    call that is asked for with its values as well.
    """
    found: list[dict[str, Any]] = []
    details: dict[str, dict[str, Any]] = {}
    for criterion in map(criterion_of, written):
        known = details.get(str(criterion.get("tool"))) if "parameters" in criterion else None
        if known is not None:
            known["parameters"].update(criterion["parameters"])
            continue
        if "parameters" in criterion:
            details[criterion["tool"]] = criterion
        if criterion not in found:
            found.append(criterion)
    return [each for each in found if each not in ({"kind": "invokesTool", "tool": tool} for tool in details)]


def _variants(tools: Sequence[ToolInContext], demand: str) -> Iterator[tuple[str, dict[str, Shape]]]:
    named = [tool for tool in tools if tool.name in demand] or tools
    if tools:
        yield from _calls([tool.name for tool in named], [tool.name for tool in tools], demand)
    for tool in named:
        if tool.parameters:
            value = an_object({"parameter": {"enum": tool.parameters}, "equals": a_text(80)})
            yield "toolParametersContain", {"tool": {"const": tool.name}, "values": a_list(value, 1, _MOST_VALUES)}
    yield "answerContains", {"text": a_text(80)}
    yield "answerDoesNotContain", {"text": a_text(80)}
    yield "answerMatches", {"pattern": a_text(80)}
    yield "respondsWithin", {"seconds": {"type": "number", "minimum": 1, "maximum": 86_400}}
    for kind in _BARE:
        yield kind, {}
    yield "satisfiesAssertion", {"assertion": a_text(200)}


def _calls(names: list[str], every: list[str], demand: str) -> Iterator[tuple[str, dict[str, Shape]]]:
    tool: Shape = {"enum": names}
    yield "invokesTool", {"tool": tool}
    for first in every:
        if later := [name for name in every if name != first and (first in names or name in names)]:
            yield _BEFORE, {"tool": {"const": first}, "before": {"enum": later}}
    counts = [int(count) for count in _COUNT.findall(demand) if 1 <= int(count) <= _MOST_CALLS]
    for bound in _TIMES if counts else ():
        yield "invokesTool", {"tool": tool, **one_of(bound, counts)}
    yield "doesNotInvokeTool", {"tool": tool}
    yield "doesNotInvokeTool", {"effect": {"const": "write"}}

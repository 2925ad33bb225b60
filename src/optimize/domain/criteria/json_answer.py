"""Reading an answer as exactly one JSON value (RFC 8259), the one rule for it."""

import json
import re
from typing import NamedTuple, NoReturn, cast

from pydantic import JsonValue

from optimize.domain.text import clean, shortened

DEPTH_LIMIT = 256
_NUMBER_LIMIT = 300
_BLANK = " \t\r\n"
_FENCE = re.compile(r"(?P<mark>`{3,}|~{3,})[^`\n]*\n(?P<inner>.*\n)?? {0,3}(?P=mark)[`~]*(?P<after>.*)", re.DOTALL)
# A text that never ends is taken to the end, else each quote in it would start the search anew.
_NESTING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_KINDS = {dict: "object", list: "array", str: "text", bool: "true or false", int: "number", float: "number"}


class NotJson(Exception):
    """Why a text is not one JSON value, as a clause after “The answer is not exactly one JSON value: ”."""


class JsonAnswer(NamedTuple):
    value: JsonValue
    fenced: bool

    def words(self) -> str:
        """`one JSON object, inside a fence`."""
        kind = _KINDS.get(type(self.value), "null")
        return f"one JSON {kind}{', inside a fence' if self.fenced else ''}"


def read_json(answer: str) -> JsonAnswer:
    """The one JSON value that `answer` is, optionally inside one fence that is all of it. A BOM is ignored.

    Raises NotJson that says what was found instead.
    """
    text = answer.strip(_BLANK + "\ufeff")
    if not text.startswith(("```", "~~~")):
        return JsonAnswer(_value(text), fenced=False)
    fence = _FENCE.fullmatch(text)
    if fence is None:
        raise NotJson("a fence is opened but not closed")
    if fence["after"].strip(_BLANK):
        raise NotJson(f"there is text after the fence: {_quoted(fence['after'])}")
    return JsonAnswer(_value((fence["inner"] or "").strip(_BLANK + "\ufeff")), fenced=True)


def _value(text: str) -> JsonValue:
    if not text:
        raise NotJson("there is nothing in it")
    _require_flat(text)
    try:
        value, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        raise NotJson(_complaint(text, error)) from error
    if text[end:].strip(_BLANK):
        raise NotJson(f"after the first JSON value there is more: {_quoted(text[end:])}")
    return cast(JsonValue, value)


def _require_flat(text: str) -> None:
    depth = 0
    for mark in _NESTING.finditer(text):
        if mark.group() in "[{":
            depth += 1
        elif mark.group() in "]}":
            depth -= 1
        if depth > DEPTH_LIMIT:
            raise NotJson(f"it is nested more than {DEPTH_LIMIT} levels deep")


def _complaint(text: str, error: json.JSONDecodeError) -> str:
    opening = re.search(r"[\[{]|```", text)
    if error.pos == 0 and opening is not None and opening.start() > 0:
        return f"there is text before the JSON: {_quoted(text[: opening.start()])}"
    if error.pos == 0:
        return f"it is plain text: {_quoted(text)}"
    found = text[error.pos : error.pos + 40]
    what = f"found {_quoted(found)}" if found.strip() else "the text ends there"
    return f"line {error.lineno}, column {error.colno}: {error.msg.removesuffix(' at').lower()}, {what}"


def _quoted(text: str) -> str:
    return f"“{shortened(clean(text), 80)}”"


def _constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not JSON")


def _integer(digits: str) -> int:
    if len(digits) > _NUMBER_LIMIT:
        raise NotJson(f"a number has more than {_NUMBER_LIMIT} digits")
    return int(digits)


def _decimal(digits: str) -> int | float:
    number = float(digits)
    if abs(number) == float("inf"):
        raise NotJson(f"the number {shortened(digits, 40)} is too large to be read")
    # JSON does not tell 1.0 from 1, and JSON Schema says that both are whole numbers.
    return int(number) if number.is_integer() else number


_DECODER = json.JSONDecoder(parse_constant=_constant, parse_int=_integer, parse_float=_decimal)

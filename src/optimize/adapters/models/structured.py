"""A model's answer as one JSON object that fits a schema, or a sentence saying why it is not.

Read: the whole answer; the inside of one Markdown fence; the only object inside other text. Two objects, a cut-off one,
single quotes or NaN are not guessed at.
"""

import json
import re
from typing import TYPE_CHECKING, Any, NoReturn

from optimize.domain.late_import import LateImport
from optimize.domain.text import shortened

if TYPE_CHECKING:
    import jsonschema
else:
    jsonschema = LateImport("jsonschema")

_FENCE = re.compile(r"```[A-Za-z]*\s*\n(.*?)\n?\s*```", re.DOTALL)


def read_object(text: str, schema: dict[str, Any]) -> tuple[dict[str, Any] | None, str | None]:
    """`(object, None)` or `(None, problem)`."""
    found, problem = _object(text.lstrip("\ufeff").strip())
    if found is None:
        return None, problem
    misfit = _misfit(found, schema)
    return (None, misfit) if misfit else (found, None)


def _object(text: str) -> tuple[dict[str, Any] | None, str | None]:
    if not text:
        return None, "The answer was empty."
    fenced = _FENCE.findall(text)
    candidates = [text, *fenced] if len(fenced) == 1 else [text]
    for candidate in candidates:
        value = _whole(candidate)
        if isinstance(value, dict):
            return value, None
    inside = _inside(text)
    if len(inside) == 1:
        return inside[0], None
    if inside:
        return None, f"The answer held {len(inside)} JSON objects instead of one: {shortened(text)}"
    return None, f"The answer was not a readable JSON object: {shortened(text)}"


def _whole(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _inside(text: str) -> list[dict[str, Any]]:
    """The outermost objects in a text, in order; an object that cannot be read ends the search."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    found: list[dict[str, Any]] = []
    start = text.find("{")
    while start >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            return []
        found.append(value)
        start = text.find("{", end)
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _misfit(value: dict[str, Any], schema: dict[str, Any]) -> str | None:
    errors = jsonschema.Draft202012Validator(schema).iter_errors(value)
    error = next(iter(sorted(errors, key=lambda e: list(map(str, e.path)))), None)
    if error is None:
        return None
    where = ".".join(str(step) for step in error.absolute_path) or "the answer"
    return f"The answer does not fit what was asked for: {where}: {shortened(error.message)}"


def is_closed(schema: Any) -> bool:
    """Whether every object in a schema names all of its fields as required: what "strict" servers ask for."""
    if isinstance(schema, list):
        return all(is_closed(item) for item in schema)
    if not isinstance(schema, dict):
        return True
    if "properties" in schema:
        required = set(schema.get("required", ()))
        if schema.get("additionalProperties") is not False or required != set(schema["properties"]):
            return False
    return all(is_closed(value) for value in schema.values())

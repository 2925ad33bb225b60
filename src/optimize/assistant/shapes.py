"""JSON Schemas that a small model can be held to: nothing in them is long, every field stands in a fixed order."""

from collections.abc import Mapping, Sequence
from typing import Any

Shape = dict[str, Any]


def an_object(fields: Mapping[str, Shape], *, without: Sequence[str] = ()) -> Shape:
    """`without`: those that may be left out."""
    required = [name for name in fields if name not in without]
    return {"type": "object", "properties": dict(fields), "required": required, "additionalProperties": False}


def a_text(longest: int) -> Shape:
    return {"type": "string", "minLength": 1, "maxLength": longest}


def a_list(items: Shape, least: int, most: int) -> Shape:
    return {"type": "array", "minItems": least, "maxItems": most, "items": items}


def one_of(name: str, values: Sequence[float] | Sequence[str]) -> dict[str, Shape]:
    """The field, if there is any value to choose."""
    return {name: {"enum": list(dict.fromkeys(values))}} if values else {}

"""What agents, tools and models hand us, turned into JSON that every store, parser and page accepts."""

import json
import math
from typing import Any

from pydantic import JsonValue
from pydantic_core import PydanticSerializationError, to_jsonable_python

from optimize.domain.text import clean

FIELD_LIMIT = 2_000_000
"""Longest recorded field, in characters of JSON."""
_DEEPEST = 100


def recorded(value: Any) -> JsonValue:
    """`value` as JSON with cleaned texts; what JSON cannot carry (NaN, foreign objects) becomes readable text."""
    return _recorded(value, 0)


def _recorded(value: Any, depth: int) -> JsonValue:
    if depth > _DEEPEST:
        return "⟦nested too deeply⟧"
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {clean(str(key)): _recorded(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_recorded(item, depth + 1) for item in value]
    return _recorded(_foreign(value), depth + 1)


def _foreign(value: Any) -> Any:
    try:
        return to_jsonable_python(value, inf_nan_mode="strings")
    except (PydanticSerializationError, UnicodeError, ValueError):
        return repr(value)


def cut(text: str, limit: int = FIELD_LIMIT) -> str:
    """`text`, or its beginning and a visible mark that says how much is missing."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}⟦cut here: {len(text):,} characters, {limit:,} kept⟧"


def length(value: JsonValue) -> int:
    """Characters of a value as JSON, of a text without its quotes."""
    return len(value) if isinstance(value, str) else len(json.dumps(value, ensure_ascii=False))


def fitted(value: JsonValue, limit: int = FIELD_LIMIT) -> JsonValue:
    """`value`, or, if it is longer than `limit`, the beginning of it as text with a visible mark."""
    if isinstance(value, str):
        return cut(value, limit)
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= limit else cut(text, limit)

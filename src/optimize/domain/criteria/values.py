"""How two JSON values are compared: 1 = 1.0 = "1", true = "true", texts by the one rule of text matching."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from math import isfinite
from typing import cast

from pydantic import JsonValue

from optimize.domain.text import clean, fold, shortened

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST_NUMBER = 64


def as_number(value: JsonValue) -> Decimal | None:
    """The number a value is, or is written as; None for anything else. Exact in decimal: 0.1 is 0.1."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int) and value.bit_length() > 1_024:
        return None
    text = fold(value) if isinstance(value, str) else repr(value)
    if isinstance(value, str) and (len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text)):
        return None
    number = Decimal(text)
    return number if isfinite(float(number)) else None


def equal(one: JsonValue, other: JsonValue, *, case_sensitive: bool) -> bool:
    """Whether two values say the same. Two texts are compared as texts, so "007" is not "7"."""
    if isinstance(one, str) and isinstance(other, str):
        return fold(one, case_sensitive=case_sensitive) == fold(other, case_sensitive=case_sensitive)
    if isinstance(one, list | dict) or isinstance(other, list | dict):
        return _equal_parts(one, other, case_sensitive)
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return _word(one) == _word(other)
    number = as_number(one)
    return number is not None and number == as_number(other)


def _equal_parts(one: JsonValue, other: JsonValue, case_sensitive: bool) -> bool:
    one, other = _unwrapped(one), _unwrapped(other)
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(equal(a, b, case_sensitive=case_sensitive) for a, b in pairs)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            equal(one[key], other[key], case_sensitive=case_sensitive) for key in one
        )
    return False


def _unwrapped(value: JsonValue) -> JsonValue:
    """A list or object that was written as JSON text, as a filled-in attribute is."""
    if not isinstance(value, str):
        return value
    try:
        return cast(JsonValue, json.loads(value))
    except (ValueError, RecursionError):
        return value


def _word(value: JsonValue) -> JsonValue:
    """true and false as text, so that `true` equals "true", and 1 does not."""
    if isinstance(value, bool):
        return json.dumps(value)
    return fold(value) if isinstance(value, str) else value


def texts_in(value: JsonValue) -> Iterator[str]:
    """Every text and number that stands in a value, nested ones too, as text."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
        elif item is not None:
            yield from _as_texts(item)


def _as_texts(item: JsonValue) -> Iterator[str]:
    if isinstance(item, str):
        yield item
        return
    yield json.dumps(item)
    number = as_number(item)
    if isinstance(item, float) and number is not None and number == number.to_integral_value():
        yield f"{number:.0f}"


def shown(value: JsonValue, limit: int = 80) -> str:
    """A value in a reason: texts in quotation marks, anything else as JSON."""
    if isinstance(value, str):
        return f"“{shortened(clean(value), limit)}”"
    return shortened(clean(json.dumps(value, ensure_ascii=False)), limit)

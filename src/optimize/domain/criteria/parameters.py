"""The types of parameters that several criteria share, and what they refuse when a test is written."""

from math import isfinite
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, StringConstraints

from optimize.domain.text import fold

TEXT_LIMIT = 4_000
LIST_LIMIT = 50
JSON_DEPTH = 64
JSON_ENTRIES = 1_000
WHOLE_NUMBER_LIMIT = 2**53


def storable(text: str) -> str:
    """`text`, unless it holds NUL or half of a surrogate pair: no store, page or canonical form accepts those."""
    if "\0" in text or any(0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise ValueError("holds a character that cannot be stored (NUL or half of a surrogate pair); remove it")
    return text


def _storable_if_text(value: Any) -> Any:
    return storable(value) if isinstance(value, str) else value


Storable = BeforeValidator(_storable_if_text)
"""Refuses what no store accepts before pydantic does, in words that say what to change."""


def _not_blank(text: str) -> str:
    if not fold(text):
        raise ValueError("is blank; write the text that is meant")
    return text


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def checked_json(value: Any) -> Any:
    """`value`, unless it is too deep, too big, or holds what JSON or its canonical form (RFC 8785) cannot."""
    pending: list[tuple[Any, int]] = [(value, 1)]
    entries = 0
    while pending:
        item, depth = pending.pop()
        entries += 1
        if depth > JSON_DEPTH:
            raise ValueError(f"is nested more than {JSON_DEPTH} levels deep")
        if entries > JSON_ENTRIES:
            raise ValueError(f"has more than {JSON_ENTRIES:,} entries")
        _checked_scalar(item)
        pending.extend((inner, depth + 1) for inner in _inner(item))
    return value


def _inner(item: Any) -> list[Any]:
    if isinstance(item, dict):
        for key in item:
            _checked_scalar(key)
        return list(item.values())
    return list(item) if isinstance(item, list | tuple) else []


def _checked_scalar(item: Any) -> None:
    if isinstance(item, str):
        if len(storable(item)) > TEXT_LIMIT:
            raise ValueError(f"holds a text of more than {TEXT_LIMIT:,} characters")
    elif isinstance(item, int) and abs(item) > WHOLE_NUMBER_LIMIT:
        raise ValueError("holds a whole number beyond 2^53, which JSON readers round; write it as text")
    elif isinstance(item, float) and not isfinite(item):
        raise ValueError("holds a number that is not finite, which JSON cannot hold")


Text = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=TEXT_LIMIT),
    Storable,
    AfterValidator(_not_blank),
]
Texts = Annotated[tuple[Text, ...], Field(min_length=1, max_length=LIST_LIMIT), BeforeValidator(_listed)]
"""One text or several; a single text may be written without the list."""

JsonParameter = Annotated[JsonValue, BeforeValidator(checked_json)]
CaseSensitive = Annotated[bool, Field(strict=True, description="Whether capital and small letters count as different.")]

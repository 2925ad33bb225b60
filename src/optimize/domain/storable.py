"""Text and JSON that every store, page and canonical form accepts; the rest is refused in words that say why."""

from collections.abc import Callable
from math import isfinite
from typing import Any

from pydantic import BeforeValidator

JSON_DEPTH = 64
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


def json_within(*, text: int = 4_000, entries: int = 1_000) -> BeforeValidator:
    """Refuses JSON that is too deep, too big, or holds what its canonical form (RFC 8785) cannot.

    `text`: characters of one text or key. `entries`: values in all, nested ones included.
    """

    def checked(value: Any) -> Any:
        pending: list[tuple[Any, int]] = [(value, 1)]
        seen = 0
        while pending:
            item, depth = pending.pop()
            seen += 1
            if depth > JSON_DEPTH:
                raise ValueError(f"is nested more than {JSON_DEPTH} levels deep")
            if seen > entries:
                raise ValueError(f"has more than {entries:,} entries")
            _require_scalar(item, text)
            pending.extend((inner, depth + 1) for inner in _inner(item, text))
        return value

    return BeforeValidator(checked)


def _inner(item: Any, limit: int) -> list[Any]:
    if isinstance(item, dict):
        for key in item:
            _require_scalar(key, limit)
        return list(item.values())
    return list(item) if isinstance(item, list | tuple) else []


def _require_scalar(item: Any, limit: int) -> None:
    check = _CHECKS.get(type(item))
    if check is not None:
        check(item, limit)


def _require_text(item: str, limit: int) -> None:
    if len(storable(item)) > limit:
        raise ValueError(f"holds a text of more than {limit:,} characters")


def _require_whole(item: int, _: int) -> None:
    if abs(item) > WHOLE_NUMBER_LIMIT:
        raise ValueError("holds a whole number beyond 2^53, which JSON readers round; write it as text")


def _require_finite(item: float, _: int) -> None:
    if not isfinite(item):
        raise ValueError("holds a number that is not finite, which JSON cannot hold")


_CHECKS: dict[type, Callable[[Any, int], None]] = {str: _require_text, int: _require_whole, float: _require_finite}

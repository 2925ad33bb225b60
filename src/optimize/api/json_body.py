"""JSON as we take it from outside: bounded in depth and width, plain numbers, text that every store accepts."""

import json
import math
from typing import Any, Final, NoReturn

from optimize.domain.errors import Invalid
from optimize.domain.text import clean

DEEPEST: Final = 64
MOST_KEYS: Final = 1_000
_LARGEST: Final = 2**53


def require_plain_json(text: str | bytes) -> Any:
    """The value of a JSON text. Raises Invalid `bad_json` with what is wrong with it."""
    try:
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise _bad(f"This is not valid JSON: {error}") from error
    _require_plain(value)
    return value


def _require_plain(root: Any) -> None:
    waiting: list[tuple[Any, int]] = [(root, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise _too_deep()
        match value:
            case str():
                _require_text(value)
            case bool():
                pass
            case int() | float():
                _require_number(value)
            case dict():
                if len(value) > MOST_KEYS:
                    raise _bad(f"An object may have at most {MOST_KEYS:,} keys.")
                waiting.extend((key, depth) for key in value)
                waiting.extend((item, depth + 1) for item in value.values())
            case list():
                waiting.extend((item, depth + 1) for item in value)


def _require_text(text: str) -> None:
    if clean(text) != text:
        raise _bad("The text contains characters that cannot be stored (NUL, or half of a surrogate pair).")


def _require_number(value: float) -> None:
    if not math.isfinite(value) or (isinstance(value, int) and abs(value) > _LARGEST):
        raise _bad("Numbers must be finite, and whole numbers at most 2^53; send larger ones as text.")


def _no_number(name: str) -> NoReturn:
    raise _bad(f"{name} is not a JSON number.")


def _too_deep() -> Invalid:
    return _bad(f"This JSON is nested deeper than {DEEPEST} levels.")


def _bad(detail: str) -> Invalid:
    return Invalid("bad_json", detail)

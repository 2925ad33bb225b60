"""Where an argument of a call stands: `payment.items[0].amount`, `items[*].sku`, `["a key"]`."""

import re
from typing import Annotated

from pydantic import AfterValidator, JsonValue, StringConstraints

from optimize.domain.storable import Storable

PATH_LIMIT = 300
_STEP = re.compile(
    r"""
    \. (?P<name> [^.\[\]{}"\s] (?: [^.\[\]{}"]* [^.\[\]{}"\s] )? )
    | \[ (?: (?P<index> [0-9]{1,6} | \* ) | "(?P<key> [^"]+ )" ) \]
    """,
    re.VERBOSE,
)

Step = str | int | None
"""A key, an index, or None for every element (`[*]`)."""


def steps(path: str) -> tuple[Step, ...]:
    """The steps of a path. Raises ValueError that says where it cannot be read."""
    rest = path.removeprefix("$") if path.startswith(("$.", "$[")) else path if path.startswith("[") else f".{path}"
    found: list[Step] = []
    while rest:
        step = _STEP.match(rest)
        if step is None:
            raise ValueError(
                f"the path “{path}” cannot be read at position {max(1, len(path) - len(rest) + 1)}; "
                'write it like payment.items[0].amount, items[*].sku or ["a key"]'
            )
        found.append(_step(step))
        rest = rest[step.end() :]
    return tuple(found)


def _step(match: re.Match[str]) -> Step:
    index = match["index"]
    if index is not None:
        return None if index == "*" else int(index)
    return match["name"] or match["key"]


def top_of(path: str) -> str:
    """The name of the argument that a path leads into."""
    return str(steps(path)[0])


def values_at(arguments: JsonValue, path: str) -> list[JsonValue]:
    """Every value that stands at `path`; empty if the argument is absent."""
    values = [arguments]
    for step in steps(path):
        values = [inner for value in values for inner in _inner(value, step)]
    return values


def _inner(value: JsonValue, step: Step) -> list[JsonValue]:
    if isinstance(step, str):
        return [value[step]] if isinstance(value, dict) and step in value else []
    if not isinstance(value, list):
        return []
    return value if step is None else value[step : step + 1]


def _checked(path: str) -> str:
    if not isinstance(steps(path)[0], str):
        raise ValueError(f"the path “{path}” must begin with the name of an argument")
    return path


ArgumentPath = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=PATH_LIMIT),
    Storable,
    AfterValidator(_checked),
]

"""Which tests of an agent are listed, and in which order."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from pydantic import JsonValue

from optimize.application.views import TestView
from optimize.domain.errors import Invalid
from optimize.domain.text import fold

ATTRIBUTE: Final = "attribute."
_BY_FIELD: Final = ("name", "created_at")
_SortKey: TypeAlias = tuple[int, float, str]


def with_attributes(tests: Sequence[TestView], wanted: Mapping[str, Sequence[str]]) -> list[TestView]:
    """Those whose attributes (dotted paths) have the wanted values; several values of one path are alternatives."""
    return [
        test
        for test in tests
        if all(_text(attribute(test, path)) in [fold(value) for value in values] for path, values in wanted.items())
    ]


def in_order(tests: Sequence[TestView], sort: str | None) -> list[TestView]:
    """By `name`, `created_at` or `attribute.<path>`, with a leading `-` from the other end; without one as they came.

    Raises Invalid `bad_sort`. Tests without the attribute come last either way.
    """
    if not sort:
        return list(tests)
    descending, field = sort.startswith("-"), sort.removeprefix("-")
    if field not in _BY_FIELD and not (field.startswith(ATTRIBUTE) and field.removeprefix(ATTRIBUTE)):
        raise _bad_sort(sort)
    keyed = [(_key(test, field), test) for test in tests]
    known = [pair for pair in keyed if pair[0] is not None]
    ordered = sorted(known, key=lambda pair: pair[0] or (0, 0.0, ""), reverse=descending)
    return [test for _, test in ordered] + [test for key, test in keyed if key is None]


def attribute(test: TestView, path: str) -> JsonValue:
    """The value at a dotted path; None if there is none."""
    value: JsonValue = test.attributes
    for name in path.split("."):
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return value


def _key(test: TestView, field: str) -> _SortKey | None:
    if field == "name":
        return (1, 0.0, fold(test.name))
    if field == "created_at":
        return (0, test.created_at.timestamp(), test.id)
    value = attribute(test, field.removeprefix(ATTRIBUTE))
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return (0, float(value), "")
    return (1, 0.0, _text(value))


def _text(value: JsonValue) -> str:
    """A value as it is written in an address: `3`, `true`, `London`."""
    return fold(str(value).lower() if isinstance(value, bool) else str(value))


def _bad_sort(sort: str) -> Invalid:
    return Invalid("bad_sort", f"Sort by name, created_at or attribute.<name>, not by {sort[:60]}.", field="sort")

"""Checking a value against a JSON Schema that a person wrote: patterns by re2, no remote references, bounded work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from optimize.domain.criteria.pattern import compiled, effort, found
from optimize.domain.errors import Invalid
from optimize.domain.late_import import LateImport
from optimize.domain.template import has_placeholder
from optimize.domain.text import clean, shortened

if TYPE_CHECKING:
    import jsonschema
    import referencing
    from jsonschema import exceptions
    from referencing import jsonschema as specifications
else:
    jsonschema, exceptions = LateImport("jsonschema"), LateImport("jsonschema.exceptions")
    referencing, specifications = LateImport("referencing"), LateImport("referencing.jsonschema")

STEPS_ALLOWED = 200_000
"""What one check may cost: a keyword applied to a value is a step, and so is each part of either; about a second."""
REFERENCE = 40
SEARCH = 10
COMPLAINT = 10
LETTERS_PER_STEP = 50
_EFFORT_PER_STEP = 500
_REFUSED = {
    "unevaluatedProperties": "use additionalProperties",
    "unevaluatedItems": "use items",
    "$dynamicRef": "use $ref",
    "$recursiveRef": "use $ref",
}
_DRAFTS = ("Draft4", "Draft6", "Draft7", "Draft201909", "Draft202012")
_SAMPLES: tuple[JsonValue, ...] = (None, True, 0, "", [], {})


class CannotCheck(Exception):
    """The schema cannot be applied; the text says why, as a clause."""


class Work:
    """Counts the steps of one check, so that no schema and no answer can go on without end."""

    def __init__(self) -> None:
        self.steps = 0

    def spend(self, steps: int) -> None:
        """Raises CannotCheck once the steps are used up."""
        self.steps += steps
        if self.steps > STEPS_ALLOWED:
            raise CannotCheck("the schema and the value together ask for too many steps")


def checked_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema`, unless it is no JSON Schema, or one that cannot be followed. Raises ValueError with the reason."""
    parts = list(_objects(schema))
    for part in parts:
        _check_part(part)
    try:
        _dialect(schema).check_schema(schema, format_checker=jsonschema.FormatChecker(()))
        for sample in _SAMPLES:
            first_error(schema, sample)
        for reference in filter(None, map(_reference, parts)):
            _require_target(schema, reference)
    except jsonschema.SchemaError as error:
        raise ValueError(f"the schema is not valid at {error.json_path}: {shortened(error.message)}") from error
    except RecursionError as error:
        raise ValueError("the schema is nested too deeply") from error
    except referencing.exceptions.Unresolvable as error:
        raise ValueError(f"“$ref” points to something that is not in the schema: {error.ref}") from error
    except CannotCheck as error:
        raise ValueError(str(error)) from error
    return schema


def first_error(schema: dict[str, Any], value: JsonValue) -> str | None:
    """Where and why `value` does not fit, as `$.items[0].amount: “x” is not of type 'number'`; None if it fits.

    Raises CannotCheck if its references lead nowhere, or if it would take more than STEPS_ALLOWED steps.
    """
    try:
        error = exceptions.best_match(_checker(schema).iter_errors(value))
    except RecursionError as recursion:
        raise CannotCheck("the schema or the value is nested too deeply, or the schema refers to itself") from recursion
    except referencing.exceptions.Unresolvable as missing:
        raise CannotCheck(f"the schema refers to something that is not in it: {missing.ref}") from missing
    except Invalid as refused:
        raise CannotCheck(refused.detail) from refused
    return None if error is None else shortened(clean(f"{error.json_path}: {_said(error)}"), 300)


def _said(error: Any) -> str:
    """The error with a long value cut, so that what is wrong with it can still be read."""
    value = repr(error.instance)
    return str(error.message).replace(value, shortened(value, 120))


def _dialect(schema: dict[str, Any]) -> Any:
    if "$schema" not in schema:
        return jsonschema.Draft202012Validator
    name = str(schema["$schema"]).rstrip("#")
    if name not in _dialects():
        raise ValueError(f"“$schema” must be one of {', '.join(_dialects())}")
    return _dialects()[name]


@cache
def _dialects() -> dict[str, Any]:
    drafts = [getattr(jsonschema, f"{draft}Validator") for draft in _DRAFTS]
    return {draft.META_SCHEMA["$schema"].rstrip("#"): draft for draft in drafts}


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    pending = [schema]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            yield part
            pending.extend(part.values())
        elif isinstance(part, list):
            pending.extend(part)


def _check_part(part: dict[str, Any]) -> None:
    for word, instead in _REFUSED.items():
        if word in part:
            raise ValueError(f"{word} is not supported; {instead}")
    reference = _reference(part)
    if reference is not None and not reference.startswith("#"):
        raise ValueError(f"“$ref” may only point into the schema itself (#/…), not to {shortened(reference)}")
    for pattern in _patterns(part):
        if has_placeholder(pattern):
            raise ValueError("a pattern of a schema cannot hold a placeholder")
        compiled(pattern)


def _require_target(schema: dict[str, Any], reference: str) -> None:
    """Raise Unresolvable if `reference` points to nothing."""
    resource = referencing.Resource.from_contents(
        schema, specifications.specification_with(_dialect(schema).META_SCHEMA["$schema"])
    )
    address = resource.id() or ""
    referencing.Registry().with_resource(address, resource).resolver(address).lookup(reference)


def _reference(part: dict[str, Any]) -> str | None:
    reference = part.get("$ref")
    return reference if isinstance(reference, str) else None


def _patterns(part: dict[str, Any]) -> Iterator[str]:
    if isinstance(part.get("pattern"), str):
        yield part["pattern"]
    if isinstance(part.get("patternProperties"), dict):
        yield from part["patternProperties"]


def _checker(schema: dict[str, Any]) -> Any:
    """A checker whose keywords are ours where the library's would backtrack or fetch, and all of them counted."""
    dialect = _dialect(schema)
    work = Work()
    own = {
        "pattern": partial(_pattern, work),
        "patternProperties": partial(_pattern_properties, work),
        "additionalProperties": partial(_additional_properties, work),
        "uniqueItems": _unique_items,
    }
    counted = {word: partial(_counted, work, follow, word) for word, follow in {**dialect.VALIDATORS, **own}.items()}
    extend: Any = jsonschema.validators.extend
    return extend(dialect, counted)(schema, registry=referencing.Registry())


def _counted(
    work: Work, keyword: Any, word: str, validator: Any, wanted: Any, instance: Any, part: Any
) -> Iterator[jsonschema.ValidationError]:
    work.spend(REFERENCE if word == "$ref" else 1 + _size(wanted) + _size(instance))
    for error in keyword(validator, wanted, instance, part) or ():
        # An error quotes the value: a long value and many errors are long texts many times over.
        work.spend(COMPLAINT + len(error.message) // LETTERS_PER_STEP)
        yield error


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value) // LETTERS_PER_STEP
    if isinstance(value, list):
        # `false` stands for a complaint about every value.
        return len(value) + COMPLAINT * value.count(False)
    return len(value) if isinstance(value, dict) else 0


def _pattern(
    work: Work, _validator: Any, pattern: str, instance: Any, _part: Any
) -> Iterator[jsonschema.ValidationError]:
    if isinstance(instance, str) and not _matches(work, pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(
    work: Work, validator: Any, patterns: Any, instance: Any, _part: Any
) -> Iterator[jsonschema.ValidationError]:
    for pattern, inner in patterns.items() if isinstance(instance, dict) else ():
        for key, value in instance.items():
            if _matches(work, pattern, key):
                yield from validator.descend(value, inner, path=key, schema_path=pattern)


def _additional_properties(
    work: Work, validator: Any, inner: Any, instance: Any, part: Any
) -> Iterator[jsonschema.ValidationError]:
    if not isinstance(instance, dict):
        return
    named, patterns = part.get("properties", {}), part.get("patternProperties", {})
    for key in instance:
        if key in named or any(_matches(work, pattern, key) for pattern in patterns):
            continue
        if inner is False:
            yield jsonschema.ValidationError(f"{shortened(repr(key))} is not one of the properties that are allowed")
        else:
            yield from validator.descend(instance[key], inner, path=key)


def _matches(work: Work, pattern: str, text: str) -> bool:
    work.spend(SEARCH + effort(pattern, text) // _EFFORT_PER_STEP)
    return found(pattern, text) is not None


def _unique_items(_validator: Any, wanted: Any, instance: Any, _part: Any) -> Iterator[jsonschema.ValidationError]:
    if not wanted or not isinstance(instance, list):
        return
    if len({json.dumps(item, sort_keys=True) for item in instance}) < len(instance):
        yield jsonschema.ValidationError(f"{instance!r} has items that are equal")

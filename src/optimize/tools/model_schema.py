"""The arguments of a tool as a model is told of them: what pydantic says, without what says nothing.

Every call carries the schemas of all tools, and a small model has room for few tokens.
"""

from collections.abc import Mapping
from typing import Any, Final

_SILENT: Final = frozenset({"title", "discriminator"})
_NAMED: Final = ("properties", "$defs")
_NULL: Final = {"type": "null"}
_EITHER: Final[Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "doesNotInvokeTool": (("tool", ("effect",)), ("effect", ("tool",))),
    "answerContains": (("texts", ()), ("any_of", ("texts",))),
    "toolParametersContain": (("parameters", ()), ("anywhere", ("parameters",))),
}
"""Kind → its variants: the field that each has to have, and those that it has not. Told in words alone, a model that is
held to the schema writes both, or none.
"""


def plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The same values are allowed, but for `null`, which may be left out instead; a `kind` has to be given."""
    said = {key: _plain(key, value) for key, value in schema.items() if key not in _SILENT}
    if "oneOf" in said:
        said["anyOf"] = said.pop("oneOf")
    if "anyOf" in said:
        options = [option for option in said.pop("anyOf") if option != _NULL]
        said = {**options[0], **said} if len(options) == 1 else {**said, "anyOf": options}
    if not said.get("default"):
        said.pop("default", None)
    fixed = [name for name, part in said.get("properties", {}).items() if "const" in part and part.pop("default", None)]
    if fixed:
        said["required"] = [*fixed, *(name for name in said.get("required", ()) if name not in fixed)]
    kind = said.get("properties", {}).get("kind", {}).get("const")
    return _in_variants(said, _EITHER[kind]) if kind in _EITHER else said


def _in_variants(said: dict[str, Any], variants: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, Any]:
    described = {"description": said.pop("description")} if "description" in said else {}
    return described | {"anyOf": [_variant(said, field, without) for field, without in variants]}


def _variant(said: dict[str, Any], field: str, without: tuple[str, ...]) -> dict[str, Any]:
    fields = {name: part for name, part in said["properties"].items() if name not in without}
    if "additionalProperties" in fields[field]:
        fields[field] = {**fields[field], "minProperties": 1}
    required = [*said["required"], *([] if field in said["required"] else [field])]
    return {**said, "properties": fields, "required": required}


def _plain(key: str, value: Any) -> Any:
    if key in _NAMED:
        return {name: plain(part) for name, part in value.items()}
    if key in ("default", "const", "enum", "required"):
        return value
    if isinstance(value, Mapping):
        return plain(value)
    return [plain(part) if isinstance(part, Mapping) else part for part in value] if isinstance(value, list) else value

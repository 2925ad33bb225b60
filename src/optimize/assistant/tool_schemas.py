"""The tools as the assistant's model is told of them, for one agent."""

from functools import lru_cache
from typing import Any, Final

from pydantic import TypeAdapter

from optimize.domain.agent_definition import ToolName
from optimize.tools import TOOLS

_TOOL_NAME: Final = TypeAdapter(ToolName).json_schema()["pattern"]
_MOST_NAMED: Final = 100
_LONGEST_TEXT: Final = 300
_LONGEST_LIST: Final = 5


@lru_cache(maxsize=64)
def schemas_for(agent_tools: tuple[str, ...]) -> list[dict[str, Any]]:
    """Where a tool of the agent is named, only one that it has can be; any name, if none are told."""
    schemas = [tool.schema() for tool in TOOLS.values()]
    named = 0 < len(agent_tools) <= _MOST_NAMED
    return [_named(schema, list(agent_tools)) for schema in schemas] if named else schemas


def bounded_parameters(tool: str, agent_tools: tuple[str, ...]) -> dict[str, Any]:
    """The arguments of one tool, nothing in them long: a model that is held to them must come to an end."""
    [schema] = [s["function"]["parameters"] for s in schemas_for(agent_tools) if s["function"]["name"] == tool]
    bounded: dict[str, Any] = _bounded(schema)
    return {"properties": {}, **bounded}


def _bounded(part: Any) -> Any:
    if isinstance(part, list):
        return [_bounded(item) for item in part]
    if not isinstance(part, dict):
        return part
    most = {"string": ("maxLength", _LONGEST_TEXT), "array": ("maxItems", _LONGEST_LIST)}.get(str(part.get("type")))
    found = {key: _bounded(value) for key, value in part.items()}
    if most and "enum" not in part and "const" not in part:
        found[most[0]] = min(most[1], found.get(most[0], most[1]))
    return found


def _named(part: Any, names: list[str]) -> Any:
    if isinstance(part, list):
        return [_named(item, names) for item in part]
    if not isinstance(part, dict):
        return part
    if part.get("pattern") == _TOOL_NAME:
        return {key: value for key, value in part.items() if key != "pattern"} | {"enum": names}
    return {key: _named(value, names) for key, value in part.items()}

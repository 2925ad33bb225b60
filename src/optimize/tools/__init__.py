"""The assistant's tools. Every module beside this one that holds a tool with a `name` belongs to them.

`TOOLS` maps name to tool; the chat and the MCP server offer the same ones, word for word.
"""

from importlib import import_module
from inspect import isabstract
from pkgutil import iter_modules
from typing import Any

from optimize.tools.base import Tool


def _discovered() -> dict[str, Tool[Any]]:
    found: dict[str, Tool[Any]] = {}
    for info in iter_modules(__path__):
        for member in vars(import_module(f"{__name__}.{info.name}")).values():
            if isinstance(member, type) and issubclass(member, Tool) and not isabstract(member):
                found[member.name] = member()
    return dict(sorted(found.items()))


TOOLS: dict[str, Tool[Any]] = _discovered()

"""How the offline assistant tells what a tool returned: each module beside this one tells the tools in its `TOOLS`."""

from importlib import import_module
from pkgutil import iter_modules

from optimize.adapters.models.offline.replies.teller import Teller


def _discovered() -> dict[str, Teller]:
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    return {tool: module.lines for module in modules for tool in module.TOOLS}


TELLERS: dict[str, Teller] = _discovered()
"""Tool name → what tells its `ok` result."""

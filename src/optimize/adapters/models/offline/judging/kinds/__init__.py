"""What the offline judge can prove: each module beside this one decides the kinds of criteria in its `KINDS`."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from optimize.adapters.models.offline.judging.case import Case
from optimize.adapters.models.offline.judging.finding import Finding

Decide = Callable[[Case], Finding]


def _discovered() -> dict[str, Decide]:
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    return {kind: module.decide for module in modules for kind in module.KINDS}


DECIDERS: dict[str, Decide] = _discovered()
"""Kind of criterion → what decides it."""

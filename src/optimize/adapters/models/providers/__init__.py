"""The providers of models: every module beside this one that holds a `Provider` with a prefix belongs to the family."""

from importlib import import_module
from inspect import isabstract
from pkgutil import iter_modules

from optimize.adapters.models.providers.base import Provider


def _discovered() -> dict[str, type[Provider]]:
    found: dict[str, type[Provider]] = {}
    for info in iter_modules(__path__):
        for member in vars(import_module(f"{__name__}.{info.name}")).values():
            if isinstance(member, type) and issubclass(member, Provider) and not isabstract(member):
                found[member.prefix] = member
    return dict(sorted(found.items()))


PROVIDERS: dict[str, type[Provider]] = _discovered()
"""Prefix → provider, e.g. `openai` → `OpenAI`."""

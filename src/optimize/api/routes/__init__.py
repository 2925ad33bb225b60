"""The routes. Every module beside this one holds the `router` of one noun."""

from importlib import import_module
from pkgutil import iter_modules

from fastapi import APIRouter


def routers() -> list[APIRouter]:
    """All of them, by the name of their module."""
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    return [module.router for module in modules]

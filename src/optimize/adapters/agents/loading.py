"""The owner's Python code, imported only where the operator allowed its module."""

import asyncio
import functools
import inspect
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from optimize.application.ports.agent_under_test import Implementation
from optimize.domain.errors import Forbidden, Invalid


def load(reference: str, allowed: frozenset[str]) -> Callable[..., Any]:
    """The callable named `module:attribute`.

    Raises Forbidden `module_not_allowed`, or Invalid `agent_not_loadable` with the cause.
    """
    module, separator, attribute = reference.partition(":")
    if not (module and separator and attribute):
        raise Invalid("agent_not_loadable", f"“{reference}” must be written module:attribute.", reference=reference)
    if module not in allowed:
        raise Forbidden(
            "module_not_allowed",
            f"Code from “{module}” may run only if the operator allows this module with OPTIMIZE_ALLOW_MODULES.",
            module=module,
        )
    return _attribute(module, attribute)


def _attribute(module: str, attribute: str) -> Callable[..., Any]:
    if os.getcwd() not in sys.path:  # an installed command, unlike python -m, does not look where it was started
        sys.path.append(os.getcwd())
    try:
        found: Callable[..., Any] = getattr(import_module(module), attribute)
    except Exception as error:  # importing runs the owner's code, which can raise anything
        raise Invalid(
            "agent_not_loadable", f"“{module}:{attribute}” could not be loaded: {error}", module=module
        ) from error
    if not callable(found):
        raise Invalid("agent_not_loadable", f"“{module}:{attribute}” is not callable.", module=module)
    return found


def as_implementation(function: Callable[..., Any]) -> Implementation:
    """`function` for the gate; a plain function runs in a thread, so that it holds up nobody."""
    if inspect.iscoroutinefunction(function):
        return function
    return functools.partial(asyncio.to_thread, function)

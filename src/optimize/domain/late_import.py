"""Libraries that are loaded when something of them is first asked for: runs are planned before they are needed."""

from importlib import import_module
from typing import Any, ClassVar


class LateImport:
    """Stands for the module `name`: whoever asks for something of it gets it from there, and waits the first time."""

    named: ClassVar[list[str]] = []

    def __init__(self, name: str) -> None:
        self._name = name
        self.named.append(name)

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._name), name)
        setattr(self, name, found)
        return found


def load_all() -> None:
    """Load what is still to come, so that nobody waits for it later."""
    for name in LateImport.named:
        import_module(name)

"""The package stays cheap to import and free of the outside world."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import optimize.domain.statistics.interval as any_module

MODULES = sorted(Path(any_module.__file__).parent.glob("*.py"))
ALLOWED = {
    "collections.abc",
    "decimal",
    "fractions",
    "functools",
    "itertools",
    "math",
    "numpy",
    "numpy.typing",
    "pydantic",
    "scipy.special",
    "statistics",
    "typing",
}


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_imports_only_what_is_pure_and_cheap(path: Path) -> None:
    names = {name for name in imported(path.read_text()) if not name.startswith("optimize.domain.statistics.")}
    assert names <= ALLOWED

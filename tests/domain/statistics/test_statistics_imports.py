"""The package stays cheap to import and free of the outside world."""

import ast
import os
import subprocess
import sys
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
    "optimize.domain.late_import",
    "pydantic",
    "statistics",
    "typing",
}
OF_ARRAYS = {"numpy", "numpy.typing", "scipy"}


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_imports_only_what_is_pure_and_cheap(path: Path) -> None:
    names = {name for name in imported(path.read_text()) if not name.startswith("optimize.domain.statistics.")}
    assert names <= ALLOWED | (OF_ARRAYS if path.stem == "arrays" else set())


def test_numpy_and_scipy_stand_in_one_place() -> None:
    assert {path.stem for path in MODULES if {"numpy", "scipy"} & set(imported(path.read_text()))} == {"arrays"}


def test_scipy_is_loaded_when_something_is_computed() -> None:
    """A process that only carries runs out waits for none of it."""
    told = subprocess.run(
        [sys.executable, "-c", _LOADED],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert told.stdout.split() == ["False", "True"]


_LOADED = """
import sys
from optimize.domain.statistics.interval import clopper_pearson
print("scipy" in sys.modules or "numpy" in sys.modules)
clopper_pearson(3, 5)
print("scipy.special" in sys.modules)
"""

"""Rules of the house that no tool checks for us."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 300
GENERATED = {"web/src/api/schema.d.ts", "web/openapi.json", "web/package-lock.json", "requirements.lock"}
CODE = {".py", ".ts", ".tsx", ".css", ".md"}


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.fail("git could not list the files of this checkout")
    return [name for name in listed.stdout.split("\n") if name and (ROOT / name).is_file()]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def test_no_file_has_more_than_300_lines() -> None:
    files = [name for name in tracked() if Path(name).suffix in CODE and name not in GENERATED]
    assert {name: n for name in files if (n := len(text_of(name).splitlines())) > LONGEST} == {}


def test_nothing_is_imported_inside_a_function() -> None:
    inner = []
    for name in tracked():
        if not name.startswith("src/") or not name.endswith(".py"):
            continue
        for function in ast.walk(ast.parse(text_of(name))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                inner += [name for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert inner == []


def test_no_lock_or_configuration_names_a_registry() -> None:
    files = [n for n in tracked() if re.search(r"lock|\.npmrc|pyproject|\.ci/|Makefile|README", n)]
    host = re.compile(r'"resolved"|"funding"|://\S*registry|://\S*/(?:simple|pypi|npm)/')
    assert [name for name in files if host.search(text_of(name))] == []


def test_only_the_settings_read_the_environment() -> None:
    reads = re.compile(r"\bos\.environ|\bgetenv\(")
    files = [n for n in tracked() if n.startswith("src/") and n.endswith(".py") and n != "src/optimize/settings.py"]
    assert [name for name in files if reads.search(text_of(name))] == []

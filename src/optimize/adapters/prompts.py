"""Prompts as files: front matter (`name`, `role`, `variables`) and a text, rendered strictly."""

import hashlib
from pathlib import Path
from string import Template

from pydantic import BaseModel, ConfigDict

from optimize.application.ports.prompts import Prompt


class _File(BaseModel):
    model_config = ConfigDict(frozen=True)

    name: str
    role: str
    variables: frozenset[str]
    text: str
    fingerprint: str


class FilePrompts:
    """The prompts of one folder, read once. Raises ValueError at once for a file that is not well formed."""

    def __init__(self, folder: Path) -> None:
        files = [_read(path) for path in sorted(folder.glob("*.md"))]
        if not files:
            raise ValueError(f"There are no prompts in {folder}.")
        self._files = {file.name: file for file in files}

    def render(self, name: str, **values: str) -> Prompt:
        """The text with its `${names}` filled in; ValueError for an unknown prompt, a missing or an unknown name."""
        file = self._files.get(name)
        if file is None:
            raise ValueError(f"There is no prompt {name}; there are {', '.join(self._files)}.")
        if set(values) != file.variables:
            raise ValueError(f"The prompt {name} takes {sorted(file.variables)}, not {sorted(values)}.")
        return Prompt(text=Template(file.text).substitute(values), fingerprint=file.fingerprint)


def _read(path: Path) -> _File:
    raw = path.read_text("utf-8")
    head, separator, text = raw.removeprefix("---\n").partition("\n---\n")
    if not raw.startswith("---\n") or not separator:
        raise ValueError(f"{path.name} does not begin with front matter between two lines of ---.")
    fields = dict(_field(line, path) for line in head.splitlines() if line.strip())
    file = _File(
        name=fields.pop("name", ""),
        role=fields.pop("role", ""),
        variables=frozenset(fields.pop("variables", "").replace(",", " ").split()),
        text=text.strip() + "\n",
        fingerprint=hashlib.sha256(raw.encode()).hexdigest(),
    )
    _check(file, fields, path)
    return file


def _field(line: str, path: Path) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon:
        raise ValueError(f"{path.name}: “{line}” is no front matter; write `key: value`.")
    return key.strip(), value.strip()


def _check(file: _File, left: dict[str, str], path: Path) -> None:
    template = Template(file.text)
    if left or not file.role or file.name != path.stem:
        raise ValueError(f"{path.name}: front matter is name (the file's), role and variables, not {sorted(left)}.")
    if not template.is_valid() or set(template.get_identifiers()) != file.variables:
        raise ValueError(f"{path.name}: the variables in the text are not those in the front matter.")

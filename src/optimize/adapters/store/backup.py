"""All that is kept, in one file: made while the product runs, looked through before it is called a backup."""

import tempfile
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from optimize.adapters.store.sqlite_files import copy_in_use, damage, row_counts, sha256, synced
from optimize.adapters.store.verify import verified
from optimize.domain.errors import Conflict, Unavailable

STORE: Final = "optimize.db"
CONVERSATIONS: Final = "conversations.db"
MANIFEST: Final = "manifest.json"
_ONLY_US: Final = 0o600


class Manifest(BaseModel):
    """What a backup holds, by the names of the files in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["optimize-backup/1"] = "optimize-backup/1"
    made_at: datetime
    version: str
    sha256: dict[str, str]
    rows: dict[str, dict[str, int]]
    audit_head: str
    problems: tuple[str, ...] = ()


class Backup(BaseModel):
    model_config = ConfigDict(frozen=True)

    manifest: Manifest
    sha256: str


async def back_up(store: Path, conversations: Path, target: Path, *, at: datetime, version: str) -> Backup:
    """Write the backup. Problems of the database stand in its manifest.

    Raises Conflict `file_exists` or `database_damaged`, Unavailable `no_database` or `not_written`.
    """
    _require_new(target)
    try:
        with tempfile.TemporaryDirectory(prefix=".optimize-backup-", dir=target.parent) as folder:
            return await _written(Path(folder), store, conversations, target, at=at, version=version)
    except OSError as error:
        raise Unavailable("not_written", f"The backup could not be written: {error.strerror}.") from error


def _require_new(target: Path) -> None:
    if target.exists():
        raise Conflict("file_exists", f"{target} exists already: name another file.")


async def _written(
    folder: Path, store: Path, conversations: Path, target: Path, *, at: datetime, version: str
) -> Backup:
    copies, problems = _copied(folder, store, conversations)
    looked_at = await verified(f"sqlite:///{copies[STORE]}")
    manifest = Manifest(
        made_at=at,
        version=version,
        sha256={name: sha256(copy) for name, copy in copies.items()},
        rows={name: row_counts(copy) for name, copy in copies.items()},
        audit_head=looked_at.audit_head,
        problems=(*looked_at.problems, *problems),
    )
    packed = folder / target.name
    _pack(packed, copies, manifest)
    digest = sha256(packed)
    packed.chmod(_ONLY_US)
    synced(packed)
    packed.replace(target)
    synced(target.parent)
    return Backup(manifest=manifest, sha256=digest)


def _copied(folder: Path, store: Path, conversations: Path) -> tuple[dict[str, Path], list[str]]:
    """The copies by name, and what is wrong with the assistant's memory: the store is kept even without it.

    Memory is written before the events that tell of it, so it is copied after them: a memory that is ahead of the
    chat is taken up, one that is behind would have forgotten what the chat shows.
    """
    copies, memory = {STORE: folder / STORE}, folder / CONVERSATIONS
    copy_in_use(store, copies[STORE])
    if not conversations.is_file():
        return copies, []
    try:
        copy_in_use(conversations, memory)
    except Conflict as error:
        return copies, [error.detail]
    found = damage(memory)
    return {**copies, CONVERSATIONS: memory}, [f"{CONVERSATIONS} is damaged: {found}."] if found else []


def _pack(target: Path, files: dict[str, Path], manifest: Manifest) -> None:
    with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
        for name, file in files.items():
            archive.write(file, name)

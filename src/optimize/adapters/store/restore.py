"""From a backup back to a data folder. Everything is unpacked, looked through and brought up to date beforehand."""

import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from optimize.adapters.store.backup import CONVERSATIONS, MANIFEST, STORE, Manifest
from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.sqlite_files import damage, put_aside, put_in_place, require_unused, row_counts, synced
from optimize.adapters.store.verify import verified
from optimize.domain.errors import Conflict, Invalid, Unavailable

_CHUNK: Final = 1 << 20


class Unpacked:
    """A backup that was found sound, ready to be put in place."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.manifest = manifest
        self._folder = folder

    def put_in_place(self, store: Path, conversations: Path, aside: Path) -> None:
        """In place of what stands there, which is kept in the folder `aside`. Raises Conflict `database_in_use`."""
        places = {CONVERSATIONS: conversations, STORE: store}
        for place in places.values():
            if place.exists():
                require_unused(place)
        for name, place in places.items():
            if name in self.manifest.sha256:
                put_in_place(self._folder / name, place, aside)
            else:
                put_aside(place, aside)  # a memory of other conversations than those of the backup


@asynccontextmanager
async def unpacked(backup: Path, data: Path) -> AsyncIterator[Unpacked]:
    """The backup, unpacked in the data folder for as long as it is held.

    Raises Invalid `not_a_backup`, Conflict `backup_damaged` with what is wrong, and what `migrate` raises.
    """
    with tempfile.TemporaryDirectory(prefix=".optimize-restore-", dir=data) as folder:
        manifest = _unpack(backup, Path(folder))
        await _require_sound(Path(folder), manifest)
        yield Unpacked(Path(folder), manifest)


def _unpack(backup: Path, folder: Path) -> Manifest:
    try:
        with zipfile.ZipFile(backup) as archive:
            manifest = Manifest.model_validate_json(archive.read(MANIFEST))
            _require_space(archive, folder)
            for name in _known(manifest):
                if _extracted(archive, name, folder / name) != manifest.sha256[name]:
                    raise _damaged(f"{name} is not what was packed")
    except FileNotFoundError as error:
        raise Unavailable("no_such_file", f"There is no file {backup}.") from error
    except (zipfile.BadZipFile, KeyError, ValidationError, OSError, ValueError) as error:
        raise Invalid("not_a_backup", f"{backup} is not a backup of Optimize, or it is damaged.") from error
    return manifest


def _known(manifest: Manifest) -> list[str]:
    """The files to unpack, by names of ours and never by those of the archive."""
    names: list[str] = [name for name in (STORE, CONVERSATIONS) if name in manifest.sha256]
    if STORE not in names:
        raise KeyError(STORE)
    return names


def _require_space(archive: zipfile.ZipFile, folder: Path) -> None:
    needed = sum(packed.file_size for packed in archive.infolist())
    if needed > shutil.disk_usage(folder).free:
        raise Unavailable("disk_full", f"The backup needs {needed:,} bytes, which the disk has not free.")


def _extracted(archive: zipfile.ZipFile, name: str, target: Path) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as packed, target.open("xb") as file:
        while chunk := packed.read(_CHUNK):
            digest.update(chunk)
            file.write(chunk)
    synced(target)
    return digest.hexdigest()


async def _require_sound(folder: Path, manifest: Manifest) -> None:
    for name in _known(manifest):
        found = damage(folder / name)
        if found:
            raise _damaged(f"{name}: {found}")
        if row_counts(folder / name) != manifest.rows[name]:
            raise _damaged(f"{name} has not the rows that were packed")
    url = f"sqlite:///{folder / STORE}"
    await migrate(url)
    problems = (await verified(url)).problems
    if problems:
        raise _damaged(" ".join(problems))


def _damaged(what: str) -> Conflict:
    return Conflict("backup_damaged", f"Nothing was restored, for the backup cannot be trusted: {what}.")

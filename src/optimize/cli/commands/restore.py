"""optimize restore"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from optimize.adapters.store.restore import Unpacked, unpacked
from optimize.adapters.store.sqlite_files import require_unused, usable_folder
from optimize.cli.asking import typed
from optimize.cli.refusals import refusing
from optimize.cli.store_files import conversations_file, store_file, told
from optimize.domain.errors import Conflict
from optimize.settings import Settings, load_settings

app = typer.Typer(add_completion=False)
_YES: Final = "replace"


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `optimize backup` wrote.")],
    force: Annotated[bool, typer.Option("--force", help="In place of the database that is there; asks again.")] = False,
) -> None:
    """Check a backup and put it into the data folder. Refused while anything uses the database."""
    with refusing():
        asyncio.run(_restored(load_settings(), file, force=force))


async def _restored(settings: Settings, file: Path, *, force: bool) -> None:
    usable_folder(settings.data)
    store, conversations = store_file(settings), conversations_file(settings)
    standing = [place for place in (store, conversations) if place.exists()]
    for place in standing:
        require_unused(place)
    if standing and not force:
        raise Conflict("database_exists", f"There is a database at {standing[0]}: add --force to replace it.")
    async with unpacked(file, store.parent) as backup:
        typer.echo(f"{file} of {backup.manifest.made_at:%Y-%m-%d %H:%M} UTC: {told(backup.manifest)}")
        if standing:
            _require_yes(store)
        _put_in_place(backup, store, conversations)
    typer.echo(
        "Restored and checked. Runs that were under way are taken up, or closed with a reason, at the next start."
    )


def _require_yes(store: Path) -> None:
    typer.echo(f"It takes the place of the database at {store}.")
    if not typed(_YES):
        raise Conflict("not_agreed", "Nothing was changed.")


def _put_in_place(backup: Unpacked, store: Path, conversations: Path) -> None:
    aside = store.parent / f"replaced-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    backup.put_in_place(store, conversations, aside)
    if aside.is_dir():
        typer.echo(f"What was there before is kept in {aside}.")

"""optimize backup"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from optimize.adapters.store.backup import back_up
from optimize.api.version import product_version
from optimize.cli.refusals import refusing
from optimize.cli.store_files import conversations_file, store_file, told
from optimize.settings import load_settings

app = typer.Typer(add_completion=False)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write, for example optimize-monday.zip.")]) -> None:
    """Write all that is kept into one file, while the service runs, and check it. Exit code 1 if something is wrong."""
    with refusing():
        settings = load_settings()
        store, conversations = store_file(settings), conversations_file(settings)
        now, version = datetime.now(UTC), product_version()
        made = asyncio.run(back_up(store, conversations, file, at=now, version=version))
    typer.echo(f"{file}: {told(made.manifest)}")
    typer.echo(f"sha256 {made.sha256}")
    if made.manifest.problems:
        typer.echo("It holds what is there, but the database has problems:", err=True)
        for problem in made.manifest.problems:
            typer.echo(f"- {problem}", err=True)
        raise typer.Exit(1)
    typer.echo("Checked: every page, every guard, the audit log and every accepted test.")

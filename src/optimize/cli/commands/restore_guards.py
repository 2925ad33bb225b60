"""optimize restore-guards"""

import asyncio

import typer

from optimize.adapters.store import migrate
from optimize.cli.refusals import refusing
from optimize.settings import load_settings

app = typer.Typer(add_completion=False)


@app.command()
def restore_guards() -> None:
    """Put back guards that the database has lost, once you know who took them away."""
    with refusing():
        asyncio.run(migrate.restore_guards(load_settings().store_url))
    typer.echo("The guards stand again. What was changed without them is not undone.")

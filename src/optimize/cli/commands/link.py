"""optimize link"""

from functools import partial

import typer

from optimize.cli.address import known
from optimize.cli.product import new_link, with_product
from optimize.cli.refusals import refusing
from optimize.settings import load_settings

app = typer.Typer(add_completion=False)


@app.command()
def link() -> None:
    """Print a new sign-in link: good once, for an hour."""
    with refusing():
        settings = load_settings()
        typer.echo(with_product(settings, partial(new_link, known(settings))))

"""optimize version"""

import typer

from optimize.api.version import product_version

app = typer.Typer(add_completion=False)


@app.command()
def version() -> None:
    """Print the version."""
    typer.echo(product_version())

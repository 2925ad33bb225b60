"""How a refusal ends a command: one sentence on stderr, and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from optimize.application.visible import visible
from optimize.domain.errors import OptimizeError


@contextmanager
def refusing(code: int = 1) -> Iterator[None]:
    """Ends the command with `code` if what is done inside is refused."""
    try:
        yield
    except OptimizeError as error:
        typer.echo(visible(error.detail), err=True)
        raise typer.Exit(code) from error

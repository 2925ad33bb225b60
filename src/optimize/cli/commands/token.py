"""optimize token create"""

from typing import Annotated

import typer

from optimize.application.use_cases import UseCases
from optimize.cli.product import with_product
from optimize.cli.refusals import refusing
from optimize.domain.actor import Role
from optimize.settings import load_settings

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Bearer tokens for programs.")


@app.callback()
def _no_options() -> None:
    """Bearer tokens for programs."""


@app.command()
def create(
    role: Annotated[Role, typer.Option(help="What the token may do.")],
    name: Annotated[str, typer.Option(help="Who or what uses it; stands in the audit log.")],
    days: Annotated[int | None, typer.Option(min=1, help="Days until it expires; for ever if left out.")] = None,
) -> None:
    """Print a new token. It is shown this once and kept only as a hash."""

    async def made(use_cases: UseCases) -> str:
        return (await use_cases.access.create_token(name, role, days=days)).secret

    with refusing():
        typer.echo(with_product(load_settings(), made))

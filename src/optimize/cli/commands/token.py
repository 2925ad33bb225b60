"""optimize token create | list | revoke"""

from typing import Annotated

import typer

from optimize.application.records import TokenRecord
from optimize.application.use_cases import UseCases
from optimize.application.visible import visible
from optimize.cli.person import operator
from optimize.cli.product import with_product
from optimize.cli.refusals import refusing
from optimize.domain.actor import Role
from optimize.settings import load_settings

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Bearer tokens for programs.")

_NONE = "There is no token yet. `optimize token create --role viewer --name NAME` makes one."


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


@app.command("list")
def show() -> None:
    """List the tokens, not their secrets."""

    async def known(use_cases: UseCases) -> list[TokenRecord]:
        return await use_cases.access.tokens()

    with refusing():
        tokens = with_product(load_settings(), known)
        if not tokens:
            typer.echo(_NONE)
        for token in tokens:
            typer.echo(f"{token.id}  {token.role:<6}  {_state(token)}  {visible(token.name)}")


def _state(token: TokenRecord) -> str:
    if token.revoked_at:
        return f"revoked {token.revoked_at:%Y-%m-%d}"
    return f"until {token.expires_at:%Y-%m-%d}" if token.expires_at else "valid until revoked"


@app.command()
def revoke(token: Annotated[str, typer.Argument(metavar="ID", help="As `optimize token list` shows it.")]) -> None:
    """End a token at once, and the sessions it opened."""

    async def ended(use_cases: UseCases) -> None:
        await use_cases.access.revoke_token(token, actor=operator())

    with refusing():
        with_product(load_settings(), ended)
        typer.echo(f"Revoked {visible(token)}. Sessions that it opened are over.")

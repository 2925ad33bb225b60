"""The command line: start the service, and let people in."""

import asyncio
import logging
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, NoReturn, TypeVar

import typer

from optimize.adapters.store.migrate import restore_guards as put_guards_back
from optimize.api.app import create_app
from optimize.api.server import server, taken_socket
from optimize.api.version import product_version
from optimize.bootstrap import Optimize, build
from optimize.domain.actor import Role
from optimize.domain.errors import OptimizeError
from optimize.settings import Settings, load_settings

T = TypeVar("T")

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__)
tokens = typer.Typer(no_args_is_help=True, help="Bearer tokens for programs.")
app.add_typer(tokens, name="token")


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    behind_proxy: Annotated[bool, typer.Option("--behind-proxy", help="A proxy in front ends TLS.")] = False,
) -> None:
    """Start the service and print a sign-in link. Ctrl-C stops it."""
    try:
        settings = load_settings(host=host, port=port, behind_proxy=behind_proxy or None)
        listener = taken_socket(settings.host, settings.port)
        logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
        with listener, suppress(KeyboardInterrupt):
            asyncio.run(_serve(settings, listener))
    except OptimizeError as error:
        _stop(error)


@app.command()
def link() -> None:
    """Print a new sign-in link: good once, for an hour."""
    settings = _settings()
    print(_address(settings, _with_product(settings, _new_link)))


@tokens.command()
def create(
    role: Annotated[Role, typer.Option(help="What the token may do.")],
    name: Annotated[str, typer.Option(help="Who or what uses it; stands in the audit log.")],
    days: Annotated[int | None, typer.Option(min=1, help="Days until it expires; for ever if left out.")] = None,
) -> None:
    """Print a new token. It is shown this once and kept only as a hash."""

    async def made(optimize: Optimize) -> str:
        return (await optimize.use_cases.access.create_token(name, role, days=days)).secret

    print(_with_product(_settings(), made))


@app.command()
def restore_guards() -> None:
    """Put back guards that the database has lost, once you know who took them away."""
    settings = _settings()
    try:
        asyncio.run(put_guards_back(settings.store_url))
    except OptimizeError as error:
        _stop(error)
    print("The guards stand again. What was changed without them is not undone.")


@app.command()
def version() -> None:
    """Print the version."""
    print(product_version())


def main() -> None:
    app()


async def _serve(settings: Settings, listener: socket.socket) -> None:
    optimize = await build(settings)
    try:
        await optimize.start()
        _announce(settings, await _new_link(optimize))
    except BaseException:
        await optimize.stop()
        raise
    await server(create_app(settings, optimize), settings).serve([listener])


def _announce(settings: Settings, token: str) -> None:
    models = {
        model: ", ".join(r for r, m in settings.assignment.items() if m == model)
        for model in settings.assignment.values()
    }
    print(f"Optimize {product_version()} at {_origin(settings)}")
    print(f"Sign in (once, within the hour): {_address(settings, token)}")
    print(f"Models: {'; '.join(f'{model} as {roles}' for model, roles in models.items())}")
    print(f"Data: {settings.data.absolute()}", flush=True)


async def _new_link(optimize: Optimize) -> str:
    return (await optimize.use_cases.access.create_link()).secret


def _origin(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def _address(settings: Settings, token: str) -> str:
    """The token stands in the fragment, which browsers send to nobody."""
    return f"{_origin(settings)}/signin#token={token}"


def _settings() -> Settings:
    try:
        return load_settings()
    except OptimizeError as error:
        _stop(error)


def _with_product(settings: Settings, ask: Callable[[Optimize], Awaitable[T]]) -> T:
    """What `ask` answers, of a product that is opened for it and not started."""

    async def opened() -> T:
        optimize = await build(settings)
        try:
            return await ask(optimize)
        finally:
            await optimize.stop()

    try:
        return asyncio.run(opened())
    except OptimizeError as error:
        _stop(error)


def _stop(error: OptimizeError) -> NoReturn:
    print(error.detail, file=sys.stderr)
    raise typer.Exit(1) from error

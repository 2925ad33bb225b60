"""optimize serve"""

import asyncio
import gc
import logging
import socket
from typing import Annotated

import typer
import uvicorn

from optimize.api.app import create_app
from optimize.api.server import server, taken_socket
from optimize.api.version import product_version
from optimize.bootstrap import build
from optimize.cli.address import origin, written_down
from optimize.cli.product import new_link
from optimize.cli.refusals import refusing
from optimize.settings import Settings, load_settings

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    behind_proxy: Annotated[bool, typer.Option("--behind-proxy", help="A proxy in front ends TLS.")] = False,
) -> None:
    """Start the service and print a sign-in link. Ctrl-C stops it."""
    with refusing():
        settings = load_settings(host=host, port=port, behind_proxy=behind_proxy or None)
        listener = taken_socket(settings.host, settings.port)
        logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
        with listener:
            try:
                # The fastest event loop there is: a fifth of what an answer in the chat costs is the loop's own work.
                with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
                    runner.run(_serve(settings, listener))
            except KeyboardInterrupt:
                typer.echo("Stopped.", err=True)


async def _serve(settings: Settings, listener: socket.socket) -> None:
    optimize = await build(settings)
    try:
        await optimize.start()
        web = server(create_app(settings, optimize), settings)
        _announce(settings, await new_link(origin(settings), optimize.use_cases))
        _look_for_garbage_seldom()
    except BaseException:
        await optimize.stop()
        raise
    with written_down(settings):
        await _until_stopped(web, listener)


def _look_for_garbage_seldom() -> None:
    """What is loaded by now lives as long as the process, and one answer in the chat makes thousands of objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


async def _until_stopped(web: uvicorn.Server, listener: socket.socket) -> None:
    """Whenever Ctrl-C comes, the web server takes its own way out: cut off as it starts, it would leave a traceback."""
    serving = asyncio.create_task(web.serve([listener]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        web.should_exit = True
        await serving
        raise


def _announce(settings: Settings, link: str) -> None:
    models = {
        model: ", ".join(r for r, m in settings.assignment.items() if m == model)
        for model in settings.assignment.values()
    }
    typer.echo(f"Optimize {product_version()} at {origin(settings)}")
    typer.echo(f"Sign in (once, within the hour): {link}")
    typer.echo(f"Models: {'; '.join(f'{model} as {roles}' for model, roles in models.items())}")
    typer.echo(f"Data: {settings.data.absolute()}")

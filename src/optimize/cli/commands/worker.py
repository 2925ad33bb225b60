"""optimize worker"""

import asyncio
import logging

import typer

from optimize.cli.refusals import refusing
from optimize.settings import load_settings
from optimize.worker import run_worker

app = typer.Typer(add_completion=False)


@app.command()
def worker() -> None:
    """Carry runs of the service through in one more process. Start as many as wanted; Ctrl-C stops one."""
    with refusing():
        settings = load_settings()
        logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
        asyncio.run(run_worker(settings))

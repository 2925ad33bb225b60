"""A process without a page that takes runs from the same database as the service, to be started as often as wanted."""

import asyncio
import os
import platform
import secrets
import signal
from contextlib import suppress

from optimize.running import connect
from optimize.settings import Settings


async def run_worker(settings: Settings) -> None:
    """Take runs until the process is told to stop (SIGTERM, SIGINT). What is in flight then is taken up by others."""
    running = await connect(settings.model_copy(update={"executor_id": _name()}))
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    try:
        await running.start()
        await running.models.ready()
        await told.wait()
    finally:
        with suppress(asyncio.CancelledError):
            await running.stop()


def _name() -> str:
    """Unique per process: a name that two have would let each take the other's work for its own."""
    return f"{platform.node() or 'local'}-worker-{os.getpid()}-{secrets.token_hex(4)}"

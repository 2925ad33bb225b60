"""The product as a command opens it: connected, and not started."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from optimize.application.use_cases import UseCases
from optimize.running import connect
from optimize.settings import Settings

T = TypeVar("T")


def with_product(settings: Settings, ask: Callable[[UseCases], Awaitable[T]]) -> T:
    """What `ask` answers."""

    async def opened() -> T:
        running = await connect(settings)
        try:
            return await ask(running.use_cases)
        finally:
            await running.stop()

    return asyncio.run(opened())


async def new_link(address: str, use_cases: UseCases) -> str:
    """Where to sign in, once and within the hour. The token is in the fragment, which browsers send to nobody."""
    return f"{address}/signin#token={(await use_cases.access.create_link()).secret}"

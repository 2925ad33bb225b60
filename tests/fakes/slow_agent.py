"""An agent that takes its time, so that a run has a middle. Loaded by name, as code of an operator."""

import asyncio
from typing import Any

SECONDS = 0.4


class Agent:
    def __init__(self, definition: Any, **_: Any) -> None:
        del definition
        self.tools: dict[str, Any] = {}

    async def reply(self, message: str, tools: Any) -> str:
        del tools
        await asyncio.sleep(SECONDS)
        return f"You said {message}"

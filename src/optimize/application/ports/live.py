"""Who wants to know that something changed, now."""

from typing import Protocol


class Live(Protocol):
    async def batch_progressed(self, batch_id: str, *, over: bool) -> None:
        """A run of the batch came to an end; `over`: and so did the batch itself."""
        ...

    async def batch_paused(self, batch_id: str) -> None:
        """Calls of the batch wait from now on, because an endpoint asks to be left alone."""
        ...

    async def record_changed(self, kind: str, record_id: str, *, agent: str) -> None:
        """A test, batch, agent or proposal changed."""
        ...

"""The engine that carries runs through, whatever process dies."""

from collections.abc import Sequence
from typing import Protocol

from optimize.application.ports.store import Transaction


class Engine(Protocol):
    async def submit(self, transaction: Transaction, run_ids: Sequence[str]) -> None:
        """Queue runs in the transaction that plans them: either both are there or neither."""
        ...

    async def cancel(self, run_ids: Sequence[str]) -> None:
        """Stop queued and running work; what it leaves behind is closed by the runner."""
        ...

    async def recover(self) -> int:
        """Take up the work of executors that died; how many runs."""
        ...

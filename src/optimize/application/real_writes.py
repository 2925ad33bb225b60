"""Writes that really leave: each is on record before it does, so that neither a crash nor a cancel can hide one."""

from optimize.application.agent_time import held_up
from optimize.application.allowance import Stopped
from optimize.application.ports.clock import Clock
from optimize.application.ports.store import Store
from optimize.application.records import RunRecord
from optimize.application.write_records import RealWriteRecord, WriteState
from optimize.domain.transcript import Ending, ToolCall


class RealWrites:
    """Those of one attempt at a run."""

    def __init__(self, store: Store, clock: Clock, run: RunRecord) -> None:
        self._store, self._clock, self._run = store, clock, run

    async def leaves(self, call: ToolCall) -> RealWriteRecord:
        """Put a write on record. Raises Stopped, and it must not leave, if the run is over or was taken over."""
        write = RealWriteRecord(
            run=self._run.id,
            attempt=self._run.attempt,
            call=call.seq,
            tool=call.name,
            arguments=call.arguments or {},
            at=self._clock.now(),
        )
        with held_up():
            async with self._store.writing() as tx:
                if not await tx.runs.add_write(write):
                    raise Stopped(Ending.CANCELLED, "This run is over.")
        return write

    async def ended(self, write: RealWriteRecord, state: WriteState) -> None:
        """What became of it. If this is never said, nobody knows."""
        with held_up():
            async with self._store.writing() as tx:
                await tx.runs.settle_write(write, state)

"""What a batch was planned to do: it never changes, so it is read once and not once per run."""

from functools import cached_property

from pydantic import BaseModel, ConfigDict

from optimize.application.ports.store import Transaction
from optimize.application.records import BatchRecord
from optimize.domain.agent_definition import AgentDefinition

_KEPT = 8


class Plan(BaseModel):
    """A batch as it was planned. Its state is the one it had when it was read."""

    model_config = ConfigDict(frozen=True)

    batch: BatchRecord
    version: AgentDefinition

    @cached_property
    def definition(self) -> AgentDefinition:
        """The version with the swaps of the batch. Raises Invalid if it has not got what is swapped."""
        return self.batch.setup.applied_to(self.version)


class Plans:
    """The plans of the batches that are being carried through; the one unused for longest is forgotten first."""

    def __init__(self) -> None:
        self._read: dict[str, Plan] = {}

    async def of(self, tx: Transaction, batch_id: str) -> Plan:
        """The plan of a batch. Raises LookupError if the store has no such batch."""
        plan = self._read.pop(batch_id, None) or await _read(tx, batch_id)
        self._read[batch_id] = plan
        if len(self._read) > _KEPT:
            del self._read[next(iter(self._read))]
        return plan


async def _read(tx: Transaction, batch_id: str) -> Plan:
    batch = await tx.batches.get(batch_id)
    version = await tx.agents.version(batch.version) if batch is not None else None
    if batch is None or version is None:
        raise LookupError(f"batch {batch_id} or its version is not in the store")
    return Plan(batch=batch, version=version.definition)

"""Experiments: which two batches belong together, and what differs between them."""

from sqlalchemy import or_, select

from optimize.adapters.store.order_tables import experiment as _experiment
from optimize.adapters.store.repository import Repository
from optimize.application.records import ExperimentRecord


class SqlExperiments(Repository):
    async def add(self, experiment: ExperimentRecord) -> None:
        await self._insert(_experiment, experiment)

    async def get(self, experiment_id: str) -> ExperimentRecord | None:
        return await self._one(ExperimentRecord, select(_experiment).where(_experiment.c.id == experiment_id))

    async def of_batch(self, batch_id: str) -> ExperimentRecord | None:
        either = or_(_experiment.c.batch_a == batch_id, _experiment.c.batch_b == batch_id)
        return await self._one(ExperimentRecord, select(_experiment).where(either))

    async def list(self, agent: str, *, limit: int = 100) -> list[ExperimentRecord]:
        mine = select(_experiment).where(_experiment.c.agent == agent)
        return await self._all(ExperimentRecord, mine.order_by(_experiment.c.ordinal.desc()).limit(limit))

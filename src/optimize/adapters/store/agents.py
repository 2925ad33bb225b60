"""Agents, their versions, and which version went live when."""

from sqlalchemy import select

from optimize.adapters.store import tables
from optimize.adapters.store.repository import Repository
from optimize.application.records import ActivationRecord, AgentRecord, VersionRecord
from optimize.application.views import Release
from optimize.domain.setup import WritePolicy


class SqlAgents(Repository):
    async def add(self, agent: AgentRecord) -> None:
        await self._insert(tables.agent, agent)

    async def get(self, name: str) -> AgentRecord | None:
        return await self._one(AgentRecord, select(tables.agent).where(tables.agent.c.name == name))

    async def set_policy(self, name: str, *, release: Release, writes: WritePolicy) -> None:
        await self._set(tables.agent, tables.agent.c.name == name, release=release, writes=writes)

    async def add_version(self, version: VersionRecord) -> None:
        await self._insert(tables.agent_version, version)

    async def version(self, version_id: str) -> VersionRecord | None:
        return await self._one(
            VersionRecord, select(tables.agent_version).where(tables.agent_version.c.id == version_id)
        )

    async def versions(self, agent: str) -> list[VersionRecord]:
        mine = select(tables.agent_version).where(tables.agent_version.c.agent == agent)
        return await self._all(VersionRecord, mine.order_by(tables.agent_version.c.number))

    async def version_names(self, agent: str) -> list[tuple[str, int, str]]:
        of = tables.agent_version.c
        mine = select(of.id, of.number, of.label).where(of.agent == agent).order_by(of.number)
        return [(row["id"], row["number"], row["label"]) for row in await self._rows(mine)]

    async def activate(self, activation: ActivationRecord) -> None:
        await self._insert(tables.activation, activation)

    async def activations(self, agent: str) -> list[ActivationRecord]:
        mine = select(tables.activation).where(tables.activation.c.agent == agent)
        return await self._all(ActivationRecord, mine.order_by(tables.activation.c.ordinal))

    async def list(self) -> list[AgentRecord]:
        """Sorted by name."""
        return await self._all(AgentRecord, select(tables.agent).order_by(tables.agent.c.name))

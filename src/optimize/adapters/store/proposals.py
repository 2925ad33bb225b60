"""What the assistant wants done, and what a person answered."""

from datetime import datetime

from sqlalchemy import select, update

from optimize.adapters.store.repository import Repository
from optimize.adapters.store.tables import proposal as _proposal
from optimize.application.records import ProposalRecord


class SqlProposals(Repository):
    async def add(self, proposal: ProposalRecord) -> None:
        await self._insert(_proposal, proposal)

    async def get(self, proposal_id: str) -> ProposalRecord | None:
        return await self._one(ProposalRecord, select(_proposal).where(_proposal.c.id == proposal_id))

    async def of_call(self, thread_id: str, call_id: str) -> ProposalRecord | None:
        asked = select(_proposal).where(_proposal.c.thread == thread_id, _proposal.c.call == call_id)
        return await self._one(ProposalRecord, asked)

    async def answer(self, proposal_id: str, state: str, *, by: str, at: datetime) -> bool:
        pending = update(_proposal).where(_proposal.c.id == proposal_id, _proposal.c.state == "pending")
        return await self._changed(pending.values(state=state, answered_by=by, answered_at=at)) == 1

    async def redeem(self, proposal_id: str) -> bool:
        approved = update(_proposal).where(_proposal.c.id == proposal_id, _proposal.c.state == "approved")
        return await self._changed(approved.where(_proposal.c.redeemed.is_(False)).values(redeemed=True)) == 1

    async def list(
        self, *, agent: str | None = None, thread: str | None = None, state: str | None = None
    ) -> list[ProposalRecord]:
        """Oldest first."""
        asked = {"agent": agent, "thread": thread, "state": state}
        statement = select(_proposal).order_by(_proposal.c.ordinal)
        given = (_proposal.c[name] == value for name, value in asked.items() if value is not None)
        return await self._all(ProposalRecord, statement.where(*given))

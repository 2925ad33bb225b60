"""What the assistant wants done and a person has to decide."""

from typing import Literal

from fastapi import APIRouter

from optimize.api.deps import CursorDep, LimitDep, OptimizeDep
from optimize.api.paging import page_of
from optimize.application.views import Page, ProposalView

router = APIRouter(prefix="/api")


@router.get("/proposals")
async def proposals(
    optimize: OptimizeDep,
    state: Literal["pending", "approved", "declined", "void"] | None = None,
    agent: str | None = None,
    thread: str | None = None,
    cursor: CursorDep = None,
    limit: LimitDep = 50,
) -> Page[ProposalView]:
    found = await optimize.use_cases.approvals.list(agent=agent, thread=thread, state=state)
    return page_of(found, lambda proposal: proposal.id, cursor=cursor, limit=limit)

"""Runs: what the agent did, what each criterion said of it, and why."""

from typing import Annotated

from fastapi import APIRouter, Path

from optimize.api.deps import CursorDep, LimitDep, OptimizeDep
from optimize.application.views import RunPage, RunView

router = APIRouter(prefix="/api")
RunId = Annotated[str, Path(alias="id")]


@router.get("/agents/{agent}/runs")
async def runs(
    agent: str,
    optimize: OptimizeDep,
    test: str | None = None,
    batch: str | None = None,
    exploratory: bool | None = None,
    cancelled: bool = True,
    cursor: CursorDep = None,
    limit: LimitDep = 50,
) -> RunPage:
    """Newest first; with `cancelled=false`, without those that were cancelled."""
    return await optimize.use_cases.history.runs(
        agent, test=test, batch=batch, exploratory=exploratory, cancelled=cancelled, cursor=cursor, limit=limit
    )


@router.get("/runs/{id}")
async def run(run_id: RunId, optimize: OptimizeDep) -> RunView:
    return await optimize.use_cases.history.run(run_id)

"""How the agent does: the health of its live version, and two versions or batches side by side."""

from typing import Annotated

from fastapi import APIRouter, Query

from optimize.api.deps import OptimizeDep
from optimize.application.comparing import ComparisonView
from optimize.application.health import AgentHealth

router = APIRouter(prefix="/api/agents/{agent}")
SideDep = Annotated[str, Query(min_length=1, max_length=200, description="A version (4, v4, its label) or a batch.")]


@router.get("/health")
async def agent_health(agent: str, optimize: OptimizeDep) -> AgentHealth:
    """Newest official results on the live version."""
    return await optimize.use_cases.health.of(agent)


@router.get("/comparison")
async def comparison(agent: str, optimize: OptimizeDep, a: SideDep, b: SideDep) -> ComparisonView:
    return await optimize.use_cases.comparing.compare(agent, a, b)

"""How the agent does: the health of its live version, how it came about, and two versions or batches side by side."""

from typing import Annotated

from fastapi import APIRouter, Query

from optimize.api.deps import OptimizeDep
from optimize.application.comparing import ComparisonView
from optimize.application.health import AgentHealth
from optimize.application.health_trend import HealthPoint
from optimize.application.views import Page

router = APIRouter(prefix="/api/agents/{agent}")
SideDep = Annotated[str, Query(min_length=1, max_length=200, description="A version (4, v4, its label) or a batch.")]


@router.get("/health")
async def agent_health(agent: str, optimize: OptimizeDep) -> AgentHealth:
    """Newest official results on the live version."""
    return await optimize.use_cases.health.of(agent)


@router.get("/trend")
async def agent_trend(agent: str, optimize: OptimizeDep) -> Page[HealthPoint]:
    """How the agent stood after each of its newest official batches, oldest first."""
    return Page(items=await optimize.use_cases.health.trend(agent))


@router.get("/comparison")
async def comparison(agent: str, optimize: OptimizeDep, a: SideDep, b: SideDep) -> ComparisonView:
    return await optimize.use_cases.comparing.compare(agent, a, b)

"""The daily run of an agent's accepted set."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from optimize.api.deps import ActorDep, OptimizeDep
from optimize.application.scheduling import ScheduleView

router = APIRouter(prefix="/api/agents/{agent}/schedule")


class Daily(BaseModel):
    model_config = ConfigDict(extra="forbid")

    at: str = Field(max_length=5, description="HH:MM, in UTC.")
    enabled: bool


@router.get("")
async def schedule(agent: str, optimize: OptimizeDep) -> ScheduleView:
    return await optimize.use_cases.scheduling.view(agent)


@router.put("")
async def set_schedule(agent: str, body: Daily, optimize: OptimizeDep, actor: ActorDep) -> ScheduleView:
    """From now on; what was due before is not made up for."""
    return await optimize.use_cases.scheduling.set_daily(agent, at=body.at, enabled=body.enabled, actor=actor)

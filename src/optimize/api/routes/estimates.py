"""What a batch would cost, before it starts."""

from fastapi import APIRouter

from optimize.api.deps import OptimizeDep
from optimize.application.estimate_views import EstimateView
from optimize.application.estimates import EstimateOrder

router = APIRouter(prefix="/api")


@router.post("/agents/{agent}/estimate")
async def estimate(agent: str, body: EstimateOrder, optimize: OptimizeDep) -> EstimateView:
    return await optimize.use_cases.estimates.estimate(agent, body)

"""What a batch would cost, before it starts."""

from fastapi import APIRouter

from optimize.api.deps import OptimizeDep
from optimize.application.estimates import EstimateOrder
from optimize.application.views import EstimateView

router = APIRouter(prefix="/api")


@router.post("/agents/{agent}/estimate")
async def estimate(agent: str, body: EstimateOrder, optimize: OptimizeDep) -> EstimateView:
    return await optimize.use_cases.estimates.estimate(agent, body)

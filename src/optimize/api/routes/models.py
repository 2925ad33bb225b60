"""Testing the models that are connected."""

from fastapi import APIRouter, Response

from optimize.adapters.system import SystemClock
from optimize.api.deps import ActorDep, OptimizeDep, StateDep
from optimize.api.errors import problem
from optimize.application.model_check import ModelAnswer, check_model
from optimize.domain.cost import CallRole

router = APIRouter(prefix="/api/agents")


@router.post("/{agent}/models/{role}/test", response_model=ModelAnswer)
async def test_model(
    agent: str, role: CallRole, optimize: OptimizeDep, actor: ActorDep, state: StateDep
) -> ModelAnswer | Response:
    """One tiny call to the model of a role, booked under the agent; that it does not answer is an answer."""
    wait = state["model_tests"].wait(actor.name)
    if wait:
        detail = f"Each test is a call to a model: try again in {wait} seconds."
        return problem(429, {"error": "too_many_model_tests", "detail": detail}, {"Retry-After": str(wait)})
    await optimize.use_cases.agents.view(agent)
    state["model_tests"].count(actor.name)
    return await check_model(optimize.models, SystemClock(), role, agent=agent, actor=actor)

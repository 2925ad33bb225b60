"""Experiments: two setups side by side. To stop one, cancel either of its batches."""

from typing import Annotated, Final

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from optimize.api.deps import MOST_PER_PAGE, ActorDep, CursorDep, KeyDep, LimitDep, OptimizeDep
from optimize.api.paging import page_of
from optimize.application.estimate_views import EstimateView
from optimize.application.estimates import EXPERIMENT_RUNS
from optimize.application.experiment_results import ExperimentSummary, ExperimentView
from optimize.application.experiments import ExperimentOrder
from optimize.application.views import Page
from optimize.domain.change import Change

router = APIRouter(prefix="/api")
ExperimentId = Annotated[str, Path(alias="id")]
_DEEPEST: Final = 5 * MOST_PER_PAGE


class NewExperiment(BaseModel):
    """`runs` per test and setup; without `tests`, the whole accepted set."""

    model_config = ConfigDict(extra="forbid")

    change: Change
    runs: int = EXPERIMENT_RUNS
    tests: tuple[str, ...] | None = Field(default=None, min_length=1, max_length=500)

    def order(self) -> ExperimentOrder:
        return ExperimentOrder(change=self.change, runs=self.runs, tests=self.tests)


@router.post("/agents/{agent}/experiments", status_code=202)
async def start_experiment(
    agent: str, body: NewExperiment, optimize: OptimizeDep, actor: ActorDep, key: KeyDep
) -> ExperimentView:
    return await optimize.use_cases.experiments.start(agent, body.order(), actor=actor, key=key)


@router.post("/agents/{agent}/experiments/estimate")
async def estimate_experiment(agent: str, body: NewExperiment, optimize: OptimizeDep) -> EstimateView:
    """What both setups would cost together."""
    return await optimize.use_cases.experiments.estimate(agent, body.order())


@router.get("/agents/{agent}/experiments")
async def experiments(
    agent: str, optimize: OptimizeDep, cursor: CursorDep = None, limit: LimitDep = 20
) -> Page[ExperimentSummary]:
    """Newest first."""
    most = limit + 1 if cursor is None else _DEEPEST
    found = await optimize.use_cases.experiments.list(agent, limit=most)
    return page_of(found, lambda experiment: experiment.id, cursor=cursor, limit=limit)


@router.get("/experiments/{id}")
async def experiment(experiment_id: ExperimentId, optimize: OptimizeDep) -> ExperimentView:
    return await optimize.use_cases.experiments.view(experiment_id)

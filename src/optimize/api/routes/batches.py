"""Batches: the runs started by one press."""

from decimal import Decimal
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict, Field

from optimize.api.deps import MOST_PER_PAGE, ActorDep, CursorDep, KeyDep, LimitDep, OptimizeDep
from optimize.api.paging import page_of
from optimize.application.junit import junit
from optimize.application.planning import BatchOrder
from optimize.application.time_limits import LONGEST_TIME_LIMIT
from optimize.application.told import why_not_run
from optimize.application.views import BatchView, Page
from optimize.domain.errors import Invalid
from optimize.domain.setup import Setup, WritePolicy

router = APIRouter(prefix="/api")
BatchId = Annotated[str, Path(alias="id")]
_DEEPEST: Final = 5 * MOST_PER_PAGE
_XML: Final = "application/xml"
_JUNIT: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {_XML: {"schema": {"type": "string"}}}}}


class NewBatch(BaseModel):
    """What to run. `run_all` takes the whole accepted set, `run` the named tests."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["run_all", "run"]
    tests: tuple[str, ...] | None = Field(default=None, min_length=1, max_length=500)
    setup: Setup | None = None
    writes: WritePolicy | None = None
    go_ahead: tuple[str, ...] = ()
    """The write tools that may really be called, by name; needed for `writes: execute`."""
    budget: Decimal | None = Field(default=None, gt=0)
    time_limit: float | None = Field(default=None, gt=0, le=LONGEST_TIME_LIMIT)
    """Seconds after which runs that have come to no end are cancelled."""
    stop_early: bool = False

    def order(self) -> BatchOrder:
        if (self.kind == "run") != (self.tests is not None):
            raise Invalid(
                "invalid",
                "tests: name them for kind run, and leave them out for run_all, which takes all.",
                field="tests",
            )
        return BatchOrder(
            kind=self.kind,
            tests=self.tests,
            setup=self.setup or Setup(),
            writes=self.writes,
            go_ahead=self.go_ahead,
            budget=self.budget,
            time_limit=self.time_limit,
            stop_early=self.stop_early,
        )


@router.post("/agents/{agent}/batches", status_code=202)
async def start(agent: str, body: NewBatch, optimize: OptimizeDep, actor: ActorDep, key: KeyDep) -> BatchView:
    return await optimize.use_cases.planning.start(agent, body.order(), actor=actor, key=key)


@router.get("/agents/{agent}/batches")
async def batches(
    agent: str, optimize: OptimizeDep, active: bool | None = None, cursor: CursorDep = None, limit: LimitDep = 20
) -> Page[BatchView]:
    """Newest first."""
    most = limit + 1 if cursor is None else _DEEPEST
    found = await optimize.use_cases.history.batches(agent, active=active, limit=most)
    return page_of(found, lambda batch: batch.id, cursor=cursor, limit=limit)


@router.get("/batches/{id}")
async def batch(batch_id: BatchId, optimize: OptimizeDep) -> BatchView:
    return await optimize.use_cases.history.batch(batch_id)


@router.get("/batches/{id}/junit.xml", response_class=Response, responses=_JUNIT)
async def junit_xml(batch_id: BatchId, optimize: OptimizeDep) -> Response:
    """The results as JUnit XML: one test case for each test, with the counts of the page."""
    history = optimize.use_cases.history
    view = await history.batch(batch_id)
    report = junit(view, why_not_run(view))
    return Response(report, media_type=_XML, headers={"Content-Disposition": 'attachment; filename="junit.xml"'})


@router.post("/batches/{id}/cancel")
async def cancel(batch_id: BatchId, optimize: OptimizeDep, actor: ActorDep) -> BatchView:
    return await optimize.use_cases.planning.cancel(batch_id, actor=actor)

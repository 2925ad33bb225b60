"""Acceptance tests: drafts, their dry runs, and what becomes of them."""

from collections import defaultdict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from optimize.api.deps import ActorDep, CursorDep, KeyDep, LimitDep, OptimizeDep, RevisionDep
from optimize.api.paging import page_of
from optimize.api.test_list import ATTRIBUTE, in_order, with_attributes
from optimize.application.planning import BatchOrder
from optimize.application.views import BatchView, Page, TestView, TrendPoint
from optimize.domain.acceptance_test import TestBody, TestState

router = APIRouter(prefix="/api")
TestId = Annotated[str, Path(alias="id")]
SortDep = Annotated[
    str | None, Query(description="name, created_at or attribute.<name>; with a leading - in descending order.")
]


class DryRun(BaseModel):
    model_config = ConfigDict(extra="forbid")

    runs: int | None = None


class Amend(BaseModel):
    model_config = ConfigDict(extra="forbid")

    test: TestBody
    reason: str = Field(max_length=4_000)


class Retire(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reason: str = Field(max_length=4_000)


@router.get("/agents/{agent}/tests")
async def list_tests(
    agent: str,
    request: Request,
    optimize: OptimizeDep,
    state: TestState | None = None,
    sort: SortDep = None,
    cursor: CursorDep = None,
    limit: LimitDep = 50,
) -> Page[TestView]:
    """Oldest first. `attribute.<path>=<value>`, as often as wanted, keeps the tests that have these attributes."""
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in request.query_params.multi_items():
        if name.startswith(ATTRIBUTE):
            wanted[name.removeprefix(ATTRIBUTE)].append(value)
    listed = with_attributes(await optimize.use_cases.history.tests(agent, state=state), wanted)
    return page_of(in_order(listed, sort), lambda test: test.id, cursor=cursor, limit=limit)


@router.post("/agents/{agent}/tests", status_code=201)
async def draft(agent: str, body: TestBody, optimize: OptimizeDep, actor: ActorDep, key: KeyDep) -> TestView:
    return await optimize.use_cases.lifecycle.draft(agent, body, actor=actor, key=key)


@router.get("/tests/{id}")
async def show_test(test_id: TestId, optimize: OptimizeDep, response: Response) -> TestView:
    return _tagged(response, await optimize.use_cases.lifecycle.view(test_id))


@router.put("/tests/{id}")
async def revise(
    test_id: TestId,
    body: TestBody,
    optimize: OptimizeDep,
    actor: ActorDep,
    revision: RevisionDep,
    response: Response,
) -> TestView:
    """Replace a draft's content; an accepted test never changes. With `If-Match`, only if it still is that revision."""
    lifecycle = optimize.use_cases.lifecycle
    return _tagged(response, await lifecycle.revise(test_id, body, actor=actor, instead_of=revision))


def _tagged(response: Response, view: TestView) -> TestView:
    response.headers["ETag"] = f'"{view.revision}"'
    return view


@router.delete("/tests/{id}", status_code=204)
async def discard(test_id: TestId, optimize: OptimizeDep, actor: ActorDep) -> None:
    await optimize.use_cases.lifecycle.discard(test_id, actor=actor)


@router.post("/tests/{id}/dry-run", status_code=202)
async def dry_run(
    test_id: TestId, optimize: OptimizeDep, actor: ActorDep, key: KeyDep, body: DryRun | None = None
) -> BatchView:
    """A try of a draft: it never counts, and nothing is written by it."""
    shown = await optimize.use_cases.lifecycle.view(test_id)
    order = BatchOrder(kind="dry_run", tests=(test_id,), runs=body.runs if body else None, writes="refuse")
    return await optimize.use_cases.planning.start(shown.agent, order, actor=actor, key=key)


@router.post("/tests/{id}/accept")
async def accept(test_id: TestId, optimize: OptimizeDep, actor: ActorDep, revision: RevisionDep) -> TestView:
    """With `If-Match`, only if it still is that revision."""
    return await optimize.use_cases.lifecycle.accept(test_id, actor=actor, revision=revision)


@router.post("/tests/{id}/amend", status_code=201)
async def amend(test_id: TestId, body: Amend, optimize: OptimizeDep, actor: ActorDep, key: KeyDep) -> TestView:
    """Accept a new test in place of this one; the answer is the new one."""
    return await optimize.use_cases.lifecycle.amend(test_id, body.test, reason=body.reason, actor=actor, key=key)


@router.post("/tests/{id}/retire")
async def retire(test_id: TestId, body: Retire, optimize: OptimizeDep, actor: ActorDep) -> TestView:
    return await optimize.use_cases.lifecycle.retire(test_id, reason=body.reason, actor=actor)


@router.get("/tests/{id}/trend")
async def trend(test_id: TestId, optimize: OptimizeDep) -> Page[TrendPoint]:
    """Official results, oldest first."""
    return Page(items=await optimize.use_cases.history.trend(test_id))

"""What can be checked, and what a test's setting would mean."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from optimize.application.views import CriterionKind, Page
from optimize.domain.acceptance_test import CODE_RUNS, JUDGED_RUNS
from optimize.domain.criteria import CRITERIA
from optimize.domain.criteria.base import CriterionBase
from optimize.domain.pass_rule import DEFAULT_THRESHOLD
from optimize.domain.statistics.setting import SettingCheck, check_setting, runs_allowing
from optimize.domain.statistics.setting_sentences import both_sides, next_step, warning

router = APIRouter(prefix="/api")


class SettingRequest(BaseModel):
    """As in a test: null means the default of its kind. Numbers that make no sense are answered, not refused."""

    model_config = ConfigDict(extra="forbid")

    runs: int | float | None = None
    threshold: float | None = None
    judged: bool


class SettingView(BaseModel):
    """`sentences`: what the setting can and cannot tell; empty if it is not `ok`, then `message` says why.

    `runs` and `threshold` are what was asked about, the defaults filled in. `next_runs`: the next number of runs that
    allows one more failure; None if there is none, or if every run must pass.
    """

    runs: int | float
    threshold: float | None
    ok: bool
    code: str
    message: str
    sentences: list[str]
    must_pass: int | None
    n_min: int | None
    t_max: float | None
    next_runs: int | None


@router.get("/criteria")
async def criteria() -> Page[CriterionKind]:
    return Page(items=[_kind(name, criterion) for name, criterion in CRITERIA.items()])


@router.post("/setting")
async def setting(body: SettingRequest) -> SettingView:
    runs = (JUDGED_RUNS if body.judged else CODE_RUNS) if body.runs is None else body.runs
    threshold = DEFAULT_THRESHOLD if body.judged and body.threshold is None else body.threshold
    check = check_setting(runs, threshold)
    return SettingView(
        **check.model_dump(include={"ok", "code", "message", "n_min", "t_max"}),
        must_pass=check.k_min,
        runs=runs,
        threshold=threshold,
        next_runs=_next_runs(check, threshold),
        sentences=_sentences(int(runs), threshold) if check.ok else [],
    )


def _next_runs(check: SettingCheck, threshold: float | None) -> int | None:
    if threshold is None or check.max_failures is None:
        return None
    return runs_allowing(check.max_failures + 1, threshold)


def _sentences(runs: int, threshold: float | None) -> list[str]:
    said = [both_sides(runs, threshold), warning(runs, threshold)]
    if threshold is not None:
        said.append(next_step(runs, threshold))
    return [sentence for sentence in said if sentence]


def _kind(name: str, criterion: type[CriterionBase]) -> CriterionKind:
    return CriterionKind(
        kind=name,
        title=criterion.title,
        checked_by="model" if criterion.judged else "code",
        description=(criterion.__doc__ or "").strip(),
        parameters=criterion.model_json_schema(),
    )

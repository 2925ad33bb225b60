"""What every door shows: the read models of the product, one shape for page, API, assistant and exports."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue

from optimize.domain.acceptance_test import AcceptanceTest
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.cost import CallRole, Cost
from optimize.domain.result import CriterionResult, ResultOutcome
from optimize.domain.setup import Setup, WritePolicy
from optimize.domain.transcript import Effect, Transcript
from optimize.domain.verdict import Citation, Outcome

T = TypeVar("T")

BatchKind = Literal["dry_run", "run_all", "run", "experiment", "schedule"]
BatchState = Literal["planned", "running", "finished", "cancelled"]
RunState = Literal["planned", "running", "judging", "finished", "could_not_run", "cancelled"]
Release = Literal["advisory", "gated"]


class View(BaseModel):
    model_config = ConfigDict(frozen=True)


class Page(View, Generic[T]):
    """One page of a list; `next` is the cursor of the following one."""

    items: list[T]
    next: str | None = None


class ToolView(View):
    name: str
    description: str
    effect: Effect
    parameters: dict[str, JsonValue]


class VersionView(View):
    id: str
    number: int
    label: str
    live: bool
    created_at: datetime
    created_by: str
    definition: AgentDefinition


class AgentSummary(View):
    name: str
    description: str
    live_version: str | None
    release: Release
    writes: WritePolicy
    tests: dict[str, int]
    """Number of tests by state."""


class AgentView(AgentSummary):
    versions: list[VersionView]
    tools: list[ToolView]
    write_control: Literal["enforced", "gateway", "promised", "none"]


class LatestResult(View):
    """The newest counted result of a test, and the batch it comes from."""

    batch: str
    finished_at: datetime | None
    version: str
    verdict: ResultOutcome
    criteria: list[CriterionResult]
    why_lost: str | None = None
    """Why runs of it could not run or were cancelled, as most of them say; None if none was lost."""
    run_numbers: dict[str, int] = {}
    """Which run of the batch each run is, by its id: what the reasons name."""
    other_version: str | None = None
    """The version it is of in words, where that is not the live one."""


class TestView(AcceptanceTest):
    """An acceptance test with what its settings mean, what it was last shown to be, and what is still loose."""

    __test__ = False

    revision: str
    """Names the content as it stands: whoever changes a draft says which one was changed."""
    setting: list[str]
    """What must happen, e.g. "All 5 runs must pass.", and what that tells; per group of criteria if they differ."""
    sentences: list[str]
    """Per criterion: it in plain words."""
    warnings: list[str]
    created_at: datetime
    created_by: str
    accepted_at: datetime | None = None
    accepted_by: str | None = None
    latest: LatestResult | None = None
    """Newest official result; for a draft, its newest dry run."""
    active_batch: str | None = None
    """A batch that is running this test now."""


class Counts(View):
    planned: int
    done: int
    passed: int
    failed: int
    could_not_judge: int
    could_not_run: int
    running: int
    cancelled: int


class Paused(View):
    """Calls of the batch wait, because an endpoint asks to be left alone. `why`: one sentence."""

    until: datetime
    why: str


class BatchProgress(View):
    """How the runs of a batch stand, without their results."""

    counts: Counts
    paused: Paused | None = None


class TestInBatch(View):
    __test__ = False

    test: str
    name: str
    verdict: ResultOutcome
    counts: Counts
    criteria: list[CriterionResult]
    sentences: list[str] = []
    """Per criterion: it in plain words, as it was when it ran."""
    why_lost: str | None = None
    """Why runs of it could not run or were cancelled, as most of them say; None if none was lost."""


class BatchView(View):
    id: str
    agent: str
    kind: BatchKind
    state: BatchState
    verdict: ResultOutcome
    """Passed only if every test passed; no result while it runs."""
    version: str
    version_number: int
    setup: Setup
    writes: WritePolicy
    exploratory_reason: str | None
    requested_by: str
    created_at: datetime
    finished_at: datetime | None
    counts: Counts
    tests: list[TestInBatch]
    cost: Cost
    deadline: datetime | None = None
    paused: Paused | None = None
    """Set while it goes on and its calls wait."""
    drift: list[str] = []
    """Models that another model answered for while the batch ran, one sentence each: its runs may not be alike."""


class VerdictView(View):
    criterion: int
    kind: str
    sentence: str
    outcome: Outcome
    reason: str
    citations: list[Citation]
    judge: dict[str, str] | None


class CallView(View):
    id: str
    role: CallRole
    model: str
    state: Literal["sent", "done", "failed", "unknown"]
    attempt: int
    started_at: datetime
    latency_ms: float | None
    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    cost: Decimal | None
    price_version: str | None
    error: str | None
    answered: str | None = None
    """What the endpoint says of the model that answered."""


class RunSummary(View):
    id: str
    batch: str
    batch_kind: BatchKind
    agent: str
    test: str
    test_name: str
    version: str
    version_number: int
    n: int
    state: RunState
    why: str | None
    """Why it could not run or was cancelled."""
    attempts: int
    verdict: Outcome | None
    """Passed if every criterion passed; None until decided."""
    exploratory_reason: str | None
    writes: WritePolicy
    started_at: datetime | None
    finished_at: datetime | None
    agent_ms: float | None
    cost: Cost


class RunPage(Page[RunSummary]):
    """`cancelled`: how many cancelled runs lie on this stretch of the list, whether or not they are among the items."""

    cancelled: int = 0


class RealWriteView(View):
    """A write that really left, on record before it did. `unknown`: whether it took effect is not known."""

    attempt: int
    tool: str
    arguments: dict[str, JsonValue]
    state: Literal["sent", "executed", "failed", "unknown"]
    at: datetime


class RunView(RunSummary):
    transcript: Transcript | None
    verdicts: list[VerdictView]
    calls: list[CallView]
    real_writes: list[RealWriteView] = []


class TrendPoint(View):
    batch: str
    at: datetime
    version: str
    criteria: list[CriterionResult]
    verdict: ResultOutcome


class CriterionKind(View):
    kind: str
    title: str
    checked_by: Literal["code", "model"]
    description: str
    parameters: dict[str, Any]
    """JSON Schema of the criterion."""


class ProposalView(View):
    """Something the assistant wants done, from the server's own data; `digest` binds the answer to these facts."""

    id: str
    agent: str
    thread: str
    turn: str
    call: str
    action: str
    title: str
    facts: list[dict[str, str]]
    """Rows of the card: `{"label", "value"}`, in order."""
    warning: str | None
    digest: str
    state: Literal["pending", "approved", "declined", "void"]
    created_at: datetime
    answered_at: datetime | None
    answered_by: str | None
    instead: bool = False
    """Declined without a no: something else was written, which counts as one."""


class ThreadView(View):
    id: str
    agent: str
    title: str
    created_at: datetime
    updated_at: datetime
    busy: bool


class ModelRole(View):
    role: CallRole
    model: str
    offline: bool
    note: str

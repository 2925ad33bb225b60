"""What the store keeps: one record per row, typed. Views are made from these; nothing here knows SQL."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from optimize.application.views import BatchKind, BatchState, Release, RunState
from optimize.domain.acceptance_test import AcceptanceTest, TestBody
from optimize.domain.actor import Role
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.change import Change
from optimize.domain.cost import CallRole
from optimize.domain.setup import Setup, WritePolicy
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict

TurnState = Literal["running", "waiting", "done", "interrupted", "failed", "cancelled"]
CallState = Literal["sent", "done", "failed", "unknown"]


class Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class AgentRecord(Record):
    name: str
    release: Release = "advisory"
    writes: WritePolicy = "refuse"
    created_at: datetime
    created_by: str


class VersionRecord(Record):
    """An immutable version; `id` is the content hash of its definition."""

    id: str
    agent: str
    number: int
    label: str
    definition: AgentDefinition
    created_at: datetime
    created_by: str


class ActivationRecord(Record):
    """Append-only: the newest one of an agent names its live version."""

    id: str
    agent: str
    version: str
    at: datetime
    by: str
    reason: str
    gate: dict[str, JsonValue]


class TestRecord(Record):
    __test__ = False

    test: AcceptanceTest
    created_at: datetime
    created_by: str
    accepted_at: datetime | None = None
    accepted_by: str | None = None
    retired_at: datetime | None = None
    retired_by: str | None = None


class BatchRecord(Record):
    """`tests` are the bodies as they stood when the batch was planned: a draft revised later changes nothing here."""

    id: str
    agent: str
    kind: BatchKind
    state: BatchState
    version: str
    setup: Setup
    writes: WritePolicy
    go_ahead: dict[str, JsonValue] | None = None
    exploratory_reason: str | None = None
    requested_by: str
    thread: str | None = None
    stop_early: bool = False
    budget: Decimal | None = None
    deadline: datetime | None = None
    created_at: datetime
    finished_at: datetime | None = None
    tests: dict[str, TestBody]


class ExperimentRecord(Record):
    """Two batches, planned and queued together: `batch_a` under the current setup, `batch_b` under the changed one."""

    id: str
    agent: str
    batch_a: str
    batch_b: str
    change: Change
    runs: int
    requested_by: str
    thread: str | None = None
    created_at: datetime


class ScheduleRecord(Record):
    """The daily run of an agent's accepted set at `at` (HH:MM, UTC); `by` is who set it."""

    agent: str
    at: str
    enabled: bool
    by: str
    changed_at: datetime


class ScheduledDay(Record):
    """A day that came due, dealt with once and for good. `batch` None: nothing was started, and `why` says why."""

    agent: str
    due_date: date
    state: Literal["started", "not_started", "missed"]
    late: bool = False
    why: str | None = None
    batch: str | None = None
    at: datetime


class StandingRecord(Record):
    """How a run stands and whether its batch goes on, with the batch's money.

    `reserved` is what calls under way may cost at most.
    """

    run_state: RunState
    test: str
    batch: str
    state: BatchState
    budget: Decimal | None = None
    spent: Decimal = Decimal(0)
    reserved: Decimal = Decimal(0)


class PauseRecord(Record):
    """Until when calls of a batch wait, and why. It stays on record when the time has passed."""

    batch: str
    until: datetime
    why: str


class RunRecord(Record):
    """One planned run. `attempt` fences: only the attempt that holds it may record an outcome."""

    id: str
    batch: str
    agent: str
    test: str
    n: int
    seed: int
    state: RunState = "planned"
    why: str | None = None
    attempt: int = 0
    owner: str | None = None
    transcript: Transcript | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    agent_ms: float | None = None


class VerdictRecord(Record):
    run: str
    criterion: int
    kind: str
    verdict: Verdict


class CallRecord(Record):
    """One call to a model, on record before it leaves. `sent` after a crash means: its answer was never seen.

    `reserved` is what it may cost at most; only calls of a batch with a budget have it. `answered`: what the endpoint
    says of the model that answered.
    """

    id: str
    agent: str
    role: CallRole
    model: str
    state: CallState
    attempt: int = 1
    run: str | None = None
    turn: str | None = None
    started_at: datetime
    latency_ms: float | None = None
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    cost: Decimal | None = None
    reserved: Decimal | None = None
    price_version: str | None = None
    error: str | None = None
    answered: str | None = None


class ThreadRecord(Record):
    id: str
    agent: str
    title: str
    created_at: datetime
    updated_at: datetime
    created_by: str


class TurnRecord(Record):
    """One message of a person and what the assistant makes of it. `client_id` is unique within the thread."""

    id: str
    thread: str
    client_id: str
    text: str
    state: TurnState
    by: str
    started_at: datetime
    ended_at: datetime | None = None


class EventRecord(Record):
    """One event of a thread. `seq` is gapless per thread; `event` is the AG-UI event as JSON."""

    thread: str
    seq: int
    turn: str
    at: datetime
    event: dict[str, Any]


class ProposalRecord(Record):
    id: str
    agent: str
    thread: str
    turn: str
    call: str
    action: str
    arguments: dict[str, JsonValue]
    title: str
    facts: tuple[tuple[str, str], ...]
    warning: str | None = None
    digest: str
    state: Literal["pending", "approved", "declined", "void"] = "pending"
    created_at: datetime
    answered_at: datetime | None = None
    answered_by: str | None = None
    redeemed: bool = False


class TokenRecord(Record):
    """A bearer token or a one-time sign-in link; only its hash is kept."""

    id: str
    name: str
    role: Role
    hash: str
    once: bool = False
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None


class SessionRecord(Record):
    hash: str
    name: str
    role: Role
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None


class AuditRecord(Record):
    seq: int
    at: datetime
    actor: str
    action: str
    object: str
    reason: str
    before: str | None
    after: str | None
    previous: str
    hash: str


class ReplyRecord(Record):
    """What was answered to a request with an idempotency key."""

    key: str
    body_hash: str
    status: int
    body: dict[str, Any]
    at: datetime

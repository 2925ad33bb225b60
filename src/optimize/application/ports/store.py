"""The store as use cases see it: transactions that hold repositories.

`Store.writing()` is one write transaction, committed when its block ends without an error; `Store.reading()` is a
snapshot. No transaction is held across a call to a model or an agent. Every adapter passes `tests/conformance/store`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol

from optimize.application.ports.carrying import Calls, Executors, Pauses
from optimize.application.ports.orders import Experiments, Schedules
from optimize.application.records import (
    ActivationRecord,
    AgentRecord,
    AuditRecord,
    BatchRecord,
    EventRecord,
    ProposalRecord,
    ReplyRecord,
    RunRecord,
    SessionRecord,
    StandingRecord,
    TestRecord,
    ThreadRecord,
    TokenRecord,
    TurnRecord,
    TurnState,
    VerdictRecord,
    VersionRecord,
)
from optimize.application.tally import Tally
from optimize.application.views import BatchState, Release, RunState
from optimize.application.write_records import RealWriteRecord, WriteState
from optimize.domain.acceptance_test import TestBody, TestState
from optimize.domain.setup import WritePolicy
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict


class Agents(Protocol):
    async def add(self, agent: AgentRecord) -> None: ...
    async def get(self, name: str) -> AgentRecord | None: ...
    async def set_policy(self, name: str, *, release: Release, writes: WritePolicy) -> None: ...
    async def add_version(self, version: VersionRecord) -> None: ...
    async def version(self, version_id: str) -> VersionRecord | None: ...
    async def versions(self, agent: str) -> list[VersionRecord]:
        """Oldest first."""
        ...

    async def version_names(self, agent: str) -> list[tuple[str, int, str]]:
        """Id, number and label of each version, oldest first, without what it is made of."""
        ...

    async def activate(self, activation: ActivationRecord) -> None: ...
    async def activations(self, agent: str) -> list[ActivationRecord]:
        """Oldest first; the last one names the live version."""
        ...

    async def list(self) -> list[AgentRecord]: ...


class Tests(Protocol):
    async def add(self, record: TestRecord) -> None: ...
    async def get(self, test_id: str) -> TestRecord | None: ...
    async def list(self, agent: str, *, state: TestState | None = None) -> list[TestRecord]:
        """Oldest first."""
        ...

    async def replace_draft(self, test_id: str, body: TestBody) -> None: ...
    async def accept(self, test_id: str, *, at: datetime, by: str) -> None: ...
    async def retire(self, test_id: str, *, reason: str, at: datetime, by: str, replaced_by: str | None) -> None: ...
    async def discard(self, test_id: str) -> None: ...


class Batches(Protocol):
    async def add(self, batch: BatchRecord, runs: Sequence[RunRecord]) -> None:
        """The batch and all of its runs in one go: the denominator is fixed before the first call."""
        ...

    async def get(self, batch_id: str) -> BatchRecord | None: ...
    async def list(
        self, agent: str | None = None, *, active: bool | None = None, limit: int = 100
    ) -> list[BatchRecord]:
        """Newest first."""
        ...

    async def set_state(self, batch_id: str, state: BatchState, *, finished_at: datetime | None = None) -> bool:
        """Whether it was still open: a batch that is over stays as it ended."""
        ...

    async def overdue(self, at: datetime) -> Sequence[str]:
        """Ids of batches that are not over although their deadline has passed."""
        ...

    async def standing(self, run_id: str) -> StandingRecord | None:
        """How the batch of a run stands, without its tests: cheap enough to be asked before every call."""
        ...

    async def spend(self, batch_id: str, *, spent: Decimal = Decimal(0), reserved: Decimal = Decimal(0)) -> None:
        """Add to what a batch with a budget has spent, and to what it holds in reserve."""
        ...


class Runs(Protocol):
    async def get(self, run_id: str) -> RunRecord | None: ...
    async def of_batch(self, batch_id: str, *, tests: Collection[str] | None = None) -> list[RunRecord]:
        """By test and n, without transcripts; of some `tests` only, if given."""
        ...

    async def tally(self, batch_id: str) -> Tally: ...
    async def tally_by_test(self, batch_id: str) -> Mapping[str, Tally]: ...
    async def claim(self, run_id: str, *, owner: str, at: datetime) -> RunRecord | None:
        """Take a planned or running run with `attempt + 1`; None if it is past running."""
        ...

    async def record_transcript(self, run_id: str, *, attempt: int, transcript: Transcript, agent_ms: float) -> bool:
        """running → judging, only for the attempt that holds it; False if another has taken over."""
        ...

    async def finish(
        self, run_id: str, *, attempt: int, verdicts: Sequence[Verdict], kinds: Sequence[str], at: datetime
    ) -> bool:
        """judging → finished with one verdict per criterion, written once; False if another has taken over."""
        ...

    async def close(self, run_id: str, state: RunState, *, why: str, at: datetime, attempt: int | None = None) -> bool:
        """Any open state → could_not_run or cancelled; False if already terminal or fenced by `attempt`."""
        ...

    async def add_write(self, write: RealWriteRecord) -> bool:
        """A write about to leave; False, and it must not, unless its attempt holds the run and plays it."""
        ...

    async def settle_write(self, write: RealWriteRecord, state: WriteState) -> None:
        """What became of a write that has left."""
        ...

    async def writes(self, run_id: str) -> Sequence[RealWriteRecord]:
        """What really left, of every attempt, in order."""
        ...

    async def unfinished(self, *, among: Collection[str] | None = None) -> list[str]:
        """Ids of runs that have come to no end yet: all of them, or those among the ones given."""
        ...

    async def any_open(self, batch_id: str) -> bool:
        """Whether a run of the batch has come to no end yet."""
        ...

    async def verdicts(self, run_ids: Iterable[str]) -> list[VerdictRecord]: ...

    async def list(
        self,
        agent: str,
        *,
        test: str | None = None,
        batch: str | None = None,
        exploratory: bool | None = None,
        before: str | None = None,
        limit: int = 50,
    ) -> list[RunRecord]:
        """Newest first, without transcripts. `before`: the id of the last run of the page before."""
        ...


class Chats(Protocol):
    async def add_thread(self, thread: ThreadRecord) -> None: ...
    async def thread(self, thread_id: str) -> ThreadRecord | None: ...
    async def threads(self, agent: str) -> list[ThreadRecord]:
        """Newest activity first."""
        ...

    async def touch(self, thread_id: str, *, at: datetime, title: str | None = None) -> None: ...
    async def add_turn(self, turn: TurnRecord) -> bool:
        """False, and nothing written, if the thread already has a turn of this client id."""
        ...

    async def turn(self, turn_id: str) -> TurnRecord | None: ...
    async def turns(self, thread_id: str) -> list[TurnRecord]: ...
    async def open_turns(self, thread_id: str | None = None) -> list[TurnRecord]:
        """Turns in state running or waiting."""
        ...

    async def set_turn(self, turn_id: str, state: TurnState, *, ended_at: datetime | None = None) -> None: ...
    async def append(
        self, thread_id: str, turn_id: str, at: datetime, events: Sequence[Mapping[str, Any]]
    ) -> list[EventRecord]:
        """Store events with the next sequence numbers of the thread."""
        ...

    async def events(self, thread_id: str, *, after: int = 0, limit: int = 1000) -> list[EventRecord]: ...
    async def newest(self, thread_ids: Sequence[str]) -> dict[str, int]:
        """The number of each thread's last event; threads without events are left out."""
        ...


class Proposals(Protocol):
    async def add(self, proposal: ProposalRecord) -> None: ...
    async def get(self, proposal_id: str) -> ProposalRecord | None: ...
    async def of_call(self, thread_id: str, call_id: str) -> ProposalRecord | None: ...
    async def list(
        self, *, agent: str | None = None, thread: str | None = None, state: str | None = None
    ) -> list[ProposalRecord]: ...
    async def answer(self, proposal_id: str, state: str, *, by: str, at: datetime) -> bool:
        """pending → approved, declined or void, once; False if it was answered before."""
        ...

    async def redeem(self, proposal_id: str) -> bool:
        """An approval is used once; False if it was used before or never given."""
        ...


class Access(Protocol):
    async def add_token(self, token: TokenRecord) -> None: ...
    async def token(self, token_hash: str) -> TokenRecord | None: ...
    async def tokens(self) -> list[TokenRecord]: ...
    async def revoke(self, token_id: str, *, at: datetime) -> bool:
        """False if it was revoked before: a one-time link is used by revoking it."""
        ...

    async def add_session(self, session: SessionRecord) -> None: ...
    async def session(self, session_hash: str) -> SessionRecord | None: ...
    async def end_session(self, session_hash: str, *, at: datetime) -> None: ...


class Audit(Protocol):
    async def append(
        self,
        *,
        at: datetime,
        actor: str,
        action: str,
        object: str,
        reason: str = "",
        before: str | None = None,
        after: str | None = None,
    ) -> None:
        """One line, chained to the one before it by hash, in the transaction of the change it tells of."""
        ...

    async def list(self, *, limit: int = 100) -> list[AuditRecord]: ...
    async def told_of(self, action: str, among: Collection[str]) -> set[str]:
        """Those of the objects that a line with this action tells of."""
        ...

    async def broken_at(self) -> int | None:
        """The first line whose hash does not fit; None if the chain holds."""
        ...


class Replies(Protocol):
    async def get(self, key: str) -> ReplyRecord | None: ...
    async def add(self, reply: ReplyRecord) -> None: ...


class Transaction(Protocol):
    agents: Agents
    tests: Tests
    batches: Batches
    experiments: Experiments
    schedules: Schedules
    runs: Runs
    calls: Calls
    chats: Chats
    proposals: Proposals
    access: Access
    audit: Audit
    replies: Replies
    executors: Executors
    pauses: Pauses
    connection: Any
    """The adapter's own connection, for an engine that enqueues in the same transaction."""


class Store(Protocol):
    def writing(self) -> AbstractAsyncContextManager[Transaction]: ...
    def reading(self) -> AbstractAsyncContextManager[Transaction]: ...

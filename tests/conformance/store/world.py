"""Records as the store tests need them, with as little said as possible."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from optimize.adapters.store.store import SqlStore
from optimize.application.records import (
    ActivationRecord,
    AgentRecord,
    BatchRecord,
    CallRecord,
    ExperimentRecord,
    ProposalRecord,
    RunRecord,
    ScheduledDay,
    ScheduleRecord,
    TestRecord,
    ThreadRecord,
    TurnRecord,
    VersionRecord,
)
from optimize.application.write_records import RealWriteRecord
from optimize.domain.acceptance_test import AcceptanceTest, TestBody
from optimize.domain.agent_definition import AgentDefinition, version_hash
from optimize.domain.change import Change
from optimize.domain.setup import Setup
from optimize.domain.transcript import Message, ModelCall, ToolCall, Transcript
from optimize.domain.verdict import passed

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DEFINITION = AgentDefinition(name="desk", attributes={"b": 1, "a": "Zürich"})
VERSION = version_hash(DEFINITION)
TRANSCRIPT = Transcript(
    events=(
        Message(seq=1, turn=1, role="user", text="Hello", started=NOON),
        ToolCall(seq=2, turn=1, call_id="c1", name="look", arguments={"n": [1, 2.5, None]}, result={"ok": True}),
        ModelCall(seq=3, turn=1, model="m", cost=Decimal("0.000123")),
        Message(seq=4, turn=1, role="assistant", text="It is 12 °C."),
    ),
    turn_ms=(12.5,),
)


def later(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def body(name: str = "greets", **more: Any) -> TestBody:
    return TestBody.model_validate(
        {
            "name": name,
            "situation": {"messages": [{"role": "user", "text": "Hello"}]},
            "criteria": [{"kind": "answerContains", "texts": ["12"]}],
            **more,
        }
    )


def a_test(test_id: str = "t1", **more: Any) -> TestRecord:
    written = {"id": test_id, "agent": "desk", **body().model_dump(), **more}
    return TestRecord(test=AcceptanceTest.model_validate(written), created_at=NOON, created_by="ann")


def a_version(number: int) -> VersionRecord:
    definition = DEFINITION.model_copy(update={"description": f"number {number}" if number > 1 else ""})
    return VersionRecord(
        id=version_hash(definition),
        agent="desk",
        number=number,
        label=f"v{number}",
        definition=definition,
        created_at=later(number),
        created_by="ann",
    )


def an_activation(activation_id: str, version: str = VERSION) -> ActivationRecord:
    return ActivationRecord(
        id=activation_id, agent="desk", version=version, at=NOON, by="ann", reason="first", gate={"tests": ["t1"]}
    )


def a_batch(batch_id: str = "b1", **more: Any) -> BatchRecord:
    values: dict[str, Any] = {
        "id": batch_id,
        "agent": "desk",
        "kind": "run_all",
        "state": "planned",
        "version": VERSION,
        "setup": Setup(),
        "writes": "refuse",
        "requested_by": "ann",
        "created_at": NOON,
        "tests": {"t2": body("second"), "t1": body("first")},
    }
    return BatchRecord.model_validate({**values, **more})


def a_run(run_id: str = "r1", *, batch: str = "b1", test: str = "t1", n: int = 1, **more: Any) -> RunRecord:
    values = {"id": run_id, "batch": batch, "agent": "desk", "test": test, "n": n, "seed": 7}
    return RunRecord.model_validate({**values, **more})


def an_experiment(experiment_id: str = "e1", **more: Any) -> ExperimentRecord:
    values = {"id": experiment_id, "agent": "desk", "batch_a": "b1", "batch_b": "b2", "runs": 10, "requested_by": "ann"}
    given = {"change": Change(model="other:m"), "created_at": NOON, **more}
    return ExperimentRecord.model_validate({**values, **given})


def a_schedule(**more: Any) -> ScheduleRecord:
    values = {"agent": "desk", "at": "06:00", "enabled": True, "by": "ann", "changed_at": NOON}
    return ScheduleRecord.model_validate({**values, **more})


def a_day(day: int = 2, **more: Any) -> ScheduledDay:
    values = {"agent": "desk", "due_date": date(2026, 3, day), "state": "started", "batch": "b1", "at": NOON}
    return ScheduledDay.model_validate({**values, **more})


def a_call(call_id: str, **more: Any) -> CallRecord:
    values = {"id": call_id, "agent": "desk", "role": "agent", "model": "m", "state": "sent", "started_at": NOON}
    return CallRecord.model_validate({**values, **more})


def a_write(call: int = 1, **more: Any) -> RealWriteRecord:
    values = {"run": "r1", "attempt": 1, "call": call, "tool": "cancel", "arguments": {"order": "Zürich"}, "at": NOON}
    return RealWriteRecord.model_validate({**values, **more})


def a_thread(thread_id: str = "th1", **more: Any) -> ThreadRecord:
    values = {"id": thread_id, "agent": "desk", "title": "New", "created_at": NOON, "updated_at": NOON}
    return ThreadRecord.model_validate({**values, "created_by": "ann", **more})


def a_turn(turn_id: str = "u1", client_id: str = "c1", **more: Any) -> TurnRecord:
    values = {"id": turn_id, "thread": "th1", "client_id": client_id, "text": "hi", "state": "running", "by": "ann"}
    return TurnRecord.model_validate({**values, "started_at": NOON, **more})


def a_proposal(proposal_id: str = "p1", **more: Any) -> ProposalRecord:
    values = {
        "id": proposal_id,
        "agent": "desk",
        "thread": "th1",
        "turn": "u1",
        "call": f"call-{proposal_id}",
        "action": "accept_test",
        "arguments": {"test": "t1"},
        "title": "Accept greets",
        "facts": (("Runs", "5"), ("Threshold", "0.5")),
        "digest": "d",
        "created_at": NOON,
    }
    return ProposalRecord.model_validate({**values, **more})


class World:
    """A store, and the few steps by which a test gets to what it is about."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def begin(self) -> None:
        async with self.store.writing() as tx:
            await tx.agents.add(AgentRecord(name="desk", created_at=NOON, created_by="ann"))
            await tx.agents.add_version(a_version(1))

    async def planned(self, *runs: RunRecord, batch: str = "b1") -> None:
        async with self.store.writing() as tx:
            await tx.batches.add(a_batch(batch), runs)

    async def judging(self, run_id: str) -> int:
        """Bring a planned run to judging; its attempt."""
        async with self.store.writing() as tx:
            claimed = await tx.runs.claim(run_id, owner="w1", at=later(1))
            assert claimed is not None
            assert await tx.runs.record_transcript(
                run_id, attempt=claimed.attempt, transcript=TRANSCRIPT, agent_ms=12.5
            )
        return claimed.attempt

    async def finished(self, run_id: str, *, minute: int = 2) -> None:
        attempt = await self.judging(run_id)
        async with self.store.writing() as tx:
            assert await tx.runs.finish(
                run_id, attempt=attempt, verdicts=[passed("found", 4)], kinds=["answerContains"], at=later(minute)
            )

    async def chatting(self) -> None:
        async with self.store.writing() as tx:
            await tx.chats.add_thread(a_thread())
            await tx.chats.add_turn(a_turn())

    async def settled(self) -> None:
        """In every guarded table a row that may no longer change; beside it one that may, where there can be."""
        await self.chatting()
        await self.planned(a_run("r1"), a_run("r2", n=2))
        async with self.store.writing() as tx:
            await tx.runs.claim("r1", owner="w1", at=later(1))
            await tx.runs.add_write(a_write())
            await tx.runs.settle_write(a_write(), "executed")
        await self.finished("r1")
        async with self.store.writing() as tx:
            await tx.batches.set_state("b1", "finished", finished_at=later(3))
            await tx.batches.add(a_batch("b2"), [])
            await tx.experiments.add(an_experiment())
            await tx.schedules.claim(a_day())
            await tx.agents.activate(an_activation("a1"))
            await tx.chats.append("th1", "u1", NOON, [{"type": "A"}])
            for name in ("1", "2"):
                await tx.tests.add(a_test(f"t{name}"))
                await tx.proposals.add(a_proposal(f"p{name}"))
            await tx.tests.accept("t1", at=later(1), by="ann")
            await tx.proposals.answer("p1", "declined", by="ann", at=later(1))
            await tx.audit.append(at=NOON, actor="ann", action="accept", object="t1")

"""A store with an agent, one version of it and a batch of planned runs, without the use cases that plan them."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import SqlStore, open_store
from optimize.application.ports.store import Transaction
from optimize.application.records import AgentRecord, BatchRecord, RunRecord, VersionRecord
from optimize.domain.acceptance_test import TestBody
from optimize.domain.agent_definition import AgentDefinition, version_hash
from optimize.domain.setup import Setup

NOW = datetime(2026, 1, 5, 8, 0, tzinfo=UTC)
DEFINITION = AgentDefinition.model_validate(
    {
        "name": "desk",
        "model": {"ref": "fake:agent"},
        "prompt": [{"part": "role", "text": "You help travellers in {{agent.city}}."}],
        "tools": [
            {"name": "find_order", "effect": "read", "from": {"sample": {"state": "paid"}}},
            {"name": "cancel_order", "effect": "write", "from": {"sample": {"ok": True}}},
        ],
        "attributes": {"city": "London"},
    }
)


def body(**parts: Any) -> TestBody:
    """A test whose one criterion the echoing agent meets; `parts` replaces what a case is about."""
    said: dict[str, Any] = {
        "name": "Says hello",
        "situation": {"messages": [{"role": "user", "text": "Hello"}]},
        "criteria": [{"kind": "answerContains", "texts": ["hello"]}],
        "runs": 1,
    }
    return TestBody.model_validate({**said, **parts})


async def new_store(folder: Path) -> SqlStore:
    """An empty store in a file of its own."""
    url = f"sqlite:///{folder / 'optimize.db'}"
    await migrate(url)
    return open_store(url)


async def add_agent(store: SqlStore, definition: AgentDefinition = DEFINITION) -> None:
    version = VersionRecord(
        id=version_hash(definition),
        agent=definition.name,
        number=1,
        label="first",
        definition=definition,
        created_at=NOW,
        created_by="ann",
    )
    async with store.writing() as tx:
        await tx.agents.add(AgentRecord(name=definition.name, created_at=NOW, created_by="ann"))
        await tx.agents.add_version(version)


def batch_of(
    tests: dict[str, TestBody], definition: AgentDefinition = DEFINITION, *, batch: str = "batch_1", **parts: Any
) -> tuple[BatchRecord, list[RunRecord]]:
    """A batch and its runs; the first run of test `t` is `batch_1-t-1`."""
    record = BatchRecord(
        **{
            "id": batch,
            "agent": definition.name,
            "kind": "run",
            "state": "planned",
            "version": version_hash(definition),
            "setup": Setup(),
            "writes": "refuse",
            "requested_by": "ann",
            "created_at": NOW,
            "tests": tests,
            **parts,
        }
    )
    runs = [
        RunRecord(id=f"{batch}-{test}-{n}", batch=batch, agent=definition.name, test=test, n=n, seed=n)
        for test, planned in tests.items()
        for n in range(1, planned.planned_runs + 1)
    ]
    return record, runs


async def add_batch(tx: Transaction, batch: BatchRecord, runs: list[RunRecord]) -> list[str]:
    """Plan it; the ids of its runs."""
    await tx.batches.add(batch, runs)
    return [run.id for run in runs]

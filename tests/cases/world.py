"""A case's world, made over the API of a running server: its agent, its tests, and what was recorded of them."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from optimize.adapters.store.store import open_store
from optimize.application.records import BatchRecord, RunRecord
from optimize.domain.acceptance_test import TestBody
from optimize.domain.setup import Setup
from optimize.domain.transcript import Message, Transcript
from optimize.domain.verdict import Outcome, Verdict
from tests.e2e.server import Server

Case = dict[str, Any]
_TEXT = {"type": "string"}


def make_world(server: Server, data: Path, case: Case) -> str:
    """The name of the case's agent."""
    agent = re.sub(r"[^a-z0-9-]", "-", case["id"].lower())
    context = case.get("context") or {}
    versions = [version["id"] for version in context.get("versions", [])] or [""]
    server.api("POST", "/api/agents", json=_definition(case, agent, versions[0]) | _label(versions[0]))
    for label in versions[1:]:
        server.api("POST", f"/api/agents/{agent}/versions", json=_definition(case, agent, label) | _label(label))
        server.api("POST", f"/api/agents/{agent}/activate", json={"version": label, "reason": "as in the case"})
    known = {
        known["id"]: _test(server, agent, known) for known in [*context.get("tests", []), *context.get("drafts", [])]
    }
    for run in context.get("runs", []):
        asyncio.run(_record(data, server, agent, run, known))
    return agent


def _label(label: str) -> dict[str, str]:
    return {"label": label} if label else {}


def _definition(case: Case, name: str, version: str) -> dict[str, Any]:
    given = case["agent"]
    tools = [
        {
            "name": tool["name"],
            "description": tool.get("description", ""),
            "effect": tool.get("effect", "write"),
            "parameters": {"type": "object", "properties": dict.fromkeys(tool.get("params", []), _TEXT)},
            "from": {"sample": {"ok": True}},
        }
        for tool in given.get("tools", [])
    ]
    knowledge = given.get("knowledge") or {}
    return {
        "kind": "agent/1",
        "name": name,
        "description": f"{given['name']}. {given.get('description', '')}".strip(),
        "model": {"ref": "offline:rules"},
        "prompt": [{"part": "role", "text": f"You are {given['name']}. {version}".strip()}],
        "tools": tools,
        "knowledge": knowledge if isinstance(knowledge, dict) else {"material": knowledge},
    }


def _criterion(given: dict[str, Any]) -> dict[str, Any]:
    key = given["key"]
    if key == "satisfiesAssertion":
        return {"kind": key, "assertion": given["statement"]}
    if key == "answerContains":
        return {"kind": key, "texts": [given["text"]]}
    return {"kind": key, **{name: value for name, value in given.items() if name != "key"}}


def _test(server: Server, agent: str, known: dict[str, Any]) -> str:
    body = {
        "name": f"{known['id']} {known['name']}",
        "situation": {"messages": [{"role": "user", "text": known["situation"]}]},
        "criteria": [_criterion(criterion) for criterion in known["criteria"]],
    }
    test: str = server.api("POST", f"/api/agents/{agent}/tests", json=body)["id"]
    if known["state"] == "accepted":
        server.api("POST", f"/api/tests/{test}/accept")
    return test


async def _record(data: Path, server: Server, agent: str, run: dict[str, Any], known: dict[str, str]) -> None:
    """A finished official batch, as if it had been run then."""
    at = datetime.fromisoformat(run["when"]).astimezone(UTC)
    versions = server.api("GET", f"/api/agents/{agent}")["versions"]
    version = next((v["id"] for v in versions if v["label"] == run.get("version")), versions[-1]["id"])
    results = {known[result["test"]]: result for result in run["results"]}
    bodies = {test: _body(server, test) for test in results}
    batch = BatchRecord(
        id=f"batch-{agent}-{run['id']}",
        agent=agent,
        kind="run_all",
        state="planned",
        version=version,
        setup=Setup(),
        writes="refuse",
        requested_by="admin",
        created_at=at,
        tests=bodies,
    )
    runs = [
        RunRecord(id=f"run-{agent}-{run['id']}-{test}-{n}", batch=batch.id, agent=agent, test=test, n=n, seed=n)
        for test, body in bodies.items()
        for n in range(1, body.planned_runs + 1)
    ]
    store = open_store(f"sqlite:///{data / 'optimize.db'}")
    async with store.writing() as tx:
        await tx.batches.add(batch, runs)
        for planned in runs:
            result, kinds = results[planned.test], [c.kind for c in bodies[planned.test].criteria]
            outcome = Outcome.PASSED if planned.n <= result["passes"] else Outcome.FAILED
            verdicts = [Verdict(outcome=outcome, reason=result["reason"]) for _ in kinds]
            said = Transcript(events=(Message(seq=0, turn=1, role="assistant", text=result["reason"]),))
            await tx.runs.claim(planned.id, owner="case", at=at)
            await tx.runs.record_transcript(planned.id, attempt=1, transcript=said, agent_ms=1)
            await tx.runs.finish(planned.id, attempt=1, verdicts=verdicts, kinds=kinds, at=at)
        await tx.batches.set_state(batch.id, "finished", finished_at=at)
    await store.close()


def _body(server: Server, test: str) -> TestBody:
    found = server.api("GET", f"/api/tests/{test}")
    return TestBody.model_validate({name: found[name] for name in TestBody.model_fields})

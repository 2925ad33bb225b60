"""What a version went live with: the accepted tests and what they showed on exactly that version."""

from pydantic import JsonValue

from optimize.application.ports.store import Transaction
from optimize.application.results import latest_results
from optimize.domain.acceptance_test import TestState
from optimize.domain.errors import Conflict


async def gate_report(tx: Transaction, agent: str, version: str) -> dict[str, JsonValue]:
    """Each accepted test with its newest verdict on this version, nothing swapped; `no_result` if it never ran."""
    accepted = await tx.tests.list(agent, state=TestState.ACCEPTED)
    results = await latest_results(tx, agent, accepted, version=version)
    return {
        "tests": [
            {
                "test": record.test.id,
                "name": record.test.name,
                "hash": record.test.content_hash,
                "verdict": results[record.test.id].verdict.value if record.test.id in results else "no_result",
            }
            for record in accepted
        ]
    }


async def require_release(tx: Transaction, agent: str, version: str) -> None:
    """Raise Conflict, naming the tests, unless every accepted test passed on exactly this version, nothing swapped."""
    report = await gate_report(tx, agent, version)
    rows = report["tests"] if isinstance(report["tests"], list) else []
    missing = [row for row in rows if isinstance(row, dict) and row["verdict"] != "passed"]
    if missing:
        names = ", ".join(f"{row['name']} ({row['verdict']})" for row in missing[:5])
        raise Conflict(
            "release_gated",
            f"This agent is gated: every accepted test must have passed on this version. Not yet: {names}.",
            tests=missing,
        )

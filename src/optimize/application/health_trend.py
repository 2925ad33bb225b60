"""How an agent came to stand where it stands: its line after each official batch."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from optimize.application.ports.store import Transaction
from optimize.application.records import BatchRecord, TestRecord
from optimize.application.results import newest_first
from optimize.application.tally import Tally, counted
from optimize.application.views import View
from optimize.domain.statistics.health import AgentLine, agent_line
from optimize.domain.statistics.interval import floor_digits

_FINEST = 4
MOST_POINTS = 200

_Counts = tuple[int, int]


class HealthPoint(View):
    """The newest official results of every accepted test when a batch was over, on the version of that batch.

    `k` of `n` runs passed, of so many `tests`; `lower` is the 95 % bound of their mean, as in the health.
    """

    batch: str
    at: datetime
    version_number: int
    tests: int
    k: int
    n: int
    lower: float


async def health_points(tx: Transaction, agent: str, *, limit: int = MOST_POINTS) -> list[HealthPoint]:
    """Oldest first; official batches in which no run could be decided are left out."""
    records = {record.test.id: record for record in await tx.tests.list(agent)}
    numbers = {version.id: version.number for version in await tx.agents.versions(agent)}
    newest: dict[str, dict[str, _Counts]] = {}
    points: list[HealthPoint] = []
    for batch in await _official(tx, agent, limit):
        decided = _decided(await tx.runs.tally_by_test(batch.id))
        known = newest.setdefault(batch.version, {})
        known.update(decided)
        at = batch.finished_at or batch.created_at
        standing = [counts for test, counts in known.items() if _stood(records.get(test), at)]
        line = agent_line(standing)
        if decided and line:
            points.append(_point(batch, at, numbers[batch.version], standing, line))
    return points


async def _official(tx: Transaction, agent: str, limit: int) -> list[BatchRecord]:
    """The newest ones that are over, oldest first."""
    found: list[BatchRecord] = []
    async for batch in newest_first(tx, agent, active=False):
        if len(found) == limit:
            break
        if batch.exploratory_reason is None:
            found.append(batch)
    return found[::-1]


def _decided(tallies: Mapping[str, Tally]) -> dict[str, _Counts]:
    shown = {test: counted(tally) for test, tally in tallies.items()}
    return {test: (c.passed, c.passed + c.failed) for test, c in shown.items() if c.passed + c.failed}


def _stood(record: TestRecord | None, at: datetime) -> bool:
    """Whether the test counted then: a test that was retired before is no part of the agent's health."""
    return record is not None and (record.retired_at is None or record.retired_at > at)


def _point(batch: BatchRecord, at: datetime, number: int, standing: Sequence[_Counts], line: AgentLine) -> HealthPoint:
    return HealthPoint(
        batch=batch.id,
        at=at,
        version_number=number,
        tests=len(standing),
        k=sum(k for k, _ in standing),
        n=sum(n for _, n in standing),
        lower=floor_digits(line.lower, _FINEST),
    )

"""How the live version does: its newest official results, and nothing that was swapped, dry or an experiment."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from optimize.application.agents import live_version, require_agent
from optimize.application.comparing import version_label
from optimize.application.health_trend import HealthPoint, health_points
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import TestRecord, VersionRecord
from optimize.application.results import BatchResults, newest_results
from optimize.application.told import at_least
from optimize.application.views import View
from optimize.domain.acceptance_test import TestState
from optimize.domain.result import ResultOutcome
from optimize.domain.statistics.health import agent_line
from optimize.domain.statistics.interval import floor_digits, wilson

_FINEST = 4


class TestHealth(View):
    """The newest official result of an accepted test on the live version. k: runs in which every criterion passed.

    Runs that could not be judged, or could not run, are in no n: they are counted beside it.
    """

    __test__ = False

    test: str
    name: str
    verdict: ResultOutcome
    k: int
    n: int
    could_not_judge: int = 0
    could_not_run: int = 0
    lower: float | None
    """Wilson 95 % bound of k/n; None while n = 0."""
    batch: str | None
    at: datetime | None


class HealthMarker(View):
    """What happened to the agent or its tests, for the time line."""

    at: datetime
    kind: Literal["activated", "amended"]
    what: str


class AgentHealth(View):
    """`rate` is the mean over tests of k/n and `lower` its 95 % bound with `runs` effective runs; None without runs.

    `not_run`: tests without an official run; `without_result`: those that ran, and of which no run could be counted.
    """

    agent: str
    version: str
    version_number: int
    tests_passing: int
    tests: int
    failing: int
    incomplete: int
    not_run: int
    without_result: int
    could_not_judge: int
    could_not_run: int
    rate: float | None
    lower: float | None
    runs: float | None
    items: list[TestHealth]
    markers: list[HealthMarker]
    sentence: str


class Health:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, agent: str) -> AgentHealth:
        """Raises NotFound `no_such_agent`, Conflict `no_live_version`."""
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            version = await live_version(tx, agent)
            records = await tx.tests.list(agent)
            accepted = [record for record in records if record.test.state is TestState.ACCEPTED]
            newest = await newest_results(tx, agent, accepted, version=version.id, live=True)
            markers = await _markers(tx, agent, records)
        items = [_item(record, newest.get(record.test.id)) for record in accepted]
        return _health(version, items, markers)

    async def trend(self, agent: str) -> list[HealthPoint]:
        """How the agent stood after each of its newest official batches, oldest first."""
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            return await health_points(tx, agent)


def _item(record: TestRecord, results: BatchResults | None) -> TestHealth:
    test = record.test
    if results is None:
        nothing = ResultOutcome.NO_RESULT
        return TestHealth(test=test.id, name=test.name, verdict=nothing, k=0, n=0, lower=None, batch=None, at=None)
    shown = results.test(test.id)
    k, n = shown.counts.passed, shown.counts.passed + shown.counts.failed
    return TestHealth(
        test=test.id,
        name=test.name,
        verdict=shown.verdict,
        k=k,
        n=n,
        could_not_judge=shown.counts.could_not_judge,
        could_not_run=shown.counts.could_not_run,
        lower=floor_digits(wilson(k, n).lower, _FINEST) if n else None,
        batch=results.batch.id,
        at=results.batch.finished_at,
    )


async def _markers(tx: Transaction, agent: str, records: Sequence[TestRecord]) -> list[HealthMarker]:
    """Oldest first."""
    versions = {version.id: version_label(version) for version in await tx.agents.versions(agent)}
    activated = [
        HealthMarker(at=activation.at, kind="activated", what=versions[activation.version])
        for activation in await tx.agents.activations(agent)
    ]
    amended = [
        HealthMarker(at=record.accepted_at, kind="amended", what=record.test.name)
        for record in records
        if record.test.replaces and record.accepted_at
    ]
    return sorted([*activated, *amended], key=lambda marker: marker.at)


def _health(version: VersionRecord, items: list[TestHealth], markers: list[HealthMarker]) -> AgentHealth:
    counts = Counter(item.verdict for item in items)
    not_run = sum(item.batch is None for item in items)
    line = agent_line([(item.k, item.n) for item in items])
    view = AgentHealth(
        agent=version.agent,
        version=version.id,
        version_number=version.number,
        tests_passing=counts[ResultOutcome.PASSED],
        tests=len(items),
        failing=counts[ResultOutcome.FAILED],
        incomplete=counts[ResultOutcome.INCOMPLETE],
        not_run=not_run,
        without_result=counts[ResultOutcome.NO_RESULT] - not_run,
        could_not_judge=sum(item.could_not_judge for item in items),
        could_not_run=sum(item.could_not_run for item in items),
        rate=round(line.rate, _FINEST) if line else None,
        lower=floor_digits(line.lower, _FINEST) if line else None,
        runs=floor_digits(line.runs, 1) if line else None,
        items=items,
        markers=markers,
        sentence="",
    )
    return view.model_copy(update={"sentence": _sentence(view, version_label(version))})


def _sentence(view: AgentHealth, label: str) -> str:
    if not view.tests:
        return "There are no accepted tests yet, so there is no health to show."
    lost = _named((view.could_not_judge, "could not be judged"), (view.could_not_run, "could not run"))
    runs = f" Of the official runs {lost}." if lost else ""
    if view.lower is None:
        none = "has an official run" if view.not_run == view.tests else "has an official run that counts"
        return f"No result yet on {label}, the live version: none of its accepted tests ({view.tests}) {none}.{runs}"
    passing = f"{view.tests_passing} of {view.tests} {'test passes' if view.tests == 1 else 'tests pass'} on {label}"
    rest = _named(
        (view.failing, "failing"),
        (view.incomplete, "incomplete"),
        (view.without_result, "without a result"),
        (view.not_run, "not run yet"),
    )
    told = ", ".join(part for part in (passing, rest) if part)
    return f"{told}.{runs} Pass rate of a run: {at_least(view.lower)} (95 % confidence)."


def _named(*parts: tuple[int, str]) -> str:
    """Only what there is: `1 failing, 2 not run yet`."""
    return ", ".join(f"{number} {word}" for number, word in parts if number)

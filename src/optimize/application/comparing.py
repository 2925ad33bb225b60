"""Comparing two versions, or two batches, of an agent by what is on record; nothing is run for it."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from optimize.application.agents import find_version, require_agent
from optimize.application.comparison import ComparedRow, Side, compared, counted_verdicts, sides_of
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord, VersionRecord
from optimize.application.results import newest_results, results_of
from optimize.application.told import batch_label, capital
from optimize.application.views import VersionView, View
from optimize.domain.acceptance_test import TestState
from optimize.domain.errors import Invalid, NotFound
from optimize.domain.text import clean

Which = Literal["a", "b"]


class ComparedThing(View):
    """What stands on one side: a version (then the newest results of each accepted test on it), or one batch."""

    kind: Literal["version", "batch"]
    id: str
    version_number: int
    name: str
    """The label of the version, which may be empty, or the id of the batch."""
    label: str
    """What a person calls it, for example `version 2 (hasty)`."""


class ComparisonView(View):
    """`missing`: the sides without any result; then there are no rows. `left_out`: tests that only one side has."""

    a: ComparedThing
    b: ComparedThing
    missing: list[Which]
    rows: list[ComparedRow]
    left_out: list[str]
    sentence: str


class _Found(NamedTuple):
    thing: ComparedThing
    tests: Mapping[str, Side]


def version_label(version: VersionRecord | VersionView) -> str:
    return f"version {version.number} ({version.label})" if version.label else f"version {version.number}"


class Comparing:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def compare(self, agent: str, a: str, b: str) -> ComparisonView:
        """`a` and `b`: a version by number (`4` or `v4`), label or id, or the id of a batch.

        Raises NotFound `nothing_of_that_name` if it is neither, Invalid `same_side` if both are one.
        """
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            left, right = await _found(tx, agent, a), await _found(tx, agent, b)
        if left.thing.id == right.thing.id:
            raise Invalid("same_side", f"Both sides are {left.thing.label}: name two different ones.", field="b")
        return _view(left, right)


async def _found(tx: Transaction, agent: str, reference: str) -> _Found:
    batch = await tx.batches.get(clean(reference))
    if batch is not None and batch.agent == agent:
        return await _batch(tx, batch)
    try:
        version = await find_version(tx, agent, reference)
    except NotFound as error:
        raise NotFound("nothing_of_that_name", f"{error.detail} Nor is there such a batch.", **error.fields) from error
    accepted = await tx.tests.list(agent, state=TestState.ACCEPTED)
    thing = ComparedThing(
        kind="version",
        id=version.id,
        version_number=version.number,
        name=version.label,
        label=version_label(version),
    )
    return _Found(thing, sides_of(await newest_results(tx, agent, accepted, version=version.id)))


async def _batch(tx: Transaction, batch: BatchRecord) -> _Found:
    version = await tx.agents.version(batch.version)
    number = version.number if version else 0
    label = batch_label(batch.kind, batch.created_at, [body.name for body in batch.tests.values()])
    thing = ComparedThing(kind="batch", id=batch.id, version_number=number, name=batch.id, label=label)
    results = await results_of(tx, batch)
    return _Found(thing, sides_of(dict.fromkeys(batch.tests, results)))


def _view(left: _Found, right: _Found) -> ComparisonView:
    found: dict[Which, _Found] = {"a": left, "b": right}
    missing: list[Which] = [which for which, side in found.items() if not side.tests]
    rows = [] if missing else compared(left.tests, right.tests)
    in_rows = {row.test for row in rows}
    named = {test: side.body.name for one in found.values() for test, side in one.tests.items()}
    left_out = [] if missing else [name for test, name in named.items() if test not in in_rows]
    return ComparisonView(
        a=left.thing,
        b=right.thing,
        missing=missing,
        rows=rows,
        left_out=left_out,
        sentence=_sentence(left.thing, right.thing, [found[which].thing for which in missing], rows),
    )


def _sentence(a: ComparedThing, b: ComparedThing, missing: list[ComparedThing], rows: list[ComparedRow]) -> str:
    if missing:
        told = " and ".join(thing.label for thing in missing)
        has = "has" if len(missing) == 1 else "have"
        return f"{capital(told)} {has} no results yet, so there is nothing to compare: run the accepted tests on it."
    if not rows:
        return f"{capital(a.label)} and {b.label} have no test in common, so there is nothing to compare."
    tests = len({row.test for row in rows})
    count = f"{_counted(len(rows), 'criterion', 'criteria')} of {_counted(tests, 'test', 'tests')}"
    return f"From {a.label} to {b.label}, {count}: {counted_verdicts(rows)}."


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"

"""Why did it fail? The recorded reasons of failing criteria, grouped and quoted; nothing is made up."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from optimize.application.history import newest_batch, require_batch
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import BatchRecord, VerdictRecord
from optimize.application.results import BatchResults, results_of
from optimize.application.told import at_least, batch_label, capital, floor_percent
from optimize.domain.acceptance_test import TestBody
from optimize.domain.errors import NotFound
from optimize.domain.result import CriterionResult, Reason, ResultOutcome
from optimize.domain.statistics.interval import ceil_digits, floor_digits, wilson
from optimize.domain.verdict import Outcome

_QUOTES = 3
_WHOLE = 4


class ReasonGroup(BaseModel):
    """One recorded reason, in how many runs, with the words it rests on."""

    model_config = ConfigDict(frozen=True)

    text: str
    count: int
    outcome: Outcome
    quotes: list[str]
    cited: bool
    """Whether the reason points at something the agent did; what it did not do cannot be pointed at."""
    runs: list[str]


class Failure(BaseModel):
    """One criterion that did not pass."""

    model_config = ConfigDict(frozen=True)

    test: str
    name: str
    criterion: str
    kind: str
    k: int
    n: int
    planned: int
    must_pass: int
    lower: float | None
    verdict: ResultOutcome
    reasons: list[ReasonGroup]
    looks_wrong: Literal["agent", "criterion", "unclear"]
    sure: str


class Explanation(BaseModel):
    model_config = ConfigDict(frozen=True)

    batch: str
    kind: str
    version_number: int
    exploratory_reason: str | None
    tests: int
    passed: int
    unfinished: int
    failures: list[Failure]
    lost: list[ReasonGroup]
    """Why runs could not run, grouped."""


class Explaining:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def explain(self, agent: str, *, test: str | None = None, batch: str | None = None) -> Explanation:
        """What failed in a batch (the newest one that knows the test), and why. NotFound `no_result` if none ran."""
        async with self._store.reading() as tx:
            chosen = await self._batch(tx, agent, test, batch)
            bodies = {t: body for t, body in chosen.tests.items() if test is None or t == test}
            results = await results_of(tx, chosen, bodies)
            version = await tx.agents.version(chosen.version)
        quotes = _quotes(results.verdicts)
        shown = {t: results.test(t) for t in bodies}
        return Explanation(
            batch=chosen.id,
            kind=chosen.kind,
            version_number=version.number if version else 0,
            exploratory_reason=chosen.exploratory_reason,
            tests=len(bodies),
            passed=sum(view.verdict is ResultOutcome.PASSED for view in shown.values()),
            unfinished=sum(view.counts.planned - view.counts.done for view in shown.values()),
            failures=[
                _failure(t, body, result, quotes)
                for t, body in bodies.items()
                for result in shown[t].criteria
                if result.verdict is not ResultOutcome.PASSED and (result.n or result.reasons)
            ],
            lost=_lost(results, bodies),
        )

    async def _batch(self, tx: Transaction, agent: str, test: str | None, batch: str | None) -> BatchRecord:
        if batch is not None:
            chosen = await require_batch(tx, batch)
            if chosen.agent != agent or (test is not None and test not in chosen.tests):
                label = batch_label(chosen.kind, chosen.created_at, [body.name for body in chosen.tests.values()])
                raise NotFound("no_result", f"{capital(label)} has no result of this test.", batch=batch)
            return chosen
        newest = await newest_batch(tx, agent, test)
        if newest is None:
            raise NotFound("no_result", "Nothing has been run yet, so there is no result to explain.")
        return newest


def _failure(test: str, body: TestBody, result: CriterionResult, quotes: dict[tuple[str, int], list[str]]) -> Failure:
    groups = [
        _group(reason, result.criterion, quotes) for reason in result.reasons if reason.outcome is not Outcome.PASSED
    ]
    return Failure(
        test=test,
        name=body.name,
        criterion=body.criteria[result.criterion].sentence(),
        kind=result.kind,
        k=result.k,
        n=result.n,
        planned=result.planned,
        must_pass=result.must_pass,
        lower=floor_digits(result.lower, _WHOLE) if result.lower is not None else None,
        verdict=result.verdict,
        reasons=groups,
        looks_wrong=_looks_wrong(result, groups),
        sure=_sure(result),
    )


def _group(reason: Reason, criterion: int, quotes: dict[tuple[str, int], list[str]]) -> ReasonGroup:
    cited = [quote for run in reason.runs for quote in quotes.get((run, criterion), [])]
    return ReasonGroup(
        text=reason.text,
        count=reason.count,
        outcome=reason.outcome,
        quotes=[quote for quote in dict.fromkeys(cited) if quote][:_QUOTES],
        cited=bool(cited),
        runs=list(reason.runs),
    )


def _looks_wrong(result: CriterionResult, groups: list[ReasonGroup]) -> Literal["agent", "criterion", "unclear"]:
    """The criterion if judges could not apply it; the agent if it can do it right or is shown doing it wrong."""
    unjudged = sum(group.count for group in groups if group.outcome is Outcome.COULD_NOT_JUDGE)
    if unjudged * 2 > sum(group.count for group in groups):
        return "criterion"
    if result.k > 0 or any(group.cited for group in groups):
        return "agent"
    return "unclear"


def _sure(result: CriterionResult) -> str:
    """What k of n says about the pass rate, both ends rounded outwards."""
    if result.n == 0:
        return "No run could be decided, so nothing is known about the pass rate."
    if result.score is not None and result.lower is not None:
        mean = f"Mean score {floor_percent(result.score)} % over {result.n} runs"
        return f"{mean}: {at_least(result.lower)} (95 % confidence)."
    bounds = wilson(result.k, result.n)
    low, high = floor_digits(bounds.lower * 100, 0), ceil_digits(bounds.upper * 100, 0)
    return (
        f"{result.k} of {result.n} passed: the pass rate lies between {low:.0f} % and {high:.0f} % (95 % confidence)."
    )


def _lost(results: BatchResults, bodies: dict[str, TestBody]) -> list[ReasonGroup]:
    """A run that was not needed any more, as the rest decided, is not lost."""
    lost = ("could_not_run", "cancelled") if results.batch.state == "cancelled" else ("could_not_run",)
    groups: dict[str, list[str]] = {}
    for run in results.runs:
        if run.test in bodies and run.state in lost:
            groups.setdefault(run.why or "unknown", []).append(run.id)
    return [
        ReasonGroup(text=why, count=len(runs), outcome=Outcome.COULD_NOT_JUDGE, quotes=[], cited=False, runs=runs)
        for why, runs in groups.items()
    ]


def _quotes(verdicts: Iterable[VerdictRecord]) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = {}
    for record in verdicts:
        quotes = [citation.quote for citation in record.verdict.citations]
        if quotes:
            found[record.run, record.criterion] = quotes
    return found

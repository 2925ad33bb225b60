"""Endpoints that say “too many requests” (fault 11): at random, within a limit of their own, and for good.

No run is lost to one that works, and one that never gives in is given up after a while.
"""

import random
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest

from optimize.adapters.models import backoff
from optimize.adapters.models.backoff import ROUNDS, TRIES
from optimize.application.records import CallRecord
from tests.fakes.planned import body
from tests.faults.judging import agrees
from tests.faults.reporting import report
from tests.faults.served import JUDGED, served, states
from tests.standins.openai_wire import Step

SEED, RUNS, SHARE = 11, 60, 0.3
_ANSWER_SECONDS = 0.1


def most_tries(calls: list[CallRecord]) -> int:
    """Of one call: each run asks the agent's model once, and the judge once."""
    return max(Counter((call.run, call.role) for call in calls).values())


@pytest.mark.parametrize("seed", range(SEED, SEED + 5))
async def test_a_storm_of_429_at_random_loses_nothing(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    async with served(tmp_path, seed=seed, concurrency=8) as there:
        there.wire.otherwise = lambda: Step(status=429, retry_after="1") if rng.random() < SHARE else Step()
        runs = await there.run(body(criteria=JUDGED, runs=RUNS), at_once=16)
        calls = await there.calls()
        assert states(runs) == {"finished": RUNS}
        assert Counter(call.state for call in calls)["done"] == 2 * RUNS
        assert {verdict.verdict.outcome for verdict in await there.verdicts()} == {"passed"}
        assert there.wire.most_under_way <= 8
        beyond = sum(tries > TRIES for tries in Counter((call.run, call.role) for call in calls).values())
        report(
            f"seed {seed}: {len(calls)} tries for {2 * RUNS} answers, at most {most_tries(calls)} for one, "
            f"{beyond} beyond {TRIES}"
        )


class Window:
    """So many requests in each stretch of time, and to the others when the next one begins."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._stretch, self._taken = 0, 0

    def __call__(self) -> Step:
        now = monotonic()
        stretch = int(now / self._seconds)
        if stretch != self._stretch:
            self._stretch, self._taken = stretch, 0
        self._taken += 1
        if self._taken <= self._most:
            return Step(delay=_ANSWER_SECONDS)
        left = (stretch + 1) * self._seconds - now
        return Step(status=429, retry_after=f"{left:.3f}")


async def test_within_a_limit_that_the_endpoint_keeps_everything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backoff, "_BETWEEN_ROUNDS", 1.0)
    async with served(tmp_path, agrees, real_time=True, concurrency=8, starts_full=True) as there:
        there.wire.otherwise = Window(most=8, seconds=0.25)
        began = monotonic()
        runs = await there.run(body(criteria=JUDGED, runs=40), at_once=8)
        took, calls = monotonic() - began, await there.calls()
    assert states(runs) == {"finished": 40}
    assert Counter(call.state for call in calls)["done"] == 80
    refused = sum(call.state == "failed" for call in calls)
    report(f"32 requests/s allowed: 80 answers in {took:.1f} s, {refused} refused, {most_tries(calls)} tries at most")


async def test_an_endpoint_that_never_gives_in_is_given_up_after_a_while(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        there.wire.otherwise = lambda: Step(status=429)
        [run] = await there.run(body(runs=1))
        assert run.state == "could_not_run"
        assert f"after {ROUNDS * TRIES} tries: It answered 429" in (run.why or "")
        assert 60 <= sum(there.waits) <= 240


async def test_one_that_breaks_down_as_well_is_not_waited_for(tmp_path: Path) -> None:
    async with served(tmp_path) as there:
        there.wire.steps.extend([Step(status=429), Step(status=500), *[Step(status=429)] * 20])
        [run] = await there.run(body(runs=1))
        assert f"after {TRIES} tries: It answered 429" in (run.why or "")


async def test_who_is_told_to_wait_makes_all_others_wait_too(tmp_path: Path) -> None:
    async with served(tmp_path, concurrency=8, starts_full=True) as there:
        there.wire.steps.append(Step(status=429, retry_after="20"))
        runs = await there.run(body(criteria=JUDGED, runs=20), at_once=1)
        assert states(runs) == {"finished": 20}
        assert there.waits == [20.0]

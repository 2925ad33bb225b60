"""An endpoint that is slow, that drips, or that never answers (fault 13): the wall clock of a call holds for each.

Scaled down: 60 s of silence and 180 s for a call are 1 s and 2 s here, and 59 s are 0.6 s.
"""

from decimal import Decimal
from pathlib import Path

import pytest

from optimize.adapters.models.backoff import TRIES
from optimize.adapters.prices import PublishedPrices
from tests.fakes.planned import body
from tests.faults.dripping import DRIP_TAKES_SECONDS, LATE_SECONDS, Manner, dripping
from tests.faults.reporting import report
from tests.faults.served import served

PRICES = PublishedPrices({"openai:small": (Decimal(1), Decimal(2))})
SILENCE, CALL = 1.0, 2.0
SLACK = 1.0
"""Seconds that a machine under load may take to notice."""


@pytest.mark.parametrize(
    ("manner", "tries", "longest"), [("late", 1, LATE_SECONDS), ("drip", 3, CALL), ("never", 3, SILENCE)]
)
async def test_a_call_takes_no_longer_than_it_may(tmp_path: Path, manner: Manner, tries: int, longest: float) -> None:
    assert DRIP_TAKES_SECONDS > 2 * (CALL + SLACK)
    async with (
        dripping() as endpoint,
        served(tmp_path, url=endpoint.url, prices=PRICES, read_seconds=SILENCE, call_seconds=CALL) as there,
    ):
        endpoint.manners.extend([manner] * max(1, tries - 1))
        [run] = await there.run(body(runs=1))
        calls = await there.calls()
    assert run.state == "finished"
    assert [call.state for call in calls] == ["failed"] * (tries - 1) + ["done"]
    assert {call.error for call in calls[:-1]} <= {"It took too long."}
    assert all(call.cost is None for call in calls[:-1])  # they may have been billed
    assert longest - 0.1 <= max(endpoint.took) <= longest + SLACK
    report(f"{manner}: {len(calls)} tries, longest call {max(endpoint.took):.2f} s of {longest} s")


@pytest.mark.parametrize("manner", ["half", "reset"])
async def test_an_answer_that_breaks_off_is_asked_for_again_and_may_have_cost(tmp_path: Path, manner: Manner) -> None:
    """The connection ends in the middle of the body (fault 12): closed, or reset."""
    async with dripping() as endpoint, served(tmp_path, url=endpoint.url, prices=PRICES) as there:
        endpoint.manners.extend([manner] * 2)
        [run] = await there.run(body(runs=1))
        calls = await there.calls()
    assert run.state == "finished"
    assert [(call.state, call.error) for call in calls[:-1]] == [("failed", "The connection failed.")] * 2
    assert [call.cost for call in calls[:-1]] == [None, None]
    report(f"{manner}: {len(calls)} tries, then answered")


async def test_an_endpoint_that_is_not_there_costs_nothing(tmp_path: Path) -> None:
    async with dripping() as endpoint:
        gone = endpoint.url
    async with served(tmp_path, url=gone, prices=PRICES) as there:
        [run] = await there.run(body(runs=1))
        calls = await there.calls()
    assert (run.state, len(calls)) == ("could_not_run", TRIES)
    assert {(call.state, call.cost) for call in calls} == {("failed", Decimal(0))}

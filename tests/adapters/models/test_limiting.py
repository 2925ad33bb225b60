import asyncio
import math
import random
from datetime import UTC, datetime

import pytest

from optimize.adapters.models.backoff import LONGEST_ASKED, pause, retry_after
from optimize.adapters.models.circuit import OPEN_SECONDS, Circuit
from optimize.adapters.models.limiter import Limiter
from optimize.adapters.models.quota import Quota

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


async def test_it_starts_at_four_grows_by_success_and_halves_on_too_many() -> None:
    limiter = Limiter(16)
    assert limiter.limit == 4
    for _ in range(40):
        limiter.went_well()
    grown = limiter.limit
    assert 8 <= grown <= 16
    limiter.too_many()
    assert limiter.limit == pytest.approx(grown / 2, abs=1)
    for _ in range(10):
        limiter.too_many()
    assert limiter.limit == 1


async def test_it_never_passes_the_highest() -> None:
    limiter = Limiter(2)
    for _ in range(50):
        limiter.went_well()
    assert limiter.limit == 2


async def test_a_waiter_that_gives_up_leaves_its_place_to_the_next() -> None:
    limiter = Limiter(1)
    entered: list[str] = []

    async def hold(name: str) -> None:
        async with limiter.place():
            entered.append(name)
            await asyncio.sleep(0.01)

    first, second, third = (asyncio.create_task(hold(name)) for name in "abc")
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(first, second, third, return_exceptions=True)
    assert entered == ["a", "c"]
    assert limiter.active == 0


async def test_two_event_loops_share_one_limit() -> None:
    limiter = Limiter(1)
    under_way, most = 0, 0

    async def hold() -> None:
        nonlocal under_way, most
        async with limiter.place():
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.005)
            under_way -= 1

    async def several() -> None:
        await asyncio.gather(*(hold() for _ in range(5)))

    await asyncio.gather(several(), asyncio.to_thread(lambda: asyncio.run(several())))
    assert most == 1
    assert limiter.active == 0


def test_the_circuit_opens_after_five_in_a_row_and_only_then() -> None:
    circuit = Circuit()
    for _ in range(4):
        circuit.failed(100)
    assert circuit.open_for(100) == 0
    circuit.failed(100)
    assert circuit.open_for(110) == OPEN_SECONDS - 10
    assert circuit.open_for(131) == 0
    circuit.failed(131)
    assert circuit.open_for(131) == OPEN_SECONDS
    circuit.went_well()
    assert circuit.open_for(131) == 0


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0.2", 0.2),
        ("Mon, 05 Jan 2026 09:00:30 GMT", 30.0),
        ("Mon, 05 Jan 2026 08:00:00 GMT", None),
        ("-3", None),
        ("nan", None),
        ("inf", None),
        ("soon", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_a_date_and_nonsense_is_ignored(
    header: str | None, seconds: float | None
) -> None:
    assert retry_after(header, NOW) == seconds


def test_pauses_are_jittered_grow_and_end_at_thirty_seconds() -> None:
    rng = random.Random(1)
    drawn = [[pause(tries, None, rng) for _ in range(200)] for tries in range(1, 9)]
    for tries, pauses in enumerate(drawn, start=1):
        highest = min(30.0, 0.5 * 2**tries)
        assert 0 <= min(pauses) < highest * 0.1
        assert highest * 0.9 < max(pauses) <= highest
    assert pause(1, 500, rng) == LONGEST_ASKED
    assert math.isclose(pause(1, 9, rng), 9)


def test_a_quota_lets_a_minutes_worth_through_and_then_makes_wait() -> None:
    quota = Quota(60)
    assert [quota.take(1, 100) for _ in range(60)] == [0.0] * 60
    assert [quota.take(1, 100) for _ in range(3)] == [1.0, 2.0, 3.0]
    assert quota.wait(103) == 0.0
    assert quota.take(1, 1_000) == 0.0


def test_a_quota_never_fills_beyond_a_minute_and_pays_debts_slowly() -> None:
    quota = Quota(600)
    assert quota.take(1_200, 0) == 60.0
    assert quota.wait(30) == 30.0
    assert quota.wait(3_600) == 0.0
    assert quota.take(601, 3_600) == pytest.approx(0.1)

"""Code that is not ours is told to stop, and left if it does not."""

import asyncio

import pytest

from optimize.application.leaving import leavable


async def test_what_it_returns_and_raises_comes_through() -> None:
    async def returns() -> int:
        return 3

    async def leaves() -> None:
        raise SystemExit(3)

    async def pretends() -> None:
        raise asyncio.CancelledError

    assert await leavable(returns()) == 3
    with pytest.raises(SystemExit):
        await leavable(leaves())
    with pytest.raises(asyncio.CancelledError):
        await leavable(pretends())


async def test_it_may_tidy_up_before_it_stops() -> None:
    tidied = False

    async def tidies() -> None:
        nonlocal tidied
        try:
            await asyncio.sleep(30)
        finally:
            await asyncio.sleep(0.01)
            tidied = True

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await leavable(tidies())
    assert tidied


async def test_what_does_not_stop_is_left(caplog: pytest.LogCaptureFixture) -> None:
    enough, left = asyncio.Event(), asyncio.Event()

    async def stubborn() -> None:
        while not enough.is_set():
            try:
                await enough.wait()
            except asyncio.CancelledError:
                continue
        left.set()
        raise ValueError("nobody hears this")

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await leavable(stubborn(), grace=0.05)
    assert "was left behind" in caplog.text
    enough.set()
    await left.wait()
    await asyncio.sleep(0)

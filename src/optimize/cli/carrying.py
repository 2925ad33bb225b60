"""A batch carried through in this process, watched to its end."""

import asyncio
import signal
from collections.abc import Callable, Mapping
from typing import Any

import typer

from optimize.application.told import why_not_run
from optimize.application.use_cases import UseCases
from optimize.application.views import BatchProgress, BatchView
from optimize.cli.ordering import Wish, ordered
from optimize.cli.person import operator
from optimize.running import Running, connect
from optimize.settings import Settings

_LOOK_SECONDS = 0.03
_LOOKS = 33
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_OVER = ("finished", "cancelled")

Watch = Callable[[BatchProgress], None]


async def carried(settings: Settings, agent: str, wish: Wish, watch: Watch) -> tuple[BatchView, Mapping[str, str]]:
    """Plan a batch and carry it through; what came of it, and why runs could not run.

    Other processes on the same database carry runs of it too. The first Ctrl-C cancels the batch: what is finished
    stays.
    """
    running = await connect(settings)
    try:
        order = await ordered(running, agent, wish)
        await running.open()
        batch = await running.use_cases.planning.start(agent, order, actor=operator())
        batch = await _watched(running, batch, watch)
        return batch, why_not_run(batch)
    finally:
        await running.stop()


async def _watched(running: Running, batch: BatchView, watch: Watch) -> BatchView:
    use_cases, watching = running.use_cases, asyncio.current_task()
    if watching is None:
        raise RuntimeError("a batch is watched from a task")
    _cancelled_by_signals(watching)
    try:
        await running.start()  # only now: workers beside us can take up what was planned meanwhile
        await running.models.ready()
        progress = _of(batch)
        while batch.state not in _OVER:
            watch(progress)
            await _a_moment(use_cases, batch)
            progress = await use_cases.history.progress(batch.id)
            if progress.counts.done == progress.counts.planned:
                batch = await use_cases.history.batch(batch.id)
    except asyncio.CancelledError:
        watching.uncancel()
        batch = await use_cases.planning.cancel(batch.id, actor=operator())
        _hear_no_more()
    watch(_of(batch))
    return batch


def _cancelled_by_signals(watching: asyncio.Task[Any]) -> None:
    """The first signal cancels. To a second one nothing more happens: a cancel that is cut off would cancel nothing."""
    heard: list[int] = []

    def stop() -> None:
        typer.echo("Still cancelling …" if heard else "Cancelling … What is finished stays.", err=True)
        if not heard:
            watching.cancel()
        heard.append(1)

    for number in _SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop)


def _hear_no_more() -> None:
    """What is finished is still to be told and written: a late signal would end the process before that."""
    for number in _SIGNALS:
        asyncio.get_running_loop().remove_signal_handler(number)
        signal.signal(number, signal.SIG_IGN)


def _of(batch: BatchView) -> BatchProgress:
    return BatchProgress(counts=batch.counts, paused=batch.paused)


async def _a_moment(use_cases: UseCases, batch: BatchView) -> None:
    """About a second, but no longer than the batch goes on."""
    for _ in range(_LOOKS):
        await asyncio.sleep(_LOOK_SECONDS)
        if not await use_cases.history.goes_on(batch.id):
            return

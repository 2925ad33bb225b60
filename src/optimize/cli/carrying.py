"""A batch carried through in this process, watched to its end."""

import asyncio
import signal
from collections.abc import Callable, Mapping

from optimize.application.told import why_not_run
from optimize.application.use_cases import UseCases
from optimize.application.views import BatchProgress, BatchView
from optimize.cli.ordering import Wish, ordered
from optimize.cli.person import operator
from optimize.running import connect
from optimize.settings import Settings

_LOOK_SECONDS = 0.03
_LOOKS = 33
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
        await running.start()
        batch = await running.use_cases.planning.start(agent, order, actor=operator())
        await asyncio.to_thread(running.models.load)  # while the engine takes up what was planned
        batch = await _watched(running.use_cases, batch, watch)
        return batch, why_not_run(batch)
    finally:
        await running.stop()


async def _watched(use_cases: UseCases, batch: BatchView, watch: Watch) -> BatchView:
    watching = asyncio.current_task()
    if watching is None:
        raise RuntimeError("a batch is watched from a task")
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, watching.cancel)
    try:
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
    watch(_of(batch))
    return batch


def _of(batch: BatchView) -> BatchProgress:
    return BatchProgress(counts=batch.counts, paused=batch.paused)


async def _a_moment(use_cases: UseCases, batch: BatchView) -> None:
    """About a second, but no longer than the batch goes on."""
    for _ in range(_LOOKS):
        await asyncio.sleep(_LOOK_SECONDS)
        if not await use_cases.history.goes_on(batch.id):
            return

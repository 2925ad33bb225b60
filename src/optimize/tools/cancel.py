"""cancel: stop a batch that is running."""

from typing import ClassVar

from pydantic import Field

from optimize.application.told import capital
from optimize.application.views import BatchView
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.batch_summary import batch_data, named


class CancelArguments(ToolArguments):
    batch: str | None = Field(default=None, description="Id of the batch; empty = the only one that runs.")
    test: str | None = Field(default=None, description="Id of the test whose running batch is meant.")


class Cancel(Tool[CancelArguments]):
    name: ClassVar[str] = "cancel"
    description: ClassVar[str] = "Stop a running batch. Finished runs are kept, the rest counts as cancelled."
    effect: ClassVar[ToolEffect] = ToolEffect.DRAFTS
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("cancelled",)
    arguments = CancelArguments

    async def run(self, context: ToolContext, arguments: CancelArguments) -> ToolResult:
        batch = arguments.batch
        if batch is None:
            running = _each(await _running(context, arguments.test))
            if not running:
                return ToolResult(status="empty", summary="Nothing is running now.")
            if len(running) > 1:
                return _which(running)
            batch = running[0].id
        view = await context.use_cases.planning.cancel(batch, actor=context.actor)
        return ToolResult(status="ok", summary=f"{capital(named(view))} is {view.state}.", data=batch_data(view))


async def _running(context: ToolContext, test: str | None) -> list[BatchView]:
    running = await context.use_cases.history.batches(context.agent, active=True, limit=_MOST)
    return [view for view in running if test is None or any(shown.test == test for shown in view.tests)]


def _each(running: list[BatchView]) -> list[BatchView]:
    """One batch of each start: the two of an experiment are stopped together."""
    return list({view.created_at if view.kind == "experiment" else view.id: view for view in running}.values())


def _which(running: list[BatchView]) -> ToolResult:
    """A stop cannot be taken back: of several batches none is chosen by guess."""
    names = "; ".join(named(view) for view in running[:_SHOWN])
    more = f"; and {len(running) - _SHOWN} more" if len(running) > _SHOWN else ""
    return ToolResult(
        status="refused",
        summary=f"{len(running)} batches are running, so nothing was stopped: {names}{more}. "
        "Say which one, by the name of its test, or stop it on its own page.",
        data={"running": [view.id for view in running]},
    )


_MOST, _SHOWN = 20, 5

"""cancel: stop a batch that is running."""

from typing import ClassVar

from pydantic import Field

from optimize.application.told import capital
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.batch_summary import batch_data, named


class CancelArguments(ToolArguments):
    batch: str | None = Field(default=None, description="Id of the batch; empty = the newest one that runs.")


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
            running = await context.use_cases.history.batches(context.agent, active=True, limit=1)
            if not running:
                return ToolResult(status="empty", summary="Nothing is running now.")
            batch = running[0].id
        view = await context.use_cases.planning.cancel(batch, actor=context.actor)
        return ToolResult(status="ok", summary=f"{capital(named(view))} is {view.state}.", data=batch_data(view))

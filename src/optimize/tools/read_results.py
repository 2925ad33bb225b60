"""read_results: the newest results, or those of one batch or test."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.batch_summary import batch_data


class ReadResultsArguments(ToolArguments):
    test: str | None = Field(default=None, description="Id or name of one test.")
    batch: str | None = Field(default=None, description="Id of a batch; empty = the newest.")


class ReadResults(Tool[ReadResultsArguments]):
    name: ClassVar[str] = "read_results"
    description: ClassVar[str] = (
        "Results with k of n and lower bound per criterion, from the newest batch or a given one."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = ReadResultsArguments

    async def run(self, context: ToolContext, arguments: ReadResultsArguments) -> ToolResult:
        history, lifecycle = context.use_cases.history, context.use_cases.lifecycle
        test = (await lifecycle.find(context.agent, arguments.test)).id if arguments.test else None
        if arguments.batch:
            view = await history.batch(arguments.batch)
        else:
            newest = await history.newest_batch(context.agent, test=test)
            if newest is None:
                return ToolResult(status="empty", summary="Nothing has been run yet: no result.")
            view = newest
        return ToolResult(status="ok", summary=f"Results of batch {view.id}.", data=batch_data(view, test=test))

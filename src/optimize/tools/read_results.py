"""read_results: the newest results, or those of one batch or test; of an experiment, both setups side by side."""

from typing import Any, ClassVar

from pydantic import Field

from optimize.application.told import capital
from optimize.application.views import BatchView
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.batch_summary import batch_data, named, waits
from optimize.tools.compared_rows import rows_data
from optimize.tools.without_result import without_result

_NOTHING = "Nothing has been run yet: no result."


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
        asked = await lifecycle.find(context.agent, arguments.test) if arguments.test else None
        test = asked.id if asked else None
        if arguments.batch:
            view = await history.batch(arguments.batch)
        else:
            newest = await history.newest_batch(context.agent, test=test)
            if newest is None:
                return without_result(asked.name) if asked else ToolResult(status="empty", summary=_NOTHING)
            view = newest
        data = batch_data(view, test=test)
        if view.kind == "experiment":
            data |= await _experiment(context, view.id)
        waiting = await _waiting(context, view)
        if waiting:
            data["waiting"] = waiting
        return ToolResult(status="ok", summary=" ".join([f"Results of {named(view)}.", *waiting]), data=data)


async def _waiting(context: ToolContext, shown: BatchView) -> list[str]:
    """What waits for an endpoint, the batch that is shown and others: a finished one is shown rather than those."""
    active = await context.use_cases.history.batches(context.agent, active=True)
    others = [batch for batch in active if batch.id != shown.id]
    return [
        f"{capital(named(batch))}, {batch.counts.done} of {batch.counts.planned} runs done: {waits(batch.paused)}"
        for batch in (shown, *others)
        if batch.paused
    ]


async def _experiment(context: ToolContext, batch: str) -> dict[str, Any]:
    """One half of an experiment says nothing without the other."""
    view = await context.use_cases.experiments.of_batch(batch)
    if view is None:
        return {}
    told = {
        "id": view.id,
        "changed": view.described,
        "state": view.state,
        "runs": view.runs,
        "sentences": [view.sentence, view.speed.sentence, view.cost.sentence],
        "rows": rows_data(view.rows),
    }
    return {"experiment": told}

"""compare_runs: two versions, or two batches, by what is on record."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.compared_rows import rows_data


class CompareRunsArguments(ToolArguments):
    a: str = Field(description="A version by number or label (4, v4), or the id of a batch: the older side.")
    b: str = Field(description="The same for the other side.")


class CompareRuns(Tool[CompareRunsArguments]):
    name: ClassVar[str] = "compare_runs"
    description: ClassVar[str] = (
        "Compare two versions or two batches per criterion: counts, difference with its 95 % interval, improved or "
        "regressed or no detectable difference. Says which side has no results yet; runs nothing."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = CompareRunsArguments

    async def run(self, context: ToolContext, arguments: CompareRunsArguments) -> ToolResult:
        view = await context.use_cases.comparing.compare(context.agent, arguments.a, arguments.b)
        things = {"a": view.a, "b": view.b}
        data = {
            **{which: thing.model_dump(exclude={"id"}) for which, thing in things.items()},
            "missing": [things[which].label for which in view.missing],
            "rows": rows_data(view.rows),
            "left_out": view.left_out,
            "sentence": view.sentence,
        }
        return ToolResult(status="ok", summary=view.sentence, data=data)

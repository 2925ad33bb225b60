"""show_test: one test, whole."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.draft_summary import drafted


class ShowTestArguments(ToolArguments):
    test: str = Field(description="Id or name of the test.")


class ShowTest(Tool[ShowTestArguments]):
    name: ClassVar[str] = "show_test"
    description: ClassVar[str] = "One test: situation, criteria, what its settings mean, warnings, newest result."
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = ShowTestArguments

    async def run(self, context: ToolContext, arguments: ShowTestArguments) -> ToolResult:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        view = await context.use_cases.lifecycle.view(found.id)
        result = drafted(view, "This is")
        latest = view.latest.model_dump(mode="json") if view.latest else None
        return result.model_copy(update={"data": result.data | {"state": view.state.value, "latest": latest}})

"""explain_result: the recorded reasons of what failed, grouped and quoted."""

from typing import ClassVar

from pydantic import Field

from optimize.domain.errors import NotFound
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.without_result import without_result


class ExplainResultArguments(ToolArguments):
    test: str | None = Field(default=None, description="Id or name of the test; empty = everything that failed.")
    batch: str | None = Field(default=None, description="Id of a batch; empty = the newest finished one.")


class ExplainResult(Tool[ExplainResultArguments]):
    name: ClassVar[str] = "explain_result"
    description: ClassVar[str] = (
        "Why a test failed: the reasons recorded per failing criterion, in how many runs, with quotes. "
        "Say nothing about a failure that is not in its answer."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    untrusted: ClassVar[bool] = True
    arguments = ExplainResultArguments

    async def run(self, context: ToolContext, arguments: ExplainResultArguments) -> ToolResult:
        asked = None
        if arguments.test:
            asked = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        test = asked.id if asked else None
        try:
            found = await context.use_cases.explaining.explain(context.agent, test=test, batch=arguments.batch)
        except NotFound as error:
            if error.code != "no_result":
                raise
            if asked and not arguments.batch:
                return without_result(asked.name)
            return ToolResult(status="empty", summary=error.detail)
        data = found.model_dump(mode="json")
        batch = {name: data.pop(name) for name in ("kind", "version_number", "exploratory_reason", "tests", "passed")}
        return ToolResult(
            status="ok",
            summary=f"{_criteria(len(found.failures))} did not pass." if found.failures else "Nothing failed.",
            data=data | {"batch": batch | {"id": found.batch}},
        )


def _criteria(count: int) -> str:
    return "1 criterion" if count == 1 else f"{count} criteria"

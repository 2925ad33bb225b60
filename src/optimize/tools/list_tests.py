"""list_tests: the agent's tests, by state."""

from typing import ClassVar

from optimize.domain.acceptance_test import TestState
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class ListTestsArguments(ToolArguments):
    state: TestState | None = None


class ListTests(Tool[ListTestsArguments]):
    name: ClassVar[str] = "list_tests"
    description: ClassVar[str] = "The agent's tests with their criteria, state and newest verdict."
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = ListTestsArguments

    async def run(self, context: ToolContext, arguments: ListTestsArguments) -> ToolResult:
        views = await context.use_cases.history.tests(context.agent, state=arguments.state)
        return ToolResult(
            status="ok" if views else "empty",
            summary=f"{len(views)} tests." if views else "There are no such tests yet.",
            data={
                "tests": [
                    {
                        "test": view.id,
                        "name": view.name,
                        "state": view.state.value,
                        "criteria": view.sentences,
                        "latest": view.latest.verdict.value if view.latest else "no_result",
                    }
                    for view in views
                ]
            },
        )

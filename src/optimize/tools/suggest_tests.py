"""suggest_tests: what has no accepted test yet."""

from typing import ClassVar

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class SuggestTestsArguments(ToolArguments):
    pass


class SuggestTests(Tool[SuggestTestsArguments]):
    name: ClassVar[str] = "suggest_tests"
    description: ClassVar[str] = "What no accepted test covers yet, first of all what must not happen."
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = SuggestTestsArguments

    async def run(self, context: ToolContext, arguments: SuggestTestsArguments) -> ToolResult:
        found = await context.use_cases.suggestions.suggest(context.agent)
        return ToolResult(
            status="ok" if found else "empty",
            summary=f"{len(found)} suggestions." if found else "Every tool has an accepted test that speaks of it.",
            data={"suggestions": [suggestion.model_dump() for suggestion in found]},
        )

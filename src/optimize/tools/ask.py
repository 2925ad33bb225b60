"""ask: one question back, with the nearest answers to choose from."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class AskArguments(ToolArguments):
    question: str = Field(description="One question, in the person's language.", min_length=1, max_length=1_000)
    options: list[str] = Field(default=[], description="Up to five answers the person may pick.", max_length=5)


class Ask(Tool[AskArguments]):
    name: ClassVar[str] = "ask"
    description: ClassVar[str] = (
        "Ask the person one question when you cannot know what is meant: an unknown tool, a wish too vague to check, "
        "an unclear reference. Ends your turn."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    did: ClassVar[str] = "asked"
    ends_turn: ClassVar[bool] = True
    arguments = AskArguments

    async def run(self, context: ToolContext, arguments: AskArguments) -> ToolResult:
        return ToolResult(status="ok", summary=arguments.question, data=arguments.model_dump())

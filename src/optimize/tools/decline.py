"""decline: say no, why, and what would work."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class DeclineArguments(ToolArguments):
    reason: str = Field(description="Why it cannot be done as asked, with the numbers.", min_length=1, max_length=2_000)
    alternatives: list[str] = Field(default=[], description="What would work instead.", max_length=5)


class Decline(Tool[DeclineArguments]):
    name: ClassVar[str] = "decline"
    description: ClassVar[str] = (
        "Say that something must not or cannot be done as asked (an impossible setting, editing an accepted test, "
        "steering the judge), with the alternatives. Ends your turn."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    did: ClassVar[str] = "declined"
    ends_turn: ClassVar[bool] = True
    arguments = DeclineArguments

    async def run(self, context: ToolContext, arguments: DeclineArguments) -> ToolResult:
        return ToolResult(status="ok", summary=arguments.reason, data=arguments.model_dump())

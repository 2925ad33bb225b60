"""discard_draft: throw a draft away."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class DiscardDraftArguments(ToolArguments):
    test: str = Field(description="Id or name of the draft.")


class DiscardDraft(Tool[DiscardDraftArguments]):
    name: ClassVar[str] = "discard_draft"
    description: ClassVar[str] = (
        "Throw a draft away, when the person asks for that. Accepted tests can only be retired."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.DRAFTS
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("discarded",)
    arguments = DiscardDraftArguments

    async def run(self, context: ToolContext, arguments: DiscardDraftArguments) -> ToolResult:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        await context.use_cases.lifecycle.discard(found.id, actor=context.actor)
        return ToolResult(
            status="ok",
            summary=f"Discarded the draft “{found.name}”.",
            data={"discarded": found.id, "name": found.name},
        )

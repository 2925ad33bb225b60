"""retire_test: stand an accepted test down, with a reason that is kept."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.card_facts import facts_of_test


class RetireTestArguments(ToolArguments):
    test: str = Field(description="Id or name of the accepted test.")
    reason: str = Field(description="Why, in the person's own words.", min_length=3, max_length=4_000)


class RetireTest(Tool[RetireTestArguments]):
    name: ClassVar[str] = "retire_test"
    description: ClassVar[str] = (
        "Propose to retire an accepted test. Needs the person's reason; ask for it if there is none."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.DECIDES
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("retired",)
    arguments = RetireTestArguments

    async def card(self, context: ToolContext, arguments: RetireTestArguments) -> Card | None:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        view = await context.use_cases.lifecycle.view(found.id)
        facts = facts_of_test(view, await context.use_cases.lifecycle.named(view))
        return Card(title="Retire this test?", facts=(("Reason", arguments.reason), *facts))

    async def run(self, context: ToolContext, arguments: RetireTestArguments) -> ToolResult:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        view = await context.use_cases.lifecycle.retire(found.id, reason=arguments.reason, actor=context.actor)
        return ToolResult(
            status="ok",
            summary=f"Retired “{view.name}”.",
            data={"test": view.id, "name": view.name, "state": view.state},
        )

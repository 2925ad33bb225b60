"""accept_test: make a draft part of the agent's set, for good."""

from typing import ClassVar

from pydantic import Field

from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.card_facts import dry_run_of, facts_of_test


class AcceptTestArguments(ToolArguments):
    test: str = Field(description="Id or name of the draft.")


class AcceptTest(Tool[AcceptTestArguments]):
    name: ClassVar[str] = "accept_test"
    description: ClassVar[str] = "Propose to accept a draft. The person sees a card and decides; then it never changes."
    effect: ClassVar[ToolEffect] = ToolEffect.DECIDES
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("accepted",)
    arguments = AcceptTestArguments

    async def card(self, context: ToolContext, arguments: AcceptTestArguments) -> Card | None:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        view = await context.use_cases.lifecycle.view(found.id)
        tried = ("Dry run", await dry_run_of(context.use_cases, view))
        return Card(
            title="Accept this test? It can never be changed afterwards.",
            facts=facts_of_test(view, await context.use_cases.lifecycle.named(view)),
            beside=(tried,),
        )

    async def run(self, context: ToolContext, arguments: AcceptTestArguments) -> ToolResult:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        view = await context.use_cases.lifecycle.accept(found.id, actor=context.actor)
        return ToolResult(
            status="ok",
            summary=f"Accepted “{view.name}”.",
            data={"test": view.id, "name": view.name, "state": view.state},
        )

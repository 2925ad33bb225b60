"""dry_run: try a draft. It never counts."""

from typing import ClassVar

from pydantic import Field

from optimize.application.estimates import EstimateOrder
from optimize.application.planning import BatchOrder
from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.batch_summary import batch_data
from optimize.tools.ranges import Runs
from optimize.tools.spending import spending_card


class DryRunArguments(ToolArguments):
    test: str = Field(description="Id or name of the test, usually a draft.")
    runs: Runs | None = Field(default=None, description="Only if the person said how many runs.")


class DryRun(Tool[DryRunArguments]):
    name: ClassVar[str] = "dry_run"
    description: ClassVar[str] = "Run a draft to see whether it means what was meant. Never counts; writes are refused."
    effect: ClassVar[ToolEffect] = ToolEffect.SPENDS
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("started",)
    arguments = DryRunArguments

    async def card(self, context: ToolContext, arguments: DryRunArguments) -> Card | None:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        order = EstimateOrder(kind="dry_run", test=found.id, runs=arguments.runs)
        return await spending_card(context, order, f"Dry-run “{found.name}”?")

    async def run(self, context: ToolContext, arguments: DryRunArguments) -> ToolResult:
        found = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        order = BatchOrder(
            kind="dry_run", tests=(found.id,), runs=arguments.runs, writes="refuse", thread=context.thread
        )
        view = await context.use_cases.planning.start(context.agent, order, actor=context.actor, key=context.key())
        return ToolResult(
            status="ok",
            summary=f"The dry run of “{found.name}” has started; it has no result yet.",
            data=batch_data(view),
        )

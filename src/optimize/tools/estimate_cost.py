"""estimate_cost: what a batch would cost, before it starts."""

from typing import ClassVar, Literal

from pydantic import Field

from optimize.application.estimates import EstimateOrder
from optimize.domain.errors import Conflict
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.ranges import Runs


class EstimateCostArguments(ToolArguments):
    kind: Literal["run_all", "run", "dry_run", "experiment"] = "run_all"
    test: str | None = Field(default=None, description="Id or name of one test; empty = the accepted set.")
    runs: Runs | None = Field(default=None, description="Only if the person said how many runs.")
    model: str | None = Field(default=None, description="Only if the person named another model.")


class EstimateCost(Tool[EstimateCostArguments]):
    name: ClassVar[str] = "estimate_cost"
    description: ClassVar[str] = (
        "What it would cost: calls by role, tokens, money with a range, or that the price is unknown."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = EstimateCostArguments

    async def run(self, context: ToolContext, arguments: EstimateCostArguments) -> ToolResult:
        test = None
        if arguments.test:
            test = (await context.use_cases.lifecycle.find(context.agent, arguments.test)).id
        order = EstimateOrder(kind=arguments.kind, test=test, runs=arguments.runs, model=arguments.model)
        try:
            view = await context.use_cases.estimates.estimate(context.agent, order)
        except Conflict as error:
            if error.code != "nothing_to_run":
                raise
            return ToolResult(status="empty", summary=error.detail)
        return ToolResult(status="ok", summary=view.sentence, data=view.model_dump(mode="json"))

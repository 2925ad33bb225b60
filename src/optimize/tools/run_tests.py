"""run_tests: run accepted tests so that they count."""

from typing import ClassVar

from pydantic import Field

from optimize.application.estimates import EstimateOrder
from optimize.application.planning import BatchOrder
from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.batch_summary import batch_data
from optimize.tools.spending import spending_card


class RunTestsArguments(ToolArguments):
    tests: list[str] = Field(default=[], description="Ids or names; empty = the whole accepted set (Run all).")


class RunTests(Tool[RunTestsArguments]):
    name: ClassVar[str] = "run_tests"
    description: ClassVar[str] = "Run accepted tests, each as often as it says. Empty = Run all. Writes are refused."
    effect: ClassVar[ToolEffect] = ToolEffect.SPENDS
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("started",)
    arguments = RunTestsArguments

    async def card(self, context: ToolContext, arguments: RunTestsArguments) -> Card | None:
        tests = await self._ids(context, arguments)
        order = EstimateOrder(kind="run" if tests else "run_all", tests=tests or None)
        return await spending_card(context, order, "Run these tests?" if tests else "Run all accepted tests?")

    async def run(self, context: ToolContext, arguments: RunTestsArguments) -> ToolResult:
        tests = await self._ids(context, arguments)
        order = BatchOrder(
            kind="run" if tests else "run_all", tests=tests or None, writes="refuse", thread=context.thread
        )
        view = await context.use_cases.planning.start(context.agent, order, actor=context.actor, key=context.key())
        return ToolResult(status="ok", summary="The batch has started; it has no result yet.", data=batch_data(view))

    async def _ids(self, context: ToolContext, arguments: RunTestsArguments) -> tuple[str, ...]:
        lifecycle = context.use_cases.lifecycle
        return tuple([(await lifecycle.find(context.agent, reference)).id for reference in arguments.tests])

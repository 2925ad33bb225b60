"""schedule_daily: run the accepted set every day at a UTC time, or no more."""

from typing import Annotated, ClassVar

from pydantic import Field, StringConstraints

from optimize.application.estimates import EstimateOrder
from optimize.domain.errors import Conflict
from optimize.domain.schedule import time_of
from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.spending import at_most

_NOTHING = "No test is accepted yet, so nothing runs until one is."


class ScheduleDailyArguments(ToolArguments):
    at: Annotated[str, StringConstraints(max_length=5)] = Field(description="Time of day as HH:MM, in UTC.")
    enabled: bool = Field(default=True, description="False switches the daily run off.")


class ScheduleDaily(Tool[ScheduleDailyArguments]):
    name: ClassVar[str] = "schedule_daily"
    description: ClassVar[str] = "Propose to run the accepted set once a day at a UTC time, or to stop that."
    effect: ClassVar[ToolEffect] = ToolEffect.DECIDES
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("scheduled", "cancelled")
    arguments = ScheduleDailyArguments

    async def card(self, context: ToolContext, arguments: ScheduleDailyArguments) -> Card | None:
        time_of(arguments.at)
        now = await context.use_cases.scheduling.view(context.agent)
        before = f"every day at {now.at} UTC" if now.enabled else "off"
        if not arguments.enabled:
            return Card(title="Stop the daily run?", facts=(("Agent", context.agent), ("Now", before)))
        return Card(
            title="Run the accepted tests every day?",
            facts=(
                ("Agent", context.agent),
                ("At", f"{arguments.at} UTC, every day"),
                ("Now", before),
                *await _what_it_runs(context),
                ("Writes", "refused"),
            ),
        )

    async def run(self, context: ToolContext, arguments: ScheduleDailyArguments) -> ToolResult:
        scheduling = context.use_cases.scheduling
        # To switch it off says nothing about the time that it had.
        at = arguments.at if arguments.enabled else (await scheduling.view(context.agent)).at or arguments.at
        view = await scheduling.set_daily(context.agent, at=at, enabled=arguments.enabled, actor=context.actor)
        data = view.model_dump(mode="json", include={"at", "enabled", "next_due"})
        told = f"The accepted set runs every day at {view.at} UTC." if view.enabled else "The daily run is off."
        return ToolResult(status="ok", summary=told, data=data)


async def _what_it_runs(context: ToolContext) -> tuple[tuple[str, str], ...]:
    try:
        view = await context.use_cases.estimates.estimate(context.agent, EstimateOrder(kind="run_all"))
    except Conflict as nothing:
        if nothing.code != "nothing_to_run":
            raise
        return (("Tests", _NOTHING),)
    return (("Tests", str(view.tests)), ("Runs a day", str(view.runs)), ("Price a day", at_most(view.money_high)))

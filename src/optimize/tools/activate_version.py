"""activate_version: make a version of the agent live."""

from typing import ClassVar

from pydantic import Field

from optimize.application.comparing import version_label
from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class ActivateVersionArguments(ToolArguments):
    version: str = Field(description="Number, label or id of the version.")
    reason: str = Field(description="Why, in the person's own words.", min_length=3, max_length=4_000)


class ActivateVersion(Tool[ActivateVersionArguments]):
    name: ClassVar[str] = "activate_version"
    description: ClassVar[str] = "Propose to make a version live."
    effect: ClassVar[ToolEffect] = ToolEffect.DECIDES
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("activated",)
    arguments = ActivateVersionArguments

    async def card(self, context: ToolContext, arguments: ActivateVersionArguments) -> Card | None:
        agent = await context.use_cases.agents.view(context.agent)
        asked = await context.use_cases.agents.find_version(context.agent, arguments.version)
        live = next((version_label(v) for v in agent.versions if v.live), "none")
        return Card(
            title="Make this version live?",
            facts=(
                ("Agent", context.agent),
                ("Version", version_label(asked)),
                ("Live now", live),
                ("Reason", arguments.reason),
            ),
        )

    async def run(self, context: ToolContext, arguments: ActivateVersionArguments) -> ToolResult:
        view = await context.use_cases.agents.activate(
            context.agent, arguments.version, reason=arguments.reason, actor=context.actor
        )
        live = next(v for v in view.versions if v.live)
        return ToolResult(
            status="ok", summary=f"Version {live.number} is live.", data={"version": live.id, "number": live.number}
        )

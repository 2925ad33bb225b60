"""health: how the live version does, by its newest official results."""

from typing import ClassVar

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult

_ITEM = {"test", "name", "verdict", "k", "n", "could_not_judge", "could_not_run"}


class HealthArguments(ToolArguments):
    pass


class Health(Tool[HealthArguments]):
    name: ClassVar[str] = "health"
    description: ClassVar[str] = (
        "How many accepted tests pass on the live version, with a lower bound, and which do not. Official runs only."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = HealthArguments

    async def run(self, context: ToolContext, arguments: HealthArguments) -> ToolResult:
        view = await context.use_cases.health.of(context.agent)
        data = view.model_dump(mode="json", exclude={"agent", "version", "items", "markers"})
        data["items"] = [item.model_dump(mode="json", include=_ITEM) for item in view.items]
        status = "empty" if view.lower is None else "ok"
        return ToolResult(status=status, summary=view.sentence, data=data)

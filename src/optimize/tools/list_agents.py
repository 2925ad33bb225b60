"""list_agents: which agents can be tested here."""

from typing import ClassVar

from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class ListAgentsArguments(ToolArguments):
    pass


class ListAgents(Tool[ListAgentsArguments]):
    name: ClassVar[str] = "list_agents"
    description: ClassVar[str] = "The agents that can be tested, with their live version and number of tests."
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = ListAgentsArguments

    async def run(self, context: ToolContext, arguments: ListAgentsArguments) -> ToolResult:
        agents = await context.use_cases.agents.list()
        return ToolResult(
            status="ok" if agents else "empty",
            summary=f"{len(agents)} agents.",
            data={"agents": [agent.model_dump(mode="json") for agent in agents]},
        )

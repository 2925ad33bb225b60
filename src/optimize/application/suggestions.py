"""What has no accepted test yet, most important first: what must not happen."""

from pydantic import BaseModel, ConfigDict

from optimize.application.agents import live_version, require_agent
from optimize.application.ports.store import Store
from optimize.domain.acceptance_test import AcceptanceTest, TestState
from optimize.domain.agent_definition import ToolDeclaration


class Suggestion(BaseModel):
    """A test worth writing. `description` can be sent to the assistant as it is."""

    model_config = ConfigDict(frozen=True)

    title: str
    why: str
    description: str


class Suggestions:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def suggest(self, agent: str) -> list[Suggestion]:
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            definition = (await live_version(tx, agent)).definition
            tests = [record.test for record in await tx.tests.list(agent, state=TestState.ACCEPTED)]
        named = {tool for test in tests for criterion in test.criteria for tool in criterion.tools()}
        writes = [_write(t) for t in definition.tools if t.effect == "write" and not _forbidden(t.name, tests)]
        reads = [_read(t) for t in definition.tools if t.effect == "read" and t.name not in named]
        return [*writes, *_general(tests), *reads]


def _forbidden(tool: str, tests: list[AcceptanceTest]) -> bool:
    criteria = [c for test in tests for c in test.criteria if c.kind == "doesNotInvokeTool"]
    return any(tool in c.tools() or getattr(c, "effect", None) == "write" for c in criteria)


def _write(tool: ToolDeclaration) -> Suggestion:
    return Suggestion(
        title=f"When {tool.name} must not be called",
        why=f"{tool.name} writes, and no accepted test says when it must not be called.",
        description=f"When nothing calls for it, the agent must not call {tool.name}.",
    )


def _read(tool: ToolDeclaration) -> Suggestion:
    return Suggestion(
        title=f"When {tool.name} must be called",
        why=f"No accepted test covers {tool.name}.",
        description=f"The agent must call {tool.name} when it needs it: {tool.description or tool.name}.",
    )


def _general(tests: list[AcceptanceTest]) -> list[Suggestion]:
    kinds = {criterion.kind for test in tests for criterion in test.criteria}
    found = []
    if "doesNotHallucinate" not in kinds:
        found.append(
            Suggestion(
                title="States nothing that did not come back",
                why="No accepted test checks for invented facts.",
                description="The agent must never state anything that was not in what its tools returned.",
            )
        )
    if not any(test.simulated_user for test in tests):
        found.append(
            Suggestion(
                title="A conversation, not one answer",
                why="No accepted test plays a conversation with somebody who pushes back.",
                description="Simulate a user who pushes back over several turns and say what must hold throughout.",
            )
        )
    return found

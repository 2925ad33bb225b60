"""Plays messages to a connected agent through the real gate and recorder."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from optimize.application.ports.agent_under_test import AgentUnderTest
from optimize.application.recorder import Recorder
from optimize.application.tool_gate import ToolGate
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.setup import WritePolicy
from optimize.domain.transcript import Ending, Transcript

Play = Callable[..., Awaitable[Transcript]]


class StillClock:
    def now(self) -> datetime:
        return datetime(2026, 3, 2, tzinfo=UTC)

    def monotonic(self) -> float:
        return 0.0


@pytest.fixture
def play() -> Play:
    async def played(
        agent: AgentUnderTest,
        definition: AgentDefinition,
        *messages: str,
        policy: WritePolicy = "refuse",
        history: list[tuple[str, str]] | None = None,
    ) -> Transcript:
        conversation = agent.open(run="run_1", attempt=1, seed=3, history=history or [])
        recorder = Recorder(StillClock())
        gate = ToolGate(recorder, definition.tools, policy, definition.limits, conversation.implementations)
        for message in messages:
            recorder.begin_turn(message)
            recorder.message("assistant", (await conversation.reply(message, gate)).text)
        await conversation.close()
        return recorder.transcript(Ending.AGENT_ENDED)

    return played

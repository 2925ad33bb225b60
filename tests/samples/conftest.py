"""Lets a test talk to a version of the sample agent, through the real connection, gate and recorder."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from optimize.adapters.agents.connections import Connections
from optimize.application.recorder import Recorder
from optimize.application.tool_gate import ToolGate
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.setup import WritePolicy
from optimize.domain.transcript import Ending, Transcript
from optimize.samples.invoice_exceptions.versions import MODULE, VERSIONS

Talk = Callable[..., Awaitable[Transcript]]


class StillClock:
    def now(self) -> datetime:
        return datetime(2026, 3, 2, tzinfo=UTC)

    def monotonic(self) -> float:
        return 0.0


@pytest.fixture
def talk() -> Talk:
    """`await talk("careful", "first message", …, policy="refuse", seed=1)` → the transcript."""

    async def conversation(
        version: str | AgentDefinition,
        *messages: str,
        policy: WritePolicy = "refuse",
        seed: int = 1,
        history: list[tuple[str, str]] | None = None,
    ) -> Transcript:
        definition = dict(VERSIONS)[version] if isinstance(version, str) else version
        agent = Connections(frozenset({MODULE})).connect(definition)
        open_conversation = agent.open(run="run_1", attempt=1, seed=seed, history=history or [])
        recorder = Recorder(StillClock())
        gate = ToolGate(recorder, definition.tools, policy, definition.limits, open_conversation.implementations)
        for message in messages:
            recorder.begin_turn(message)
            recorder.message("assistant", (await open_conversation.reply(message, gate)).text)
        await open_conversation.close()
        return recorder.transcript(Ending.AGENT_ENDED)

    return conversation

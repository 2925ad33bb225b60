"""The one choke point between an agent and its tools: what is refused here has not left."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import JsonValue

from optimize.application.ports.agent_under_test import Implementation
from optimize.application.real_writes import RealWrites
from optimize.application.recorded_json import recorded
from optimize.application.recorder import RUN_LIMIT, Recorder
from optimize.domain.agent_definition import Limits, ToolDeclaration
from optimize.domain.errors import TooLarge
from optimize.domain.setup import WritePolicy
from optimize.domain.text import shortened
from optimize.domain.transcript import ToolCall

REFUSAL: Final = "This test run does not send writes. The call was recorded and was not sent."
"""What an agent is told when a write is refused. It must not look like success."""
WRITE_GRACE_SECONDS: Final = 3.0
"""How long a write under way is waited for when its run is stopped."""
_STOP_SECONDS: Final = 1.0
NEUTRAL_SAMPLE: Final[dict[str, JsonValue]] = {"simulated": True}
"""What a simulated call returns if its tool declares no sample."""


class TooManyToolCalls(TooLarge):
    """The agent asked for more calls than its definition allows; the run ends as the agent's error."""

    def __init__(self, limit: int) -> None:
        super().__init__("too_many_tool_calls", f"The agent asked for more than {limit} tool calls.", limit=limit)


class RunTooLong(TooLarge):
    """The agent said, read or called more than can be kept of one run; the run ends as the agent's error."""

    def __init__(self) -> None:
        super().__init__("run_too_long", f"The run is longer than {RUN_LIMIT:,} characters.", limit=RUN_LIMIT)


class ToolGate:
    """The `Tools` of one run.

    A tool without a declaration, or with no stated effect, is a write. Reads run under every policy. A write is
    refused, answered with the declared sample, or run, as the policy says; a tool that was not declared never runs,
    because no go-ahead can have named it. A tool without code answers with its sample. A write that really leaves
    stands in `writes` before it does.
    """

    def __init__(
        self,
        recorder: Recorder,
        declarations: Iterable[ToolDeclaration],
        policy: WritePolicy,
        limits: Limits,
        implementations: Mapping[str, Implementation],
        writes: RealWrites | None = None,
    ) -> None:
        self._recorder = recorder
        self._declarations = {tool.name: tool for tool in declarations}
        self._policy = policy
        self._limits = limits
        self._implementations = implementations
        self._writes = writes
        self._asked = 0
        self._messages = 0

    @property
    def over_limit(self) -> bool:
        """Whether the agent asked for too many calls, even if it swallowed the error."""
        return self._asked > self._limits.tool_calls

    async def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """One call, asked for by a message of its own. Returns the result, the refusal, or `{"error": …}`."""
        return (await self.call_together([(name, arguments)]))[0]

    async def call_together(self, calls: list[tuple[str, dict[str, Any]]]) -> list[Any]:
        """Calls that one message asks for at once; all are on record before the first one runs."""
        self._require_room()
        parent = self._messages
        self._messages += 1
        self._asked += len(calls)
        opened = [self._open(name, arguments, parent) for name, arguments in calls]
        if self.over_limit:
            raise self._held_back(opened)
        return list(await asyncio.gather(*(self._answer(call) for call in opened)))

    def say(self, text: str) -> None:
        self._require_room()
        self._recorder.message("assistant", text)

    def retrieved(self, query: str, passages: list[str]) -> None:
        self._require_room()
        self._recorder.retrieved(query, passages)

    def _require_room(self) -> None:
        if self._recorder.full:
            raise RunTooLong

    def _open(self, name: str, arguments: dict[str, Any], parent: int) -> ToolCall:
        declared = self._declarations.get(name)
        effect = declared.effect if declared else "write"
        return self._recorder.open_call(name, arguments, effect=effect, parent=parent)

    def _held_back(self, calls: list[ToolCall]) -> TooManyToolCalls:
        error = TooManyToolCalls(self._limits.tool_calls)
        for call in calls:
            self._recorder.close_call(call, "refused", error=error.detail)
        return error

    async def _answer(self, call: ToolCall) -> Any:
        if call.arguments is None:
            return self._failed(call, "The arguments are not a JSON object, so the call was not sent.")
        if call.effect == "write" and self._policy == "refuse":
            self._recorder.close_call(call, "refused", result=REFUSAL)
            return REFUSAL
        declared = self._declarations.get(call.name)
        if declared is None:
            return self._failed(call, f"This agent has no tool named {shortened(call.name, 80)}.")
        implementation = self._implementations.get(call.name)
        if implementation is None or (call.effect == "write" and self._policy == "simulate"):
            return self._simulated(call, declared)
        return await (self._written if call.effect == "write" else self._executed)(call, implementation)

    def _simulated(self, call: ToolCall, declared: ToolDeclaration) -> JsonValue:
        sample = declared.source.sample
        result = recorded(NEUTRAL_SAMPLE if sample is None else sample)
        self._recorder.close_call(call, "simulated", result=result)
        return result

    async def _written(self, call: ToolCall, implementation: Implementation) -> Any:
        if self._writes is None:
            return await self._executed(call, implementation)
        try:
            write = await self._writes.leaves(call)
        except BaseException as error:
            self._recorder.close_call(call, "not_run", error=str(error))
            raise
        writing = asyncio.create_task(self._executed(call, implementation))
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            await self._awaited(writing)
            raise
        finally:
            status = self._recorder.status_of(call)
            if status in ("executed", "failed", "unknown"):
                await self._writes.ended(write, status)

    async def _awaited(self, writing: asyncio.Task[Any]) -> None:
        """We are to stop, but a write has left: what becomes of it is worth a moment."""
        _, hanging = await asyncio.wait({writing}, timeout=WRITE_GRACE_SECONDS)
        if hanging:
            writing.cancel()
            await asyncio.wait({writing}, timeout=_STOP_SECONDS)

    async def _executed(self, call: ToolCall, implementation: Implementation) -> Any:
        arguments: Any = recorded(call.arguments)  # a copy: what the tool does to it must not change the record
        self._recorder.sent(call)
        try:
            async with asyncio.timeout(self._limits.seconds):
                result = recorded(await implementation(**arguments))
        except TimeoutError:
            return self._unknown(call)
        except asyncio.CancelledError:
            self._unknown(call)
            raise
        except (Exception, SystemExit) as error:  # whatever a tool raises is an answer that the agent has to deal with
            return self._failed(call, f"{type(error).__name__}: {error}")
        self._recorder.close_call(call, "executed", result=result)
        return result

    def _unknown(self, call: ToolCall) -> dict[str, JsonValue]:
        told = f"{call.name} did not answer in time. Whether it took effect is not known."
        self._recorder.close_call(call, "unknown", error=told)
        return {"error": told}

    def _failed(self, call: ToolCall, why: str) -> dict[str, JsonValue]:
        self._recorder.close_call(call, "failed", error=why)
        return {"error": why}

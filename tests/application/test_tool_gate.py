"""The choke point: what was recorded, what ran, and what the agent was told."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from optimize.application.ports.agent_under_test import Implementation
from optimize.application.recorder import Recorder
from optimize.application.tool_gate import NEUTRAL_SAMPLE, REFUSAL, ToolGate, TooManyToolCalls
from optimize.domain.agent_definition import Limits, ToolDeclaration, ToolSource
from optimize.domain.errors import Conflict
from optimize.domain.setup import WritePolicy
from optimize.domain.transcript import Ending, Message, ToolCall, Transcript


class SteppingClock:
    """Goes forward by 10 ms each time it is read."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 1, 5, 9, 0, tzinfo=UTC)

    def monotonic(self) -> float:
        self._seconds += 0.01
        return self._seconds


class Desk:
    """Two tools and a memory of what reached them."""

    def __init__(self) -> None:
        self.reached: list[tuple[str, dict[str, Any]]] = []
        self.recorded_when_run: list[int] = []
        self.recorder = Recorder(SteppingClock())

    async def read(self, **arguments: Any) -> Any:
        self.recorded_when_run.append(len(self.recorder.events))
        self.reached.append(("read", arguments))
        return {"invoice": arguments.get("invoice"), "total": 120.5}

    async def write(self, **arguments: Any) -> Any:
        self.reached.append(("write", arguments))
        return {"query": "SQ-1"}

    def gate(self, policy: WritePolicy = "refuse", limits: Limits | None = None, **more: Implementation) -> ToolGate:
        declarations = [
            ToolDeclaration(name="read", effect="read"),
            ToolDeclaration(name="write", source=ToolSource(sample={"query": "SAMPLE"})),
            ToolDeclaration(name="bare", effect="write"),
            ToolDeclaration(name="look", effect="read", source=ToolSource(sample={"seen": True})),
            *(ToolDeclaration(name=name, effect="read") for name in more),
        ]
        implementations = {"read": self.read, "write": self.write, "hidden": self.write, **more}
        return ToolGate(self.recorder, declarations, policy, limits or Limits(), implementations)

    def transcript(self) -> Transcript:
        return self.recorder.transcript(Ending.AGENT_ENDED)

    def calls(self) -> list[ToolCall]:
        return [event for event in self.recorder.events if isinstance(event, ToolCall)]


async def test_a_refused_write_is_recorded_with_its_arguments_and_reaches_nothing() -> None:
    desk = Desk()
    assert await desk.gate().call("write", {"invoice": "INV-1003"}) == REFUSAL
    [call] = desk.calls()
    assert (call.status, call.sent, call.effect, call.arguments) == ("refused", False, "write", {"invoice": "INV-1003"})
    assert call.counts
    assert not call.came_back
    assert desk.reached == []


async def test_a_read_runs_under_every_policy_and_is_on_record_before_it_runs() -> None:
    for policy in ("refuse", "simulate", "execute"):
        desk = Desk()
        result = await desk.gate(policy).call("read", {"invoice": "INV-1"})
        [call] = desk.calls()
        assert result == call.result == {"invoice": "INV-1", "total": 120.5}
        assert (call.status, call.sent, call.effect) == ("executed", True, "read")
        assert desk.recorded_when_run == [1]
        assert call.ms is not None
        assert call.ms > 0
        assert call.started == datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


async def test_a_simulated_write_answers_with_its_sample_or_a_neutral_one() -> None:
    desk = Desk()
    gate = desk.gate("simulate")
    assert await gate.call("write", {}) == {"query": "SAMPLE"}
    assert await gate.call("bare", {}) == NEUTRAL_SAMPLE
    assert [(call.status, call.sent, call.came_back) for call in desk.calls()] == [("simulated", False, True)] * 2
    assert desk.reached == []


async def test_a_write_runs_under_execute() -> None:
    desk = Desk()
    assert await desk.gate("execute").call("write", {"amount": 5}) == {"query": "SQ-1"}
    assert desk.reached == [("write", {"amount": 5})]
    assert desk.calls()[0].status == "executed"


async def test_a_declared_tool_without_code_answers_with_its_sample() -> None:
    desk = Desk()
    assert await desk.gate().call("look", {}) == {"seen": True}
    assert (desk.calls()[0].status, desk.calls()[0].sent) == ("simulated", False)


@pytest.mark.parametrize(("policy", "status"), [("refuse", "refused"), ("simulate", "failed"), ("execute", "failed")])
@pytest.mark.parametrize("name", ["hidden", "invented"])
async def test_an_undeclared_tool_is_a_write_and_never_runs(policy: WritePolicy, status: str, name: str) -> None:
    desk = Desk()
    result = await desk.gate(policy).call(name, {"a": 1})
    [call] = desk.calls()
    assert (call.effect, call.status, call.sent) == ("write", status, False)
    assert result == REFUSAL or name in result["error"]
    assert desk.reached == []


async def test_a_failing_tool_is_an_error_the_agent_can_read() -> None:
    async def broken() -> Any:
        raise ValueError("no such ledger")

    desk = Desk()
    gate = desk.gate(broken=broken)
    assert await gate.call("broken", {}) == {"error": "ValueError: no such ledger"}
    assert "unexpected" in (await gate.call("broken", {"unexpected": 1}))["error"]
    assert [call.status for call in desk.calls()] == ["failed", "failed"]
    assert desk.calls()[0].error == "ValueError: no such ledger"
    assert await gate.call("read", {}) == {"invoice": None, "total": 120.5}


async def test_a_tool_that_hangs_is_unknown_and_asked_once() -> None:
    started: list[int] = []

    async def hangs() -> Any:
        started.append(1)
        await asyncio.Event().wait()

    desk = Desk()
    gate = desk.gate(limits=Limits(seconds=0.02), hangs=hangs)
    assert "not known" in (await gate.call("hangs", {}))["error"]
    assert [(call.status, call.sent) for call in desk.calls()] == [("unknown", True)]
    assert started == [1]


async def test_a_cancelled_run_leaves_the_call_in_flight_as_unknown() -> None:
    async def hangs() -> Any:
        await asyncio.Event().wait()

    desk = Desk()
    gate = desk.gate(hangs=hangs)
    task = asyncio.create_task(gate.call_together([("hangs", {}), ("read", {})]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [(call.status, call.sent) for call in desk.calls()] == [("unknown", True), ("executed", True)]


async def test_calls_of_one_message_share_their_parent_and_keep_their_order() -> None:
    desk = Desk()
    gate = desk.gate()
    await gate.call("read", {"n": 0})
    results = await gate.call_together([("read", {"n": 1}), ("write", {"n": 2}), ("read", {"n": 3})])
    await gate.call("read", {"n": 4})
    assert [call.parent for call in desk.calls()] == [0, 1, 1, 1, 2]
    assert [call.seq for call in desk.calls()] == [0, 1, 2, 3, 4]
    assert [(call.arguments or {})["n"] for call in desk.calls()] == [0, 1, 2, 3, 4]
    assert results[1] == REFUSAL
    assert len({call.call_id for call in desk.calls()}) == 5


async def test_one_call_too_many_ends_the_run_and_runs_nothing() -> None:
    desk = Desk()
    gate = desk.gate("execute", Limits(tool_calls=2))
    await gate.call("read", {})
    with pytest.raises(TooManyToolCalls, match="more than 2 tool calls"):
        await gate.call_together([("read", {}), ("write", {})])
    with pytest.raises(TooManyToolCalls):
        await gate.call("write", {})
    assert gate.over_limit
    assert [call.status for call in desk.calls()] == ["executed", "refused", "refused", "refused"]
    assert [name for name, _ in desk.reached] == ["read"]


@pytest.mark.parametrize("arguments", ['{"{"ids": [1', "", ["a"], None])
async def test_unreadable_arguments_are_evidence_and_not_a_crash(arguments: Any) -> None:
    desk = Desk()
    result = await desk.gate("execute").call("write", arguments)
    [call] = desk.calls()
    assert "not a JSON object" in result["error"]
    assert (call.status, call.arguments, call.sent, desk.reached) == ("failed", None, False, [])
    assert call.arguments_text == str(arguments)


async def test_hostile_values_are_stored_with_visible_marks() -> None:
    deep: Any = []
    for _ in range(500):
        deep = [deep]

    async def hostile(**_: Any) -> Any:
        return {
            "a\0b": "\ud800",
            "nan": float("nan"),
            "when": datetime(2026, 1, 1, tzinfo=UTC),
            "o": object(),
            "d": deep,
        }

    desk = Desk()
    result = await desk.gate(hostile=hostile).call("hostile", {"q": "x\0\udfff"})
    [call] = desk.calls()
    assert call.arguments == {"q": "x⟦U+0000⟧⟦U+DFFF⟧"}
    assert result["a⟦U+0000⟧b"] == "⟦U+D800⟧"
    assert result["nan"] == "nan"
    assert "nested too deeply" in desk.transcript().model_dump_json()


async def test_a_field_of_three_megabytes_is_cut_with_a_mark() -> None:
    async def long() -> Any:
        return {"text": "x" * 3_000_000}

    desk = Desk()
    gate = desk.gate(long=long)
    await gate.call("long", {})
    await gate.call("read", {"q": "y" * 3_000_000})
    gate.say("z" * 3_000_000)
    first, second = desk.calls()
    assert isinstance(first.result, str)
    assert "cut here" in first.result
    assert second.arguments is None
    assert "cut here" in second.arguments_text
    assert "cut here" in desk.transcript().messages[0].text


async def test_neither_the_tool_nor_the_agent_can_change_the_record() -> None:
    async def careless(items: list[int]) -> Any:
        items.append(99)
        return {"items": items}

    desk = Desk()
    result = await desk.gate(careless=careless).call("careless", {"items": [1]})
    result["items"].clear()
    assert desk.calls()[0].arguments == {"items": [1]}
    assert desk.calls()[0].result == {"items": [1, 99]}


async def test_messages_turns_and_retrievals_stand_in_order() -> None:
    desk = Desk()
    gate = desk.gate()
    desk.recorder.message("assistant", "Good morning.")
    desk.recorder.begin_turn("Look at INV-1.")
    gate.say("One moment.")
    await gate.call("read", {})
    gate.retrieved("prices", ["Clause 4.2"])
    desk.recorder.message("assistant", "Done.")
    desk.recorder.turn_took(12.5)
    desk.recorder.begin_turn("Thanks.")
    desk.recorder.note("The user left.")
    transcript = desk.transcript()
    assert [event.seq for event in transcript.events] == list(range(8))
    assert [event.turn for event in transcript.events] == [0, 1, 1, 1, 1, 1, 2, 2]
    assert [event.kind for event in transcript.events][2:5] == ["message", "tool_call", "retrieval"]
    assert transcript.answer == "Done."
    assert transcript.turn_ms == (12.5,)
    assert isinstance(transcript.events[2], Message)


async def test_nothing_can_happen_after_the_run_is_over() -> None:
    desk = Desk()
    gate = desk.gate("execute")
    transcript = desk.transcript()
    with pytest.raises(Conflict, match="over"):
        await gate.call("write", {})
    assert desk.reached == []
    assert transcript.events == ()

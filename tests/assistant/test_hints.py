"""A setting that nobody asked for and that cannot be: the model is told to leave it out, the person hears of none."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.tool import ToolCall

from optimize.assistant.acting import hinted
from optimize.tools import TOOLS
from optimize.tools.base import ToolResult
from tests.assistant.conftest import AGENT, DRAFT, World
from tests.fakes.scripted_model import calls, scripted


@pytest.mark.parametrize(("setting", "value"), [("runs", 0), ("runs", 1000), ("threshold", 1.0), ("threshold", 0)])
async def test_a_refused_setting_comes_with_what_to_do(world: World, setting: str, value: float) -> None:
    told: list[dict[str, Any]] = []

    def mends(messages: Sequence[BaseMessage]) -> AIMessage:
        told.append(json.loads(messages[-1].text))
        return calls(("draft_test", DRAFT), start=2)

    world.model.brain = scripted(calls(("draft_test", DRAFT | {setting: value})), mends, AIMessage("Drafted it."))
    await world.say("the agent must compare first")
    assert told[0]["status"] == "error"
    assert told[0]["data"]["hint"] == f"Call draft_test again without {setting}, unless the person said one."
    assert len(await world.use_cases.history.tests(AGENT)) == 1


@pytest.mark.parametrize(
    "call",
    [
        ("show_test", {"test": "none such"}),
        ("accept_test", {"test": "none such"}),
        ("draft_test", DRAFT | {"criteria": [{"kind": "meetsExpectedBehaviors", "report": "fraction"}]}),
    ],
)
async def test_another_mistake_is_to_be_mended(world: World, call: tuple[str, dict[str, Any]]) -> None:
    told: list[dict[str, Any]] = []

    def reads(messages: Sequence[BaseMessage]) -> AIMessage:
        told.append(json.loads(messages[-1].text))
        return AIMessage("That did not work.")

    world.model.brain = scripted(calls(call), reads)
    await world.say("show me it")
    assert told[0]["status"] == "error"
    assert (
        told[0]["data"]["hint"] == f"Mend the call and call {call[0]} again, unless the person asked for exactly this."
    )


@pytest.mark.parametrize("status", ["ok", "empty", "refused"])
def test_only_a_mistake_is_to_be_mended(status: Any) -> None:
    result = ToolResult(status=status, summary="So it is.", data={"field": "runs"})
    call = ToolCall(name="dry_run", args={"runs": 5}, id="1", type="tool_call")
    assert hinted(result, TOOLS["dry_run"], call) == result

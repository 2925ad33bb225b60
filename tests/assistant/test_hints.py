"""A setting that nobody asked for and that cannot be: the model is told to leave it out, the person hears of none."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage

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
        ("draft_test", DRAFT | {"criteria": [{"kind": "meetsExpectedBehaviors", "report": "fraction"}]}),
    ],
)
async def test_what_a_call_cannot_do_without_has_no_such_hint(world: World, call: tuple[str, dict[str, Any]]) -> None:
    told: list[dict[str, Any]] = []

    def reads(messages: Sequence[BaseMessage]) -> AIMessage:
        told.append(json.loads(messages[-1].text))
        return AIMessage("That did not work.")

    world.model.brain = scripted(calls(call), reads)
    await world.say("show me it")
    assert told[0]["status"] == "error"
    assert "hint" not in told[0]["data"]

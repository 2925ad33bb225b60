"""The settings that a definition has for its model go over the wire with every call of the agent, and no other."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from optimize.adapters.models.worst_case import LONGEST_ANSWER, at_most
from optimize.domain.agent_definition import ModelChoice
from optimize.domain.setup import Setup
from tests.bugs.wired import accepted, register, run_all, wired
from tests.faults.judging import agrees
from tests.standins.openai_wire import Call, Reply, Wire

SETTINGS = {"temperature": 0.2, "max_tokens": 300, "top_p": 0.9, "seed": 7, "stop": ["END"], "reasoning": {"effort": 1}}
TOOL = {"name": "find_order", "effect": "read", "from": {"sample": {"state": "paid"}}}
DESK: dict[str, Any] = {
    "kind": "agent/1",
    "name": "desk",
    "model": {"ref": "openai:small", "settings": SETTINGS},
    "tools": [TOOL],
}
JUDGED = [{"kind": "satisfiesAssertion", "assertion": "The agent greets."}]


def looks_first(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Reply:
    """An agent that calls its tool once; as the judge, what it likes."""
    if tools and messages[-1]["role"] == "user":
        return Reply(calls=(Call(name="find_order", arguments="{}"),))
    return agrees(messages, tools)


def asked_for(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name not in ("model", "messages", "tools")}


async def test_they_go_along_with_each_call_of_the_agent_and_not_with_the_judges(tmp_path: Path) -> None:
    wire = Wire(looks_first)
    async with wired(tmp_path, wire, model="openai:small") as running:
        await register(running, DESK)
        await accepted(running, "desk", "Hello", criteria=JUDGED, runs=5)
        batch = await run_all(running, "desk", setup=Setup(model="openai:other"))
    assert (batch.counts.done, batch.counts.could_not_run) == (5, 0)
    agents = [request for request in wire.requests if "tools" in request]
    judges = [request for request in wire.requests if "tools" not in request]
    assert len(agents) == 10
    assert len(judges) >= 5
    assert all(asked_for(request) == SETTINGS for request in agents)
    assert {request["model"] for request in agents} == {"other"}
    assert all("temperature" not in request for request in judges)


async def test_a_limit_on_the_answer_is_what_a_call_can_cost_at_most(tmp_path: Path) -> None:
    prices = {"openai:small": {"input": 0, "output": 1_000}}
    wire = Wire(agrees)
    async with wired(tmp_path, wire, prices=prices) as running:
        await register(running, DESK)
        await accepted(running, "desk", "Hello", criteria=[{"kind": "answerContains", "texts": ["Hello"]}], runs=1)
        batch = await run_all(running, "desk", budget=Decimal("0.30"))
        assert batch.counts.passed == 1
        batch = await run_all(running, "desk", budget=Decimal("0.29"))
        assert batch.counts.could_not_run == 1


def test_the_most_that_an_answer_may_have_is_read_from_its_settings() -> None:
    assert at_most([], {"max_completion_tokens": 9}).output_tokens == 9
    assert at_most([], {"max_tokens": 9, "max_completion_tokens": 12}).output_tokens == 12
    assert at_most([], {"max_tokens": "many"}).output_tokens == LONGEST_ANSWER
    assert at_most([], {"max_tokens": 9}, 50).output_tokens == 50


@pytest.mark.parametrize("name", ["messages", "model", "tools", "stream", "n"])
def test_what_a_run_says_itself_cannot_be_set(name: str) -> None:
    with pytest.raises(ValidationError, match=f"{name} cannot be set for a model"):
        ModelChoice.model_validate({"ref": "openai:small", "settings": {name: 1}})

"""What a batch did cost is among its results, so that nobody is told an estimate of what is already paid."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from optimize.application.records import CallRecord
from optimize.samples.invoice_exceptions.versions import VERSIONS
from tests.assistant.conftest import AGENT, World
from tests.fakes.planned import NOW, add_batch, batch_of, body
from tests.fakes.scripted_model import calls, scripted

SPENT = Decimal("0.031")


async def test_results_say_what_was_paid(world: World) -> None:
    record, runs = batch_of({"t": body(runs=2)}, VERSIONS[0][1], thread=world.thread)
    async with world.store.writing() as tx:
        await add_batch(tx, record, runs)
        call = CallRecord(
            id="call_1", agent=AGENT, run=runs[0].id, role="agent", model="m:1", state="sent", started_at=NOW
        )
        await tx.calls.add(call)
        await tx.calls.settle("call_1", state="done", latency_ms=5, input_tokens=20, output_tokens=4, cost=SPENT)
    heard: list[dict[str, Any]] = []

    def hears(messages: Sequence[BaseMessage]) -> AIMessage:
        assert isinstance(messages[-1], ToolMessage)
        heard.append(json.loads(messages[-1].text))
        return AIMessage("That is it.")

    world.model.brain = scripted(calls(("read_results", {})), hears)
    await world.say("what did it cost?")
    told = heard[0]["data"]["batch"]["cost"]
    assert (Decimal(told["money"]), told["calls"], told["input_tokens"]) == (SPENT, 1, 20)

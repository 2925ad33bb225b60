"""bug-12: a price that nobody knows is said as unknown, with calls and tokens; $0 only if it was set to zero."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from optimize.application.estimates import EstimateOrder
from optimize.application.told import spent
from optimize.domain.cost import Cost
from tests.bugs.wired import accepted, register, run_all, wired
from tests.standins.openai_wire import Message, Reply, Step

OWN = "openai:my-own-model-7b"
GREETS = [{"kind": "answerContains", "texts": ["hello"]}]


def hello(messages: list[Message], tools: list[dict[str, Any]]) -> Reply:
    return Reply(text="hello there")


async def costs(data: Path, **settings: Any) -> tuple[str, Cost, Cost]:
    """(the estimate in words, cost of the batch, cost of its run) on a model of one's own."""
    async with wired(data, hello, **settings) as running:
        await register(running, {"kind": "agent/1", "name": "desk", "model": {"ref": OWN}})
        await accepted(running, "desk", "Hi", criteria=GREETS)
        estimate = await running.use_cases.estimates.estimate("desk", EstimateOrder())
        batch = await run_all(running, "desk")
        [run] = (await running.use_cases.history.runs("desk", batch=batch.id)).items
        assert batch.counts.passed == 1
        return estimate.sentence, batch.cost, run.cost


async def test_bug_12_an_unknown_price_is_unknown_in_estimate_run_and_batch(tmp_path: Path) -> None:
    sentence, batch, run = await costs(tmp_path / "data")
    assert "price unknown" in sentence
    assert "$" not in sentence
    assert "3 agent calls" in sentence
    for cost in (batch, run):
        assert (cost.money, cost.price_unknown, cost.calls) == (None, True, 1)
        assert cost.input_tokens > 0
        assert spent(cost) == f"price unknown (1 call, {cost.input_tokens + cost.output_tokens} tokens)"


async def test_bug_12_a_price_set_to_zero_is_zero(tmp_path: Path) -> None:
    sentence, batch, run = await costs(tmp_path / "data", prices={OWN: {"input": 0, "output": 0}})
    assert "$0" in sentence
    assert "unknown" not in sentence
    for cost in (batch, run):
        assert (cost.money, cost.price_unknown) == (Decimal(0), False)
        assert spent(cost).startswith("$0 (1 call, ")


@pytest.mark.parametrize("prices", [{}, {OWN: {"input": 1, "output": 2}}], ids=["no price", "a price"])
@pytest.mark.parametrize("step", [Step(status=400), Step(body="<html>")], ids=["refused", "nobody knows"])
async def test_bug_12_a_call_that_failed_is_free_only_if_it_is_known_to_be(
    tmp_path: Path, prices: dict[str, dict[str, int]], step: Step
) -> None:
    """What was refused cost nothing; of a model without a price even that is not claimed."""
    async with wired(tmp_path / "data", hello, [step], prices=prices) as running:
        await register(running, {"kind": "agent/1", "name": "desk", "model": {"ref": OWN}})
        await accepted(running, "desk", "Hi", criteria=GREETS, runs=1)
        cost = (await run_all(running, "desk")).cost
    free = bool(prices) and step.status == 400
    assert (cost.calls, cost.money, cost.price_unknown) == (1, Decimal(0) if free else None, not free)
    assert spent(cost) == f"{'$0' if free else 'price unknown'} (1 call, 0 tokens)"


def test_money_is_told_exactly() -> None:
    assert spent(Cost(calls=2, input_tokens=1_000, output_tokens=234, money=Decimal("0.00012300"))) == (
        "$0.000123 (2 calls, 1,234 tokens)"
    )
    assert spent(Cost(calls=2, money=Decimal("20.00"))) == "$20 (2 calls, 0 tokens)"

import asyncio
from decimal import Decimal
from typing import Any

import pytest

from optimize.application.ports.models import ModelReply, PromptMessage
from optimize.domain.errors import Invalid, Unavailable
from tests.adapters.models.conftest import CONTEXT, Bench, says
from tests.standins.openai_wire import Reply, Step, Wire

SCHEMA: dict[str, Any] = {
    "title": "Answer",
    "type": "object",
    "properties": {"passed": {"type": "boolean"}, "reason": {"type": "string"}},
    "required": ["passed", "reason"],
    "additionalProperties": False,
}
GOOD = '{"passed": true, "reason": "ok"}'


async def ask(bench: Bench, **options: Any) -> ModelReply:
    messages = [PromptMessage(role="system", text="Be brief."), PromptMessage(role="user", text="Hello?")]
    return await bench.models.ask("judge", messages, context=CONTEXT, **options)


async def test_a_call_is_on_the_ledger_with_what_it_used_and_cost(bench: Bench) -> None:
    reply = await ask(bench)
    [row] = bench.store.rows.values()
    assert reply.text == "Hello there."
    assert (row.state, row.role, row.model, row.run, row.attempt) == ("done", "judge", "openai:small", "run_1", 2)
    assert (row.input_tokens, row.cached_tokens, row.output_tokens) == (3, 1, 2)
    assert row.cost == Decimal(7) / 1_000_000
    assert row.price_version is not None
    assert "own" in row.price_version


async def test_the_row_is_there_before_the_request_leaves() -> None:
    seen: list[list[str]] = []

    def brain(_messages: Any, _tools: Any) -> Reply:
        seen.append([str(state) for state in bench.store.states])
        return Reply(text="Hi")

    bench = Bench(Wire(brain))
    await ask(bench)
    assert seen == [["sent"]]


async def test_an_unknown_price_is_no_price_rather_than_zero() -> None:
    bench = Bench(Wire(says("Hi.")), ref="openai:my-own-model-7b")
    await ask(bench)
    [row] = bench.store.rows.values()
    assert row.cost is None
    assert row.price_version is None
    assert row.output_tokens == 1


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
async def test_passing_trouble_is_tried_again_and_every_try_is_a_row(bench: Bench, status: int) -> None:
    bench.wire.steps.extend([Step(status=status), Step(status=status)])
    assert (await ask(bench)).text == "Hello there."
    assert bench.store.states == ["failed", "failed", "done"]
    assert len(bench.waits) == 2
    assert all(0 <= wait <= 0.5 * 2**tries for tries, wait in enumerate(bench.waits, start=1))


async def test_what_the_endpoint_asks_for_is_waited_for(bench: Bench) -> None:
    bench.wire.steps.append(Step(status=429, retry_after="42"))
    await ask(bench)
    assert bench.waits == [42.0]


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (Step(status=400, error="bad temperature"), "bad temperature"),
        (Step(status=403), "OPENAI_API_KEY"),
        (Step(status=404, error="no model small"), "model's name"),
        (Step(status=429, error_code="insufficient_quota"), "quota"),
        (Step(body="<html>welcome</html>"), "no chat completion"),
    ],
)
async def test_what_will_not_pass_is_not_tried_again(bench: Bench, step: Step, told: str) -> None:
    bench.wire.steps.append(step)
    with pytest.raises(Unavailable) as caught:
        await ask(bench)
    assert caught.value.code == "model_unavailable"
    assert told in caught.value.detail
    assert "openai:small at wire" in caught.value.detail
    assert bench.store.states == ["failed"]


async def test_a_wrong_key_is_said_without_repeating_it() -> None:
    bench = Bench(Wire(says("Hi"), key="sk-other"))
    with pytest.raises(Unavailable) as caught:
        await ask(bench)
    assert "OPENAI_API_KEY" in caught.value.detail
    assert "sk-" not in caught.value.detail + str([row.error for row in bench.store.rows.values()])


async def test_five_tries_are_the_end_and_open_the_circuit(bench: Bench) -> None:
    bench.wire.steps.extend([Step(status=500)] * 5)
    with pytest.raises(Unavailable, match="after 5 tries"):
        await ask(bench)
    with pytest.raises(Unavailable, match="asked again in 30 s"):
        await ask(bench)
    assert len(bench.wire.requests) == 5
    bench.clock.advance(31)
    assert (await ask(bench)).text == "Hello there."


async def test_a_call_that_takes_too_long_is_given_up() -> None:
    bench = Bench(Wire(says("late")), call_seconds=0.02)
    bench.wire.steps.extend([Step(delay=0.2)] * 5)
    with pytest.raises(Unavailable, match="took too long"):
        await ask(bench)
    assert bench.store.states == ["failed"] * 5


async def test_a_cancelled_call_is_recorded_as_unknown(bench: Bench) -> None:
    bench.wire.steps.append(Step(delay=10))
    call = asyncio.create_task(ask(bench))
    await asyncio.sleep(0.05)
    assert len(bench.wire.requests) == 1
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert bench.store.states == ["unknown"]


async def test_no_more_calls_than_the_limit_are_under_way(bench: Bench) -> None:
    bench.wire.steps.extend([Step(delay=0.02)] * 12)
    await asyncio.gather(*(ask(bench) for _ in range(12)))
    assert 4 <= bench.wire.most_under_way <= 8


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Sure! {GOOD}",
        f"Here it is:\n```\n{GOOD}\n```\nAnything else?",
        f"\ufeff{GOOD}",
    ],
)
async def test_a_structured_answer_is_read_through_fences_and_chatter(text: str) -> None:
    reply = await ask(Bench(Wire(says(text))), schema=SCHEMA)
    assert reply.parsed == {"passed": True, "reason": "ok"}
    assert reply.problem is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{'passed': true, 'reason': 'ok'}", "not a readable JSON object"),
        ('{"passed": true, "rea', "not a readable JSON object"),
        (f"{GOOD} or {GOOD}", "2 JSON objects"),
        ('{"passed": "yes", "reason": "ok"}', "passed"),
        ('{"passed": NaN, "reason": "ok"}', "not a readable"),
        ("", "empty"),
        ("   ", "empty"),
    ],
)
async def test_what_cannot_be_read_is_a_problem_with_the_raw_text(text: str, told: str) -> None:
    reply = await ask(Bench(Wire(says(text))), schema=SCHEMA)
    assert reply.parsed is None
    assert reply.text == text
    assert told in (reply.problem or "")


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply(text=GOOD[:9], finish="length"), "cut off"),
        (Reply(text="", finish="content_filter"), "filter"),
        (Reply(refusal="I won't judge that."), "refused"),
    ],
)
async def test_a_length_stop_a_filter_and_a_refusal_are_outcomes_not_errors(reply: Reply, told: str) -> None:
    for schema in (None, SCHEMA):
        bench = Bench(Wire(lambda messages, tools: reply))
        answer = await ask(bench, schema=schema)
        assert told in (answer.problem or "")
        assert answer.parsed is None
        assert bench.store.states == ["done"]


async def test_the_schema_travels_strict_and_the_length_is_bounded(bench: Bench) -> None:
    await ask(bench, schema=SCHEMA, max_tokens=77)
    [request] = bench.wire.requests
    assert request["response_format"]["json_schema"]["strict"] is True
    assert request["max_tokens"] == 77
    assert "stream" not in request or request["stream"] is False


async def test_a_server_without_schemas_is_asked_in_words_and_remembered() -> None:
    bench = Bench(Wire(says(GOOD), knows_schemas=False))
    for _ in range(2):
        assert (await ask(bench, schema=SCHEMA)).parsed == {"passed": True, "reason": "ok"}
    assert ["response_format" in request for request in bench.wire.requests] == [True, False, False]
    assert "JSON Schema" in bench.wire.requests[1]["messages"][-1]["content"]
    assert bench.store.states == ["failed", "done", "done"]


async def test_a_name_that_nobody_serves_is_refused_with_those_that_are(bench: Bench) -> None:
    for name in ("gpt-4o", "acme:x", "openai:"):
        with pytest.raises(Invalid) as caught:
            await ask(bench, model=name)
        assert caught.value.code == "unknown_provider"
        assert "openai:" in caught.value.detail
    assert bench.store.rows == {}


async def test_the_offline_model_is_free_and_on_the_ledger() -> None:
    bench = Bench(Wire(says("never asked")), ref="offline:rules")
    reply = await ask(bench, schema=SCHEMA)
    [row] = bench.store.rows.values()
    assert (row.model, row.cost, row.state) == ("offline:rules", Decimal(0), "done")
    assert reply.model == bench.models.name_of("judge") == "offline:rules"
    assert bench.wire.requests == []


async def test_what_the_operator_knows_of_the_endpoints_limits_is_kept() -> None:
    bench = Bench(Wire(says("Hi there you.")), requests_per_minute=2)
    for _ in range(3):
        await ask(bench)
    assert bench.waits == [30.0]
    bench = Bench(Wire(says("Hi there you.")), tokens_per_minute=5)
    for _ in range(3):
        await ask(bench)
    assert bench.waits == pytest.approx([12.0, 72.0])

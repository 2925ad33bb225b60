import asyncio
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langchain_core.messages.ai import add_ai_message_chunks

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.at_once import AtOnce
from optimize.adapters.models.completions import Completions
from optimize.adapters.models.providers.openai import OpenAI
from optimize.application.ports.models import CallContext
from optimize.domain.errors import Unavailable
from tests.adapters.models.conftest import Bench, says, wired_client
from tests.standins.openai_wire import Call, Reply, Step, Wire

TURN = CallContext(agent="desk", turn="turn_1")
TOOLS = [{"type": "function", "function": {"name": "find_order", "description": "", "parameters": {"type": "object"}}}]
CALLING = Reply(text="One moment.", calls=(Call(name="find_order", arguments='{"order": "1187", "deep": true}'),))


async def streamed(bench: Bench, **bound: Any) -> tuple[AIMessageChunk, list[str]]:
    model = bench.chat_models.for_assistant(TURN)
    runnable = model.bind_tools(TOOLS, **bound)
    pieces = [piece async for piece in runnable.astream([HumanMessage("Hello?")])]
    whole = add_ai_message_chunks(*(piece for piece in pieces if isinstance(piece, AIMessageChunk)))
    return whole, [piece.text for piece in pieces if piece.text]


async def test_words_arrive_one_by_one_and_the_row_has_their_usage(bench: Bench) -> None:
    message, words = await streamed(bench)
    [row] = bench.store.rows.values()
    assert message.text == "Hello there."
    assert len(words) == 2
    assert (row.state, row.role, row.turn, row.output_tokens) == ("done", "assistant", "turn_1", 2)
    assert bench.wire.requests[0]["stream_options"] == {"include_usage": True}
    assert bench.wire.requests[0]["tools"][0]["function"]["name"] == "find_order"


async def test_a_tool_call_in_pieces_becomes_one_call() -> None:
    message, _ = await streamed(Bench(Wire(lambda messages, tools: CALLING)))
    [call] = message.tool_calls
    assert (call["name"], call["args"]) == ("find_order", {"order": "1187", "deep": True})
    assert message.text == "One moment."


@pytest.mark.parametrize("arguments", ['{"{"ids": [1', '{"order": "118'])
async def test_arguments_that_are_no_json_are_kept_as_they_came(arguments: str) -> None:
    reply = Reply(calls=(Call(name="find_order", arguments=arguments),))
    for message in (
        (await streamed(Bench(Wire(lambda messages, tools: reply))))[0],
        await Bench(Wire(lambda messages, tools: reply)).chat_models.for_assistant(TURN).ainvoke("Hello?"),
    ):
        found = [*message.tool_calls, *message.invalid_tool_calls]
        assert [call["name"] for call in found] == ["find_order"]


async def test_a_stream_that_breaks_off_is_an_error_and_not_a_short_answer(bench: Bench) -> None:
    bench.wire.steps.append(Step(cut_after=2))
    with pytest.raises(Unavailable, match="broke off"):
        await streamed(bench)
    assert bench.store.states == ["failed"]
    assert len(bench.wire.requests) == 1


async def test_trouble_before_the_first_word_is_tried_again(bench: Bench) -> None:
    bench.wire.steps.extend([Step(status=429), Step(status=500)])
    message, _ = await streamed(bench)
    assert message.text == "Hello there."
    assert bench.store.states == ["failed", "failed", "done"]


@pytest.mark.parametrize(
    ("reply", "told"), [(Reply(text="Hello", finish="length"), "cut off"), (Reply(text=""), "empty")]
)
async def test_an_ending_that_is_none_is_marked(reply: Reply, told: str) -> None:
    message, _ = await streamed(Bench(Wire(lambda messages, tools: reply)))
    assert told in message.response_metadata["problem"]
    answer = await Bench(Wire(lambda messages, tools: reply)).chat_models.for_assistant(TURN).ainvoke("Hello?")
    assert told in answer.response_metadata["problem"]


async def test_a_reader_that_stops_listening_leaves_an_unknown_row(bench: Bench) -> None:
    stream = bench.chat_models.for_assistant(TURN).astream("Hello?")
    await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]
    del stream
    await asyncio.sleep(0.01)
    assert bench.store.states == ["unknown"]


async def test_without_streaming_the_same_model_answers_in_one_piece() -> None:
    bench = Bench(Wire(says("Hello there.")))
    answer = await bench.completers.get("agent", TURN).answer([HumanMessage("Hello?")])
    assert isinstance(answer, AIMessage)
    assert answer.text == "Hello there."
    assert "stream" not in bench.wire.requests[0] or not bench.wire.requests[0]["stream"]
    assert [row.role for row in bench.store.rows.values()] == ["agent"]


async def test_a_provider_that_cannot_stream_serves_the_chat_at_once() -> None:
    bench = Bench(Wire(says("Hello there.")))
    inner = Completions("small", "http://wire/v1/chat/completions", wired_client(bench.wire))
    chunks = [chunk async for chunk in AtOnce(inner=inner).astream([HumanMessage("Hello?")], stop=["."])]
    assert "".join(chunk.text for chunk in chunks) == "Hello there."
    assert bench.wire.requests[0]["stop"] == ["."]
    assert isinstance(OpenAI(ModelAccess()).build_streaming("small", "assistant"), AtOnce)


async def test_a_conversation_that_is_too_long_is_told_as_such_also_without_the_code_for_it(bench: Bench) -> None:
    bench.wire.steps.append(Step(status=400, error="prompt is too long: 210000 tokens > 200000 maximum"))
    with pytest.raises(Unavailable, match="conversation is too long"):
        await streamed(bench)

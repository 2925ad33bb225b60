"""Servers that number the calls of each answer anew, or give them no id: each call still has one of its own."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langchain_core.messages.ai import add_ai_message_chunks
from langchain_core.messages.tool import tool_call_chunk

from optimize.adapters.models.call_ids import OwnIds
from optimize.application.ports.models import CallContext
from tests.adapters.models.conftest import CONTEXT, Bench
from tests.standins.openai_wire import Call, Reply, Wire

TURN = CallContext(agent="desk", turn="turn_1")
TOOLS = [{"type": "function", "function": {"name": "find_order", "description": "", "parameters": {"type": "object"}}}]


def bench(given: str | None) -> Bench:
    calls = tuple(Call(name="find_order", arguments=f'{{"order": "{n}"}}', id=given) for n in (1, 2))
    return Bench(Wire(lambda messages, tools: Reply(calls=calls)))


async def streamed(on: Bench) -> AIMessageChunk:
    model = on.chat_models.for_assistant(TURN).bind_tools(TOOLS)
    pieces = [piece async for piece in model.astream([HumanMessage("Hello?")])]
    return add_ai_message_chunks(*(piece for piece in pieces if isinstance(piece, AIMessageChunk)))


@pytest.mark.parametrize("given", ["call_0", "", None])
async def test_no_id_comes_twice_in_a_conversation(given: str | None) -> None:
    on = bench(given)
    answers: list[AIMessage] = [await streamed(on), await streamed(on)]
    answers += [await on.completers.get("agent", CONTEXT).answer([HumanMessage("Hello?")]) for _ in range(2)]
    ids = [call["id"] for answer in answers for call in answer.tool_calls]
    assert len(set(ids)) == len(ids) == 8
    assert all(call_id and len(call_id) == 9 and call_id.isalnum() for call_id in ids)
    assert [call["args"] for answer in answers for call in answer.tool_calls] == [{"order": "1"}, {"order": "2"}] * 4


async def test_a_call_whose_arguments_cannot_be_read_has_one_too() -> None:
    on = Bench(Wire(lambda messages, tools: Reply(calls=(Call(name="find_order", arguments="{oops", id=""),))))
    answer = await on.completers.get("agent", CONTEXT).answer([HumanMessage("Hello?")])
    [call] = answer.invalid_tool_calls
    assert call["id"]
    assert call["args"] == "{oops"


@pytest.mark.parametrize(
    "pieces",
    [
        [{"id": "a", "name": "f", "index": 0}, {"args": "{", "index": 0}, {"args": "}", "index": 0}],
        [{"id": "a", "name": "f", "index": 0}, {"id": "a", "args": "{}", "index": 0}],
        [{"id": "", "name": "f", "index": 0}, {"id": "", "args": "{}", "index": 0}],
        [{"name": "f", "args": "{}", "index": 0}],
        [{"id": "a", "name": "f", "args": "{}"}],
    ],
)
def test_the_pieces_of_a_call_keep_together(pieces: list[dict[str, Any]]) -> None:
    own = OwnIds()
    chunks = [own.chunk(AIMessageChunk(content="", tool_call_chunks=[tool_call_chunk(**piece)])) for piece in pieces]
    [call] = add_ai_message_chunks(*chunks).tool_calls if len(chunks) > 1 else chunks[0].tool_calls
    assert (call["name"], call["args"]) == ("f", {})
    assert call["id"]

"""The shape of an answer goes over the wire; an answer that does not fit is asked for once more."""

from typing import Any

import httpx2
import pytest
from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI

from optimize.adapters.models.completion_stream import StreamedCompletions
from optimize.assistant.constrained import fill
from tests.standins.openai_wire import Reply, Step, Wire

SHAPE = {"type": "object", "properties": {"n": {"enum": [1, 2]}}, "required": ["n"], "additionalProperties": False}


def no_brain(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Reply:
    raise AssertionError("every answer is scripted")


def model_of(wire: Wire) -> ChatOpenAI:
    client = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=wire.app))
    streamed = StreamedCompletions("http://wire/v1/chat/completions", client, 5)
    return ChatOpenAI(model="small", api_key="any", client=streamed, async_client=streamed, stream_usage=True)


@pytest.mark.parametrize(
    ("said", "value", "calls"),
    [
        (['{"n": 1}'], {"n": 1}, 1),
        (['```json\n{"n": 2}\n```'], {"n": 2}, 1),
        (["one", '{"n": 1}'], {"n": 1}, 2),
        (['{"n": 3}', '{"n": 1}'], {"n": 1}, 2),
        (['{"n": 1', "[1]"], None, 2),
    ],
)
async def test_an_object_of_the_shape_comes_back(said: list[str], value: dict[str, Any] | None, calls: int) -> None:
    wire = Wire(no_brain)
    wire.steps.extend(Step(reply=Reply(text=text)) for text in said)
    filled = await fill(model_of(wire), [HumanMessage("how many?")], "count", SHAPE, 20)
    assert (filled.value, filled.calls) == (value, calls)
    for request in wire.requests:
        assert request["response_format"] == {"type": "json_schema", "json_schema": {"name": "count", "schema": SHAPE}}
        assert request["max_completion_tokens"] == 20
        assert request["temperature"] == 0
        assert "tools" not in request

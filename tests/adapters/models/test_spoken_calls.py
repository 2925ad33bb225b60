"""A small model may write a call out as text: it was meant as a call. Anything else stays the text that it is."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, HumanMessage
from langchain_core.messages.ai import add_ai_message_chunks

from optimize.adapters.models.spoken_calls import spoken_calls
from optimize.application.ports.models import CallContext
from tests.adapters.models.conftest import Bench
from tests.standins.openai_wire import Call, Reply, Wire

TURN = CallContext(agent="desk", turn="turn_1")
TOOLS = [
    {"type": "function", "function": {"name": name, "description": "", "parameters": {"type": "object"}}}
    for name in ("draft_test", "ask")
]
ONE = '{"name": "draft_test", "arguments": {"name": "Écoute", "n": 1}}'
READ = [("draft_test", {"name": "Écoute", "n": 1})]
MEANT = [
    (ONE, READ),
    (f"\n  {ONE}\n", READ),
    (f"```json\n{ONE}\n```", READ),
    (f"```\n{ONE}\n```", READ),
    (f"<tool_call>\n{ONE}\n</tool_call>", READ),
    (f"<tool_call>{ONE}</tool_call>\n<tool_call>{ONE}</tool_call>", READ * 2),
    (f"[{ONE}, {ONE}]", READ * 2),
    ('{"name": "ask", "parameters": {"question": "?"}}', [("ask", {"question": "?"})]),
    ('{"name": "ask", "arguments": "{\\"question\\": \\"?\\"}"}', [("ask", {"question": "?"})]),
    ('{"type": "function", "function": {"name": "ask", "arguments": {}}}', [("ask", {})]),
]
TEXT = [
    "",
    "Hello.",
    "{",
    "[1] is the first one.",
    "`draft_test` writes a draft.",
    '{"name": "rm", "arguments": {}}',
    '{"name": "draft_test"}',
    '{"name": "draft_test", "arguments": [1]}',
    '{"name": "draft_test", "arguments": {"a": 1}',
    f"Here it is: {ONE}",
    f"{ONE} That is the call.",
    f"```json\n{ONE}\n```\nShall I?",
    f'[{ONE}, {{"name": "rm", "arguments": {{}}}}]',
    '{"situation": "Hello", "criteria": []}',
    "[" * 5_000,
]


def bench(text: str) -> Bench:
    return Bench(Wire(lambda messages, tools: Reply(text=text)))


async def streamed(on: Bench, tools: list[dict[str, Any]]) -> list[AIMessageChunk]:
    model = on.chat_models.for_assistant(TURN).bind_tools(tools)
    return [piece async for piece in model.astream([HumanMessage("Hello?")]) if isinstance(piece, AIMessageChunk)]


@pytest.mark.parametrize(("text", "calls"), MEANT)
async def test_what_is_nothing_but_calls_becomes_calls_and_is_never_read_as_text(
    text: str, calls: list[tuple[str, dict[str, Any]]]
) -> None:
    whole = add_ai_message_chunks(*await streamed(bench(text), TOOLS))
    assert [(call["name"], call["args"]) for call in whole.tool_calls] == calls
    assert len({call["id"] for call in whole.tool_calls}) == len(calls)
    assert whole.text == ""
    assert "problem" not in whole.response_metadata
    assert whole.usage_metadata is not None


@pytest.mark.parametrize("text", TEXT)
async def test_anything_else_stays_text(text: str) -> None:
    whole = add_ai_message_chunks(*await streamed(bench(text), TOOLS))
    assert whole.tool_calls == []
    assert whole.text == text


async def test_without_tools_nothing_is_taken_for_a_call() -> None:
    pieces = await streamed(bench(ONE), [])
    assert add_ai_message_chunks(*pieces).text == ONE
    assert len([piece for piece in pieces if piece.text]) > 1


async def test_other_text_is_passed_on_as_it_arrives() -> None:
    pieces = await streamed(bench("One two three."), TOOLS)
    assert [piece.text for piece in pieces if piece.text] == ["One ", "two ", "three."]


async def test_text_before_a_real_call_is_passed_on() -> None:
    on = Bench(Wire(lambda messages, tools: Reply(text="{ so", calls=(Call(name="ask", arguments="{}"),))))
    whole = add_ai_message_chunks(*await streamed(on, TOOLS))
    assert whole.text == "{ so"
    assert [call["name"] for call in whole.tool_calls] == ["ask"]


def test_a_call_of_a_tool_that_is_not_there_is_none() -> None:
    assert spoken_calls(json.dumps({"name": "draft_test", "arguments": {}}), ["ask"]) == []

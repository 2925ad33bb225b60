import time
from typing import Any

import httpx2
import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langchain_core.messages.ai import add_ai_message_chunks
from langchain_openai import ChatOpenAI

from optimize.adapters.models.offline.chat_model import OfflineRules
from tests.adapters.offline.threads import DRAFTED, bound, briefed, result, said
from tests.standins.openai_wire import Wire, offline_brain

TOOLS = bound("draft_test", "ask", "decline")
DESCRIPTION = "It must call read_order before refund_order."


async def streamed(model: Any, messages: list[Any]) -> tuple[AIMessageChunk, int]:
    pieces = [piece async for piece in model.bind_tools(TOOLS).astream(briefed(messages))]
    return add_ai_message_chunks(*pieces), sum(bool(piece.text) for piece in pieces)


async def replied(model: Any) -> tuple[AIMessageChunk, AIMessageChunk, int]:
    """The call for a description, and the reply once the draft was made."""
    called, _ = await streamed(model, said(DESCRIPTION))
    whole = AIMessage(called.text, tool_calls=called.tool_calls)
    reply, words = await streamed(model, [*said(DESCRIPTION), whole, result(called.tool_calls[0], **DRAFTED)])
    return called, reply, words


async def test_text_streams_word_by_word_and_says_how_it_ended() -> None:
    called, reply, words = await replied(OfflineRules(role="assistant"))
    assert [call["name"] for call in called.tool_calls] == ["draft_test"]
    assert words == len(reply.text.split())
    assert reply.response_metadata["finish_reason"] == "stop"
    assert reply.response_metadata["usage_estimated"] is True
    assert reply.usage_metadata is not None
    assert reply.usage_metadata["output_tokens"] == words


async def test_the_pieces_make_up_what_comes_in_one_piece() -> None:
    model = OfflineRules(role="assistant")
    called, _ = await streamed(model, said(DESCRIPTION))
    whole = await model.bind_tools(TOOLS).ainvoke(briefed(said(DESCRIPTION)))
    assert isinstance(whole, AIMessage)
    assert (called.text, called.tool_calls) == (whole.text, whole.tool_calls)


async def test_the_pace_is_kept() -> None:
    began = time.monotonic()
    _, _, words = await replied(OfflineRules(role="assistant", pace=0.001))
    assert time.monotonic() - began >= 0.001 * words


async def test_over_the_wire_it_says_the_same() -> None:
    wire = Wire(offline_brain)
    client = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=wire.app))
    options: dict[str, Any] = {"model": "rules", "base_url": "http://wire/v1", "api_key": "any", "max_retries": 0}
    remote = ChatOpenAI(**options, http_async_client=client, stream_usage=True)
    far, near = await replied(remote), await replied(OfflineRules(role="assistant"))
    assert far[0].tool_calls[0]["args"] == near[0].tool_calls[0]["args"]
    assert far[1].text == near[1].text
    assert len(wire.requests) == 2


@pytest.mark.parametrize("role", ["judge", "simulator"])
async def test_a_document_that_is_none_is_answered_all_the_same(role: Any) -> None:
    for text in ("", "not JSON", "[1]", "{}"):
        assert (await OfflineRules(role=role).ainvoke([HumanMessage(text)])).text.startswith("{")

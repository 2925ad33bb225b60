"""What is read of a stream, wherever the network cuts it."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx2
import pytest
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.completion_stream import StreamedCompletions, joined
from optimize.adapters.models.completions import Refused
from optimize.adapters.models.streaming_openai import StreamingOpenAI


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": said}, "finish_reason": None, **more}]}


def arguments(said: str, index: int = 0, **known: Any) -> dict[str, Any]:
    call = {"index": index, "function": {"arguments": said}, **known}
    return {"choices": [{"index": 0, "delta": {"content": None, "tool_calls": [call]}, "finish_reason": None}]}


def wire(*pieces: dict[str, Any]) -> bytes:
    told = [f"data: {json.dumps(piece, ensure_ascii=False)}\n\n" for piece in pieces]
    return "".join([*told, "data: [DONE]\n\n"]).encode()


async def read(reads: Sequence[bytes], *, stays_open: bool = False, silence: float = 5, status: int = 200) -> list[Any]:
    async def sent() -> AsyncIterator[bytes]:
        for part in reads:
            yield part
        while stays_open:
            await asyncio.sleep(0.01)
            yield b": still here\n\n"

    def answer(request: httpx2.Request) -> httpx2.Response:
        del request
        return httpx2.Response(status, content=sent(), headers={"retry-after": "7"})

    async with (
        httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as client,
        await StreamedCompletions("http://wire/", client, silence).create(model="small") as stream,
    ):
        return [piece async for piece in stream]


def said(pieces: list[Any]) -> list[str]:
    return [piece["choices"][0]["delta"]["content"] for piece in pieces]


async def test_pieces_that_arrive_apart_stay_apart() -> None:
    assert said(await read([wire(text("Hel"))[:-14], wire(text("lo"))])) == ["Hel", "lo"]


async def test_pieces_that_arrive_together_are_handed_on_together() -> None:
    assert said(await read([wire(text("Hel"), text("lo"), text(" there"))])) == ["Hello there"]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
async def test_nothing_is_lost_wherever_the_stream_is_cut(size: int) -> None:
    whole = wire(text("Grüße, "), text("世界"), text(" 🙂\n\ndata: x")).replace(b"\n", b"\r\n")
    reads = [whole[at : at + size] for at in range(0, len(whole), size)]
    assert "".join(said(await read(reads))) == "Grüße, 世界 🙂\n\ndata: x"


async def test_the_arguments_of_one_call_are_joined_and_those_of_two_are_not() -> None:
    opened = arguments("", id="a", function={"name": "find", "arguments": ""})
    other = arguments("", index=1, id="b", function={"name": "find", "arguments": ""})
    pieces = [opened, arguments('{"a"'), arguments(": 1}"), other, arguments("{}", index=1)]
    calls = [piece["choices"][0]["delta"]["tool_calls"][0] for piece in joined(pieces)]
    assert [(call["index"], call["id"], call["function"]["arguments"]) for call in calls] == [
        (0, "a", '{"a": 1}'),
        (1, "b", "{}"),
    ]


def test_what_tells_more_than_text_stays_a_piece_of_its_own() -> None:
    pieces = [
        {"choices": [{"delta": {"role": "assistant", "content": ""}}]},
        text("a"),
        text("b", logprobs={"content": []}),
        text("c", finish_reason="stop"),
        {"choices": [], "usage": {"prompt_tokens": 1}},
        text("d") | {"usage": {"prompt_tokens": 1}},
        {"choices": [{"delta": {"content": "e", "reasoning_content": "f"}}]},
        {"choices": [{"delta": {"content": "g"}}, {"delta": {"content": "h"}}]},
        arguments("i"),
        text("j"),
        7,
    ]
    assert joined(pieces) == pieces


async def test_a_server_that_fails_in_the_middle_has_not_answered() -> None:
    with pytest.raises(httpx2.TransportError, match="overloaded"):
        await read([wire(text("Hel"), {"error": {"message": "overloaded"}})])


async def test_what_is_no_json_is_no_answer() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        await read([b"data: <html>\n\n"])


async def test_the_end_that_is_told_is_the_end_of_a_stream_that_stays_open() -> None:
    assert said(await read([wire(text("Hello"))], stays_open=True)) == ["Hello"]


async def test_signs_of_life_are_no_answer() -> None:
    with pytest.raises(TimeoutError):
        await read([wire(text("Hel"))[:-14]], stays_open=True, silence=0.05)


@pytest.mark.parametrize(("body", "words"), [(b'{"error": {"message": "slow down"}}', "slow down"), (b"<html>", "")])
async def test_a_refusal_tells_what_the_server_said(body: bytes, words: str) -> None:
    with pytest.raises(Refused) as caught:
        await read([body], status=429)
    assert (caught.value.status, caught.value.said, caught.value.retry_after) == (429, words, "7")


def test_a_stream_may_be_silent_as_long_as_the_operator_allows_and_no_shorter() -> None:
    provider = StreamingOpenAI(ModelAccess(read_seconds=500, call_seconds=1500, openai_api_key=SecretStr("sk-right")))
    model = provider.build_streaming("small", "assistant")
    assert isinstance(model, ChatOpenAI)
    assert (provider.timeout.read, model.async_client.silence) == (500, 500)

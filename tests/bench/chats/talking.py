"""What a person waits for: from the message to the first word of the answer, and to its end."""

import asyncio
import json
import time
from dataclasses import dataclass
from uuid import uuid4

from langchain_openai import ChatOpenAI
from pydantic import SecretStr
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.bench.chats.endpoint import ANSWER
from tests.e2e.server import Server

QUESTION = "Is everything in order?"
_PATIENCE = 120.0


@dataclass(frozen=True)
class Waited:
    """Seconds."""

    first_word: float
    whole: float


async def bare(model: ChatOpenAI) -> Waited:
    """The client library by itself."""
    began, first, text = time.perf_counter(), 0.0, ""
    async for piece in model.astream(QUESTION):
        if piece.text and not text:
            first = time.perf_counter() - began
        text += piece.text
    assert text.strip() == ANSWER
    return Waited(first, time.perf_counter() - began)


def bare_client(base_url: str) -> ChatOpenAI:
    return ChatOpenAI(model="bench", base_url=base_url, api_key=SecretStr("none"), max_retries=0, timeout=_PATIENCE)


class Chat:
    """One conversation over its own socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def ask(self) -> Waited:
        client_id, began, first, text = uuid4().hex, time.perf_counter(), 0.0, ""
        await self._socket.send(json.dumps({"type": "message", "client_id": client_id, "text": QUESTION}))
        async with asyncio.timeout(_PATIENCE):
            while True:
                frame = json.loads(await self._socket.recv())
                assert frame.get("type") != "refused", frame
                event = frame.get("event", {})
                if event.get("type") == "TEXT_MESSAGE_CONTENT" and event["messageId"] != client_id:
                    first = first or time.perf_counter() - began
                    text += event["delta"]
                if event.get("type") in ("RUN_FINISHED", "RUN_ERROR"):
                    assert event["type"] == "RUN_FINISHED", event
                    assert text.strip() == ANSWER
                    return Waited(first, time.perf_counter() - began)


async def opened(server: Server, thread: str, session: str) -> ClientConnection:
    return await connect(
        f"ws://127.0.0.1:{server.port}/api/chat/{thread}/socket?after=0",
        additional_headers={"Cookie": f"optimize_session={session}"},
        origin=Origin(server.url),
        subprotocols=[Subprotocol("optimize.chat.v1")],
        open_timeout=_PATIENCE,
        proxy=None,
    )

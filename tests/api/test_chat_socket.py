"""One socket at its limits: a reader that does not read, a command that takes long, a person who leaves."""

import asyncio
import json
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from optimize.api.background import Background
from optimize.api.caller import Caller, Credential
from optimize.api.chat import socket as chat_socket
from optimize.api.chat.socket import TRY_AGAIN_LATER, ChatSocket
from optimize.application.records import EventRecord
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.protocol import Command, Notice
from optimize.bootstrap import Optimize
from optimize.domain.actor import Actor

THREAD = "thread-1"
ANN = Actor(name="ann")


class FakeWebSocket:
    """What a client sends is put in `sent`; `reads` is cleared while it does not read."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reads = asyncio.Event()
        self.reads.set()
        self.closed: int | None = None

    def say(self, command: dict[str, Any]) -> None:
        self.sent.put_nowait({"type": "websocket.receive", "text": json.dumps(command)})

    def leave(self) -> None:
        self.sent.put_nowait({"type": "websocket.disconnect"})

    async def receive(self) -> dict[str, Any]:
        return await self.sent.get()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.put_nowait(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed = code


class FakeThreads:
    async def get(self, thread: str) -> None: ...

    async def events(self, thread: str, *, after: int = 0, limit: int = 1000) -> list[EventRecord]:
        at = datetime(2026, 1, 5, tzinfo=UTC)
        return [EventRecord(thread=thread, seq=1, turn="t", at=at, event={"n": 1})] if after == 0 else []


class FakeAccess:
    async def bearer(self, secret: str) -> Actor:
        return ANN


class FakeConversations:
    """Commands with the client id `slow` wait until they may go on."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.done: list[str] = []

    async def handle(self, thread: str, command: Command, actor: Actor) -> Notice:
        client_id = getattr(command, "client_id", "")
        if client_id == "slow":
            await self.go_on.wait()
        self.done.append(client_id)
        return Notice(type="acknowledged", command=command.type, client_id=client_id)


class World:
    def __init__(self) -> None:
        self.websocket, self.conversations, self.background = FakeWebSocket(), FakeConversations(), Background()
        use_cases = SimpleNamespace(threads=FakeThreads(), access=FakeAccess())
        optimize = SimpleNamespace(use_cases=use_cases, broadcast=Broadcast(), conversations=self.conversations)
        caller = Caller(ANN, Credential("bearer", "secret"))
        self.socket = ChatSocket(
            cast(WebSocket, self.websocket), cast(Optimize, optimize), self.background, THREAD, caller
        )

    def message(self, client_id: str) -> None:
        self.websocket.say({"type": "message", "client_id": client_id, "text": "hello"})


async def test_who_does_not_read_is_dropped_with_a_code_that_says_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_socket, "SEND_SECONDS", 0.05)
    world = World()
    world.websocket.reads.clear()
    async with asyncio.timeout(2):
        await world.socket.serve(after=0)
    assert world.websocket.closed == TRY_AGAIN_LATER


async def test_a_command_that_takes_long_holds_nobody_up() -> None:
    world = World()
    serving = asyncio.create_task(world.socket.serve(after=0))
    world.message("slow")
    world.message("quick")
    async with asyncio.timeout(2):
        event, notice = await world.websocket.heard.get(), await world.websocket.heard.get()
        assert (event["seq"], notice["client_id"]) == (1, "quick")
        world.conversations.go_on.set()
        assert (await world.websocket.heard.get())["client_id"] == "slow"
        world.websocket.leave()
        await serving
    assert world.websocket.closed is None


async def test_what_was_asked_for_is_done_although_the_person_left() -> None:
    world = World()
    serving = asyncio.create_task(world.socket.serve(after=0))
    world.message("slow")
    world.websocket.leave()
    await serving
    assert world.conversations.done == []
    world.conversations.go_on.set()
    await world.background.finish()
    assert world.conversations.done == ["slow"]

"""A tab of the page without a screen: the same connection, the same resends, the same way to put events together.

It differs from the page in one thing: it waits less before it connects again.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from tests.e2e.server import PATIENCE, TOKEN
from tests.faults.scissors import Scissors

_FLUSH_SECONDS = 0.03
"""As in the page: events come faster than a screen can change."""
_SHORTEST, _LONGEST, _GROWTH = 0.01, 0.5, 1.3
_LOST = (OSError, EOFError, WebSocketException)
_CLICK_AGAIN_SECONDS = 1.0


class Tab:
    """One thread in one tab. `frames` are its events as they came, by number; what they amount to is shown."""

    def __init__(self, address: str, thread: str, scissors: Scissors) -> None:
        self.frames: list[str] = []
        self.turns: dict[str, str] = {}
        self.cards: dict[str, dict[str, Any]] = {}
        self.batches: dict[str, str] = {}
        self.done: set[str] = set()
        """Names of tools that succeeded."""
        self.turn_of: dict[str, str] = {}
        """Message of the person → its turn."""
        self.refusals: list[dict[str, Any]] = []
        self.cut_in_handshake = self.cut_while_open = self.doubles = self.gaps = self.sent = 0
        self._address, self._thread, self._scissors = address, thread, scissors
        self._outgoing: dict[str, Any] | None = None
        self._socket: ClientConnection | None = None
        self._calls: dict[str, str] = {}
        self._waiting: list[str] = []
        self._flushing: asyncio.TimerHandle | None = None
        self._changed = asyncio.Event()

    async def live(self) -> None:
        """Connected, again and again, until it is cancelled."""
        pause = _SHORTEST
        while True:
            cuts = self._scissors.cuts
            self._scissors.passing("connecting")
            with suppress(*_LOST):
                async with connect(
                    f"{self._address}/api/chat/{self._thread}/socket?after={len(self.frames)}",
                    additional_headers={"Authorization": f"Bearer {TOKEN}"},
                    subprotocols=[Subprotocol("optimize.chat.v1")],
                    proxy=None,
                ) as socket:
                    pause = _SHORTEST
                    await self._opened(socket)
            if self._scissors.cuts > cuts:
                self.cut_while_open += self._socket is not None
                self.cut_in_handshake += self._socket is None
            self._socket = None
            self._tell()
            await asyncio.sleep(pause)
            pause = min(_LONGEST, pause * _GROWTH)

    def abort(self) -> None:
        """The line goes without a goodbye."""
        if self._socket:
            self._socket.transport.abort()

    async def say(self, text: str) -> str:
        """Say it and hear the answer out, with a click on Retry wherever it was interrupted; the turn it began."""
        client_id = uuid4().hex
        self._outgoing = {"type": "message", "client_id": client_id, "text": text}
        await self._put()
        await self.until(lambda: self._outgoing is None and client_id in self.turn_of)
        turn = self.turn_of[client_id]
        await self._answered(turn)
        return turn

    async def approve(self, card: str) -> None:
        """Click on Approve, again if the line went and the log tells of no answer; hear the rest of the turn."""
        turn = next(turn for turn, state in self.turns.items() if state == "waiting")
        asked = {"proposal": card, "digest": self.cards[card]["digest"], "approved": True}
        await self._click(lambda: self.cards[card]["answer"] is None, type="resume", **asked)
        await self.until(lambda: self.turns[turn] != "waiting")
        await self._answered(turn)

    async def seen(self, number: int) -> None:
        """Wait for the event of this number."""
        await self.until(lambda: len(self.frames) >= number)

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                self._changed.clear()
                await self._changed.wait()

    async def _answered(self, turn: str) -> None:
        await self.until(lambda: self.turns[turn] != "running")
        if self.turns[turn] == "interrupted":
            await self._click(lambda: self.turns[turn] == "interrupted", type="retry", turn_id=turn)
            await self._answered(turn)

    async def _click(self, needed: Callable[[], bool], **command: Any) -> None:
        """What the page sends once; whether it arrived is told by the log, and if not, the person clicks again."""
        async with asyncio.timeout(PATIENCE):
            while needed():
                await self._clicked(needed, command)

    async def _clicked(self, needed: Callable[[], bool], command: dict[str, Any]) -> None:
        socket = self._socket
        await self._send(command)
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLICK_AGAIN_SECONDS):
                await self.until(lambda: not needed() or self._socket is not socket)

    async def _opened(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._tell()
        await self._put()
        async for frame in socket:
            self._scissors.passing("heard")
            self._heard(str(frame))

    async def _put(self) -> None:
        if self._outgoing:
            await self._send(self._outgoing)

    async def _send(self, command: dict[str, Any]) -> None:
        with suppress(*_LOST):
            if self._socket:
                await self._socket.send(json.dumps(command))
                self.sent += 1
                self._scissors.passing("sent")

    def _heard(self, frame: str) -> None:
        read = json.loads(frame)
        if "seq" not in read:
            self._noticed(read)
        else:
            self._waiting.append(frame)
            if self._flushing is None:
                self._flushing = asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self._flush)

    def _noticed(self, notice: dict[str, Any]) -> None:
        if notice["type"] == "refused":
            self.refusals.append(notice)
        elif self._outgoing and notice.get("client_id") == self._outgoing["client_id"]:
            self._outgoing = None
        self._tell()

    def _flush(self) -> None:
        frames, self._waiting, self._flushing = self._waiting, [], None
        for frame in frames:
            self._fold(frame)
        if json.loads(frames[-1])["seq"] > len(self.frames):
            self.gaps += 1
            self.abort()
        self._tell()

    def _fold(self, frame: str) -> None:
        envelope = json.loads(frame)
        if envelope["seq"] == len(self.frames) + 1:
            self.frames.append(frame)
            self._show(envelope["turn_id"], envelope["event"])
            self._show_tool(envelope["event"])
        elif envelope["seq"] <= len(self.frames):
            self.doubles += 1
            assert frame == self.frames[envelope["seq"] - 1], "an event came a second time, and was another one"

    def _show(self, turn: str, event: dict[str, Any]) -> None:
        match event:
            case {"type": "TEXT_MESSAGE_START", "role": "user", "messageId": said}:
                assert said not in self.turn_of, f"{said} was taken twice"
                self.turn_of[said], self.turns[turn] = turn, "running"
                if self._outgoing and self._outgoing["client_id"] == said:
                    self._outgoing = None
            case {"type": "RUN_STARTED"}:
                self.turns[turn] = "running"
            case {"type": "RUN_FINISHED", "outcome": {"type": "interrupt", "interrupts": asked}}:
                self.turns[turn] = "waiting"
                self.cards |= {card["id"]: {"digest": card["metadata"]["digest"], "answer": None} for card in asked}
            case {"type": "RUN_FINISHED"}:
                self.turns[turn] = "done"
            case {"type": "RUN_ERROR", "code": code}:
                self.turns[turn] = "interrupted" if code == "interrupted" else "failed"
            case {"name": "proposal_answered", "value": {"proposal": card, "state": state}}:
                assert self.cards[card]["answer"] is None, f"{card} was answered twice"
                self.cards[card]["answer"] = state
            case {"name": "progress", "value": {"batch": batch, "state": state}}:
                self.batches[batch] = state

    def _show_tool(self, event: dict[str, Any]) -> None:
        match event:
            case {"type": "TOOL_CALL_START", "toolCallId": call, "toolCallName": name}:
                self._calls[call] = name
            case {"type": "TOOL_CALL_RESULT", "toolCallId": call, "content": content}:
                self.done |= {self._calls[call]} if json.loads(content)["status"] == "ok" else set()

    def _tell(self) -> None:
        self._changed.set()

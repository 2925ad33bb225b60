"""Sockets cut at random, and servers killed, in the middle of conversations (fault 24): nothing lost, nothing twice.

`OPTIMIZE_TEST_CUTS=1000 OPTIMIZE_TEST_KILLS=20 pytest -s tests/faults/test_cut_sockets.py` is the long form.
"""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from tests.e2e.cable import cable
from tests.e2e.server import AGENT, Server
from tests.e2e.told import gapless, messages, open_messages
from tests.faults.reporting import report
from tests.faults.scissors import Scissors
from tests.faults.tab import Tab

T = TypeVar("T")
SEED = 24
CUTS = int(os.environ.get("OPTIMIZE_TEST_CUTS", "150"))
KILLS = int(os.environ.get("OPTIMIZE_TEST_KILLS", "5"))
AT_ONCE = 4
LONGEST_LIFE = 3.0
"""Seconds from one kill to the next, not counting the time to start."""
DESCRIPTION = "The agent must call compare_invoice before register_supplier_query. The user asks about invoice INV-{n}."
COST = "What would Run all cost?"
RUNS = 6


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """It writes as slowly as a model does, so that an answer has a middle."""
    server = Server(tmp_path / "data", OPTIMIZE_OFFLINE_PACE="0.01")
    server.start()
    yield server
    server.stop()


class Talk:
    """One conversation in two tabs on one line: in one a person works, the other is only open."""

    def __init__(self, thread: str, address: str, scissors: Scissors) -> None:
        self.thread = thread
        self.works = Tab(address, thread, scissors)
        self.looks_on = Tab(address, thread, scissors)
        self.said: list[str] = []
        self.stored: list[dict[str, Any]] = []

    @property
    def tabs(self) -> tuple[Tab, Tab]:
        return self.works, self.looks_on

    async def script(self, number: int) -> None:
        """Describe, revise, try out, accept by a click or by a word, ask for the price."""
        for text in (DESCRIPTION.format(n=1001 + number % 8), f"make it {RUNS} runs", "dry run it"):
            await self._say(text)
        while "accept_test" not in self.works.done:
            # Again where a kill hit the act itself: it is not repeated, and the answer says that it is not known.
            await self._say("accept it")
            if "decline" in self.works.done:
                break  # The act that the kill hit was done, and the answer says that the test is accepted already.
            if number % 2:
                await self._say("yes")
            else:
                await self.works.approve(list(self.works.cards)[-1])
        await self._say(COST)
        await self.works.until(lambda: "finished" in self.works.batches.values())

    async def _say(self, text: str) -> None:
        self.said.append(text)
        await self.works.say(text)


class Storm:
    """Conversations under the scissors until there were enough cuts, on a server that is killed now and then."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.talks: list[Talk] = []
        self.all_scissors: list[Scissors] = []
        self.kills = self.compared = 0
        self._up = asyncio.Lock()

    @property
    def cuts(self) -> int:
        return sum(scissors.cuts for scissors in self.all_scissors)

    async def rage(self) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._kill())
            for lane in range(AT_ONCE):
                group.create_task(self._talks(lane))

    async def asked(self, question: Callable[..., T], *given: Any) -> T:
        """What the server answers, at a time when it lives."""
        async with self._up:
            return await asyncio.to_thread(question, *given)

    async def _kill(self) -> None:
        rng = Random(SEED)
        while self.kills < KILLS:
            await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
            async with self._up:
                self.kills += 1
                await asyncio.to_thread(self.server.kill)
                await asyncio.to_thread(self.server.start)

    async def _talks(self, lane: int) -> None:
        number = lane
        while self.cuts < CUTS or self.kills < KILLS:
            await self._talk(number)
            number += AT_ONCE

    async def _talk(self, number: int) -> None:
        with cable(self.server.port) as line:

            def pull() -> None:
                line.unplug()
                line.plug_in()

            blades = [pull]
            scissors = Scissors(Random(f"{SEED} {number}"), blades)
            talk = Talk(await self.asked(self.server.thread), line.url.replace("http", "ws"), scissors)
            blades += [tab.abort for tab in talk.tabs]
            self.talks.append(talk)
            self.all_scissors.append(scissors)
            living = [asyncio.create_task(tab.live()) for tab in talk.tabs]
            try:
                await talk.script(number)
                scissors.resting = True
                await self._compare(talk)
            finally:
                for task in living:
                    task.cancel()
                await asyncio.gather(*living, return_exceptions=True)

    async def _compare(self, talk: Talk) -> None:
        """What is shown is what is stored, byte for byte."""
        stored = await self.asked(stored_frames, self.server, talk.thread)
        for tab in talk.tabs:
            await tab.seen(len(stored))
            assert [frame.encode() for frame in tab.frames[: len(stored)]] == stored
            self.compared += len(stored)
        talk.stored = [json.loads(frame) for frame in stored]


def stored_frames(server: Server, thread: str) -> list[bytes]:
    """The bytes of each event, as the API tells them."""
    frames: list[bytes] = []
    after: int | None = 0
    while after is not None:
        body = server.answer("GET", f"/api/chat/{thread}/events", params={"after": after}).content
        page = json.loads(body)
        told = [json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode() for item in page["items"]]
        assert body.startswith(b'{"items":[' + b",".join(told) + b"]")
        frames += told
        after = page["next"]
    return frames


async def test_no_cut_and_no_kill_loses_or_doubles_anything(server: Server) -> None:
    storm = Storm(server)
    try:
        await storm.rage()
    finally:
        report(figures(storm))
    for talk in storm.talks:
        assert [tab.gaps for tab in talk.tabs] == [0, 0]
        assert gapless(talk.stored)
        assert open_messages(talk.stored) == []
        assert [text for role, text in messages(talk.stored) if role == "user"] == talk.said
        shown = {card: seen["answer"] for card, seen in talk.works.cards.items()}
        drawn = server.api("GET", "/api/proposals", params={"thread": talk.thread})["items"]
        # A kill between drawing a card and showing it leaves one that nobody saw, void; the retried step drew another.
        assert shown == {p["id"]: p["state"] for p in drawn if p["state"] != "void" or p["id"] in shown}
    talks = len(storm.talks)
    tests = server.api("GET", f"/api/agents/{AGENT}/tests", params={"limit": 200})["items"]
    assert [test["state"] for test in tests] == ["accepted"] * talks
    assert [test["runs"] for test in tests] == [RUNS] * talks
    batches = server.api("GET", f"/api/agents/{AGENT}/batches", params={"limit": 100})["items"]
    assert [(batch["kind"], batch["counts"]["done"]) for batch in batches] == [("dry_run", RUNS)] * talks


def figures(storm: Storm) -> str:
    tabs = [tab for talk in storm.talks for tab in talk.tabs]
    made = sum((scissors.made for scissors in storm.all_scissors), Counter())
    refusals = Counter(refusal["error"] for tab in tabs for refusal in tab.refusals)
    return (
        f"seed {SEED}: {storm.cuts} cuts {dict(made)}, {storm.kills} kills, {len(storm.talks)} conversations, "
        f"{sum(tab.cut_in_handshake for tab in tabs)} connections cut in the handshake and "
        f"{sum(tab.cut_while_open for tab in tabs)} while open, {storm.compared} events compared, "
        f"{sum(tab.gaps for tab in tabs)} gaps, {sum(tab.doubles for tab in tabs)} doubles dropped, "
        f"{sum(tab.sent for tab in tabs)} commands sent for {sum(len(talk.said) for talk in storm.talks)} messages, "
        f"refused: {dict(refusals)}"
    )

"""Sockets cut at random and servers killed under the real page: what it shows is what is stored, and nothing twice.

`OPTIMIZE_TEST_CUTS=1000 OPTIMIZE_TEST_KILLS=12 pytest -s tests/e2e/test_cut_page.py` is the long form;
`OPTIMIZE_TEST_SEED` draws other moments.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocket, expect

from tests.e2e.browser import MILLISECONDS, sign_in
from tests.e2e.chat_line import ends_turn, event_of
from tests.e2e.cut_line import CutLines, cut_lines
from tests.e2e.person import Person
from tests.e2e.server import AGENT, Server
from tests.e2e.shown import as_read, copied, shown, to_be_said
from tests.e2e.told import gapless, open_messages
from tests.faults.reporting import report

SEED = os.environ.get("OPTIMIZE_TEST_SEED", "24")
CUTS = int(os.environ.get("OPTIMIZE_TEST_CUTS", "60"))
KILLS = int(os.environ.get("OPTIMIZE_TEST_KILLS", "2"))
pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600 + 3 * CUTS)]

PAIRS = 3
"""Of scissors: while one waits for a message to be sent, the other may cut the answer."""
LONGEST_WAIT = 1.5
"""Seconds from the cut that a kill follows to the kill."""
BACK_SECONDS = 1.0
RUNS = 6
DESCRIPTION = "The agent must call compare_invoice before register_supplier_query. The user asks about invoice INV-{n}."
WHY = "why did it fail?"
COST = "What would Run all cost?"
HOW_MANY = "How many runs tell 80 % from 95 %?"
BACK = """() => {
  if (document.querySelector(".connection")?.dataset.state === "lost") dispatchEvent(new Event("online"));
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """It writes as slowly as a model does, so that an answer has a middle."""
    server = Server(tmp_path / "data", OPTIMIZE_OFFLINE_PACE="0.02")
    server.start()
    yield server
    server.stop()


def opened(page: Page, url: str, thread: str) -> None:
    page.goto(f"{url}/?agent={AGENT}&thread={thread}")
    expect(page.get_by_text("Connected", exact=True)).to_be_visible(timeout=MILLISECONDS)


class Talk:
    """One conversation in two pages: in one a person works, the other is only open."""

    def __init__(self, storm: "Storm", pages: list[Page]) -> None:
        self.pages = pages
        self.thread = storm.server.thread()
        self.sent: list[dict[str, Any]] = []
        self.stored: list[dict[str, Any]] = []
        self._server = storm.server
        works = pages[-1]  # A page behind another one draws no frames, and clicks wait for those.
        self._person = Person(works, storm.goes_on)
        works.on("websocket", self._listen)

    @property
    def said(self) -> list[str]:
        return self._person.said

    def script(self, number: int) -> None:
        """Describe, revise, try out, decline, accept, run, ask for the price, stop, say something anew, ask why."""
        person = self._person
        for text in (DESCRIPTION.format(n=1001 + number % 8), f"make it {RUNS} runs", "dry run it"):
            person.say(text)
        person.say("accept it")
        person.answer("Don't")
        while not self._server.tests("accepted"):
            # Again where a kill hit the act itself: it is not repeated, and the answer says that it is not known.
            person.say("accept it")
            person.answer("Approve")
        person.say("Run all")
        person.until(lambda seen: sorted(seen["batches"]) == ["Dry run finished", "Run all finished"])
        person.say(COST)
        person.begin(WHY)
        person.stop()
        person.edit(COST, HOW_MANY)
        person.say(WHY)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: self.sent.append(json.loads(payload)))


class Storm:
    """Conversations one after the other until there were enough cuts, on a server that is killed now and then."""

    def __init__(self, server: Server, context: BrowserContext) -> None:
        self.server, self.talks = server, list[Talk]()
        self.kills = self.compared = 0
        self._context, self._rng = context, Random(SEED)
        self._after = sorted(self._rng.sample(range(CUTS * 3 // 4), KILLS))
        self._all_lines: list[CutLines] = []
        self._due: float | None = None
        self._told_back = 0.0

    @property
    def cuts(self) -> int:
        return sum(lines.cuts for lines in self._all_lines)

    def rage(self) -> None:
        while self.cuts < CUTS or self.kills < KILLS:
            self._talk(len(self.talks))

    def goes_on(self) -> None:
        """What happens while a person waits: the server dies, and pages are told that the network is back."""
        now = time.monotonic()
        if self._due is None and self._after and self.cuts >= self._after[0]:
            self._after.pop(0)
            self._due = now + self._rng.uniform(0, LONGEST_WAIT)
        if self._due and now >= self._due:
            self._due = None
            self.kills += 1
            self.server.kill()
            self.server.start()
        if now > self._told_back + BACK_SECONDS:
            self._told_back = now
            for page in self.talks[-1].pages:
                page.evaluate(BACK)

    def _talk(self, number: int) -> None:
        pages = [self._context.new_page() for _ in range(2)]
        rngs = [Random(f"{SEED} {number} {pair}") for pair in range(PAIRS)]
        with cut_lines(self.server.port, len(pages), rngs) as lines:
            talk = Talk(self, pages)
            self._all_lines.append(lines)
            self.talks.append(talk)
            for page, line in zip(pages, lines.lines, strict=True):
                opened(page, line.url, talk.thread)
            lines.begin()
            talk.script(number)
            lines.rest()
            self._compare(talk)
            self._retire()
            for page in pages:
                page.close()

    def _retire(self) -> None:
        """Run all is to run the test of its own conversation: an assistant may start only so many runs an hour."""
        [test] = self.server.tests("accepted")
        self.server.api("POST", f"/api/tests/{test['id']}/retire", json={"reason": "its conversation is over"})

    def _compare(self, talk: Talk) -> None:
        """The pages that were cut off, one that never was, and what is on record: letter by letter the same."""
        calm = self._context.new_page()
        opened(calm, self.server.url, talk.thread)
        talk.stored = self.server.events(talk.thread)
        told = to_be_said(talk.stored)
        expected = shown(calm, lambda seen: seen.said == as_read(told))
        assert expected.said == as_read(told)
        for page in talk.pages:
            seen = shown(page, lambda seen: seen == expected)
            assert seen.said == expected.said
            for turn, same in zip(seen.turns, expected.turns, strict=True):
                assert turn == same
        for page in (calm, *talk.pages):
            assert copied(page) == [text for _, text in told]
            self.compared += len(told)
        calm.close()


def test_no_cut_and_no_kill_shows_less_or_more_than_is_stored(context: BrowserContext, server: Server) -> None:
    server.activate("hasty")
    home = context.new_page()
    sign_in(home, server)
    home.close()
    storm = Storm(server, context)
    try:
        storm.rage()
    finally:
        report(figures(storm))
    for talk in storm.talks:
        commands_were_taken_once(server, talk)
    talks = len(storm.talks)
    tests = server.api("GET", f"/api/agents/{AGENT}/tests", params={"limit": 200})["items"]
    assert [(test["state"], test["runs"]) for test in tests] == [("retired", RUNS)] * talks
    batches = server.api("GET", f"/api/agents/{AGENT}/batches", params={"limit": 100})["items"]
    assert Counter((batch["kind"], batch["counts"]["done"]) for batch in batches) == {
        ("dry_run", RUNS): talks,
        ("run_all", RUNS): talks,
    }


def commands_were_taken_once(server: Server, talk: Talk) -> None:
    """What the page sent, however often, is on record once."""
    assert gapless(talk.stored)
    assert open_messages(talk.stored) == []
    events = [event_of(envelope) for envelope in talk.stored]
    taken = [e["messageId"] for e in events if e["type"] == "TEXT_MESSAGE_START" and e["role"] == "user"]
    assert taken == list(dict.fromkeys(sent["client_id"] for sent in talk.sent if sent["type"] == "message"))
    assert [text for role, text in to_be_said(talk.stored) if role == "user"] == talk.said
    cards = server.api("GET", "/api/proposals", params={"thread": talk.thread})["items"]
    answered = [e["value"] for e in events if e.get("name") == "proposal_answered"]
    # A kill between drawing a card and showing it leaves one that nobody saw, void; the retried step drew another.
    shown = [(card["id"], card["state"]) for card in cards if card["state"] != "void"]
    assert sorted(shown) == sorted((a["proposal"], a["state"]) for a in answered)
    ends = [ends_turn(e) for e in talk.stored if ends_turn(e) or event_of(e)["type"] == "RUN_STARTED"]
    assert (False, False) not in pairwise(ends), "a turn began before the one before it had ended"


def figures(storm: Storm) -> str:
    sent = Counter(command["type"] for talk in storm.talks for command in talk.sent)
    return (
        f"seed {SEED}: {storm.cuts} cuts, {storm.kills} kills, {len(storm.talks)} conversations, "
        f"{storm.compared} messages compared, commands sent: {dict(sent)} "
        f"for {sum(len(talk.said) for talk in storm.talks)} messages"
    )

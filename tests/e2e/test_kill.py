"""SIGKILL at the worst moments, then a start: nothing is lost, nothing is done twice, everything goes on."""

import logging
import time
from typing import Any

import pytest

from tests.e2e.chat_line import ChatLine, chat_line, ends_turn, event_of, is_notice, is_words
from tests.e2e.server import AGENT, PATIENCE, Server
from tests.e2e.told import gapless, open_messages, texts_of

pytestmark = pytest.mark.e2e
_log = logging.getLogger(__name__)

DESCRIPTION = (
    "The agent must call compare_invoice before register_supplier_query. The user asks about invoice INV-1003."
)
COST = "What would Run all cost?"
SITUATION = {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]}
CRITERIA = [{"kind": "invokesTool", "tool": "compare_invoice"}, {"kind": "doesNotHallucinate"}]
RUNS = 200
EARLY = 5
PIECES = 6


def restart(server: Server) -> None:
    server.kill()
    server.start()
    _log.info("ready again after %.1f s", server.ready_after)


def hear_a_part(line: ChatLine, client_id: str) -> None:
    """Some words of the answer, not all of it."""
    for _ in range(PIECES):
        line.until(lambda frame: is_words(frame) and event_of(frame)["messageId"] != client_id)
    assert not any(map(ends_turn, line.frames))


def test_killed_in_the_middle_of_a_streamed_answer(slow: Server) -> None:
    thread = slow.thread()
    with chat_line(slow, thread) as line:
        client_id = line.say(DESCRIPTION)
        hear_a_part(line, client_id)
        restart(slow)

    kept = slow.events(thread)
    assert kept[: len(line.events())] == line.events()
    assert gapless(kept)
    assert event_of(kept[-1])["code"] == "interrupted"
    assert texts_of("user", kept) == [DESCRIPTION]
    [partial] = texts_of("assistant", kept)
    assert open_messages(kept) == []

    with chat_line(slow, thread, after=len(kept)) as line:
        line.send(type="message", client_id=client_id, text=DESCRIPTION)
        assert line.until(is_notice)["type"] == "acknowledged"
        line.send(type="retry", turn_id=kept[-1]["turn_id"])
        assert event_of(line.until(ends_turn))["outcome"]["type"] == "success"
        assert line.ask(COST)["outcome"]["type"] == "success"
    told = slow.events(thread)
    assert told == [*kept, *line.events()]
    assert gapless(told)
    assert texts_of("user", told) == [DESCRIPTION, COST]
    whole = texts_of("assistant", told)[1]
    assert whole.startswith(partial)
    assert len(slow.tests("draft")) == 1


def test_killed_while_a_card_waits_for_its_answer(server: Server) -> None:
    thread = server.thread()
    with chat_line(server, thread) as line:
        line.ask(DESCRIPTION)
        [card] = line.ask("accept it")["outcome"]["interrupts"]
    before = server.events(thread)
    restart(server)

    assert server.events(thread) == before
    [pending] = server.api("GET", "/api/proposals", params={"state": "pending"})["items"]
    assert (pending["id"], pending["digest"]) == (card["id"], card["metadata"]["digest"])
    assert [test["state"] for test in server.tests()] == ["draft"]

    yes = {"type": "resume", "proposal": card["id"], "digest": card["metadata"]["digest"], "approved": True}
    with chat_line(server, thread, after=len(before)) as line:
        line.send(**yes)
        line.send(**yes)
        notices = [line.until(is_notice), line.until(is_notice)]
        assert sorted(notice["type"] for notice in notices) == ["acknowledged", "refused"]
        if not any(map(ends_turn, line.frames)):
            line.until(ends_turn)
    assert [test["state"] for test in server.tests()] == ["accepted"]
    answers = [e for e in map(event_of, server.events(thread)) if e.get("name") == "proposal_answered"]
    assert [answer["value"]["state"] for answer in answers] == ["approved"]
    assert server.api("GET", "/api/proposals", params={"state": "pending"})["items"] == []


def wait_until_done(server: Server, batch: str, done: int) -> dict[str, Any]:
    began = time.monotonic()
    while (view := server.batch(batch))["counts"]["done"] < done:
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.05)
    return view


def finished_runs(server: Server, batch: str, most: int = RUNS) -> dict[str, Any]:
    """Finished runs of a batch, with all that is recorded of each."""
    ids = [run["id"] for run in server.runs(batch) if run["state"] == "finished"]
    return {run: server.api("GET", f"/api/runs/{run}") for run in ids[:most]}


def test_killed_in_the_middle_of_run_all(server: Server) -> None:
    server.accepted(name="compares and invents nothing", situation=SITUATION, criteria=CRITERIA, runs=RUNS)
    batch = server.start_run_all()
    wait_until_done(server, batch, EARLY)
    early = finished_runs(server, batch, EARLY)
    assert early
    counts = server.batch(batch)["counts"]
    assert counts["done"] < RUNS
    restart(server)

    began = time.monotonic()
    view = server.finished(batch)
    _log.info(
        "killed after %d of %d runs; over %.1f s after the restart", counts["done"], RUNS, time.monotonic() - began
    )
    assert view["state"] == "finished"
    assert view["counts"] == dict.fromkeys(view["counts"], 0) | {"planned": RUNS, "done": RUNS, "passed": RUNS}
    runs = finished_runs(server, batch)
    assert len(runs) == RUNS
    assert {run: runs[run] for run in early} == early
    for run in runs.values():
        assert [verdict["criterion"] for verdict in run["verdicts"]] == [0, 1]
        assert run["attempts"] <= 2
    assert [(r["k"], r["n"]) for r in view["tests"][0]["criteria"]] == [(RUNS, RUNS), (RUNS, RUNS)]
    _log.info("%d runs were taken up a second time", sum(run["attempts"] > 1 for run in runs.values()))

    again = server.start_run_all()
    wait_until_done(server, again, 1)
    assert server.api("POST", f"/api/batches/{again}/cancel")["state"] == "cancelled"
    active = server.api("GET", f"/api/agents/{AGENT}/batches", params={"active": True})
    assert active["items"] == []

"""The chat over the socket and over HTTP: one history, numbered without a gap, whoever listens and how."""

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError

from optimize.application.views import ProposalView
from optimize.assistant.protocol import LONGEST_MESSAGE
from optimize.bootstrap import Optimize
from optimize.domain.actor import Actor, Role
from tests.api.served import AGENT, Served, ends_turn, heard, heard_until

WISH = "It must compare the invoice before it registers a supplier query."


def _say(text: str, client_id: str) -> str:
    return json.dumps({"type": "message", "client_id": client_id, "text": text})


def _events(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [frame for frame in frames if "seq" in frame]


def test_a_message_is_acknowledged_and_its_turn_comes_numbered_without_a_gap(served: Served) -> None:
    with served.socket(served.thread()) as socket:
        assert socket.subprotocol == "optimize.chat.v1"
        socket.send(_say(WISH, "c1"))
        frames = heard_until(socket, ends_turn)
    events = _events(frames)
    assert [frame["seq"] for frame in events] == list(range(1, len(events) + 1))
    assert events[-1]["event"]["type"] == "RUN_FINISHED"
    assert {frame["turn_id"] for frame in events if frame["turn_id"] != "outside"} == {events[-1]["turn_id"]}
    notices = [frame for frame in frames if "seq" not in frame]
    assert [(n["type"], n["command"], n["client_id"]) for n in notices] == [("acknowledged", "message", "c1")]


def test_a_repeated_message_is_acknowledged_and_not_run_twice(served: Served) -> None:
    with served.socket(served.thread()) as socket:
        socket.send(_say("hello", "same"))
        first = heard_until(socket, ends_turn)
        socket.send(_say("hello", "same"))
        notice = heard(socket)
    [acknowledged] = [frame for frame in first if "seq" not in frame]
    assert notice == acknowledged


def test_a_second_reader_and_a_late_one_see_the_same(served: Served, admin: httpx.Client) -> None:
    thread = served.thread()
    with served.socket(thread) as one, served.socket(thread) as two:
        one.send(_say(WISH, "c1"))
        seen = _events(heard_until(one, ends_turn))
        assert _events(heard_until(two, ends_turn)) == seen
    middle = len(seen) // 2
    with served.socket(thread, after=seen[middle]["seq"]) as late:
        assert [heard(late) for _ in seen[middle + 1 :]] == seen[middle + 1 :]
    page = admin.get(f"/api/chat/{thread}/events", params={"after": 0}).json()
    assert [item["seq"] for item in page["items"]] == [frame["seq"] for frame in seen]
    assert [item["event"] for item in page["items"]] == [frame["event"] for frame in seen]


def test_a_turn_goes_on_without_its_socket(served: Served, admin: httpx.Client) -> None:
    thread = served.thread()
    with served.socket(thread) as socket:
        socket.send(_say(WISH, "c1"))
    with served.socket(thread) as again:
        frames = heard_until(again, ends_turn)
    assert frames[-1]["event"]["type"] == "RUN_FINISHED"


def test_the_same_over_http(served: Served, admin: httpx.Client) -> None:
    thread = served.thread()
    notice = admin.post(
        f"/api/chat/{thread}/commands", json={"type": "message", "client_id": "h1", "text": "hello"}
    ).json()
    assert notice["type"] == "acknowledged"
    assert notice["turn_id"]
    headers = {"Accept": "text/event-stream"}
    with admin.stream("GET", f"/api/chat/{thread}/events", headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        frames: list[dict[str, Any]] = []
        while not frames or not ends_turn(frames[-1]):
            line = next(lines)
            if line.startswith("data: "):
                frames.append(json.loads(line.removeprefix("data: ")))
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
    with admin.stream(
        "GET", f"/api/chat/{thread}/events", headers=headers | {"Last-Event-ID": str(len(frames) - 1)}
    ) as stream:
        assert next(stream.iter_lines()) == f"id: {len(frames)}"


def test_what_is_wrong_with_a_command_is_told_and_the_socket_stays(served: Served) -> None:
    wrong = [
        ("not json", "unknown", "bad_json"),
        (json.dumps({"type": "dance"}), "unknown", "unknown_command"),
        (json.dumps([1]), "unknown", "unknown_command"),
        (json.dumps({"type": "message", "client_id": "c", "text": "x", "extra": 1}), "message", "invalid"),
        (_say("x" * 20_001, "long"), "message", "message_too_long"),
        (_say("  ", "blank"), "message", "empty_message"),
        (json.dumps({"type": "cancel"}), "cancel", "nothing_running"),
        (
            json.dumps({"type": "resume", "proposal": "p", "digest": "d", "approved": True}),
            "resume",
            "no_such_proposal",
        ),
    ]
    with served.socket(served.thread()) as socket:
        for text, command, code in wrong:
            socket.send(text)
            notice = heard(socket)
            assert (notice["type"], notice["command"], notice["error"]) == ("refused", command, code)
            assert notice["detail"]
        socket.send(_say("hello", "fine"))
        assert heard_until(socket, ends_turn)[-1]["event"]["type"] == "RUN_FINISHED"


async def _waiting(optimize: Optimize, thread: str) -> ProposalView:
    """A card that waits for a yes, as the assistant leaves one behind."""
    ann = Actor(name="ann")
    turn, _ = await optimize.use_cases.threads.begin(
        thread, client_id="w1", text="Cancel it.", actor=ann, events=[], turn=f"turn-of-{thread}"
    )
    card = await optimize.use_cases.approvals.propose(
        agent=AGENT,
        thread=thread,
        turn=turn.id,
        call="call-1",
        action="retire_test",
        arguments={"test": "gone", "reason": "no longer needed"},
        title="Retire",
        facts=(("Test", "gone"),),
    )
    await optimize.use_cases.threads.finish(turn, "waiting")
    return card


def test_a_card_is_answered_over_the_socket(served: Served, admin: httpx.Client) -> None:
    thread = served.thread()
    card = served.ask(lambda optimize: _waiting(optimize, thread))
    listed = admin.get("/api/proposals", params={"state": "pending", "thread": thread, "agent": AGENT}).json()
    assert [(item["id"], item["facts"]) for item in listed["items"]] == [
        (card.id, [{"label": "Test", "value": "gone"}])
    ]
    answer = {"type": "resume", "proposal": card.id, "digest": card.digest}
    with served.socket(thread) as socket:
        socket.send(json.dumps(answer | {"approved": True}))
        assert heard_until(socket, lambda frame: "seq" not in frame)[-1]["error"] == "no_such_test"
        socket.send(json.dumps(answer | {"approved": False}))
        assert heard_until(socket, lambda frame: "seq" not in frame)[-1]["type"] == "acknowledged"
        heard_until(socket, ends_turn)
    [declined] = admin.get("/api/proposals", params={"state": "declined", "thread": thread}).json()["items"]
    assert declined["instead"] is False


def test_a_card_that_another_message_closed_says_so(served: Served, admin: httpx.Client) -> None:
    thread = served.thread()
    served.ask(lambda optimize: _waiting(optimize, thread))
    with served.socket(thread) as socket:
        socket.send(json.dumps({"type": "message", "client_id": "w2", "text": "What would it cost?"}))
        heard_until(socket, ends_turn)
    [declined] = admin.get("/api/proposals", params={"state": "declined", "thread": thread}).json()["items"]
    assert declined["instead"] is True


def test_threads_are_listed_newest_first_and_made_once_per_key(admin: httpx.Client) -> None:
    path, key = f"/api/agents/{AGENT}/threads", {"Idempotency-Key": "t-1"}
    made = admin.post(path, json={"title": "Clauses"}, headers=key)
    assert made.status_code == 201
    assert admin.post(path, json={"title": "Clauses"}, headers=key).json() == made.json()
    assert admin.post(path, json={"title": "Other"}, headers=key).json()["error"] == "key_reused"
    first = admin.get(path, params={"limit": 1}).json()
    assert first["items"][0]["id"] == made.json()["id"]
    second = admin.get(path, params={"limit": 1, "cursor": first["next"]}).json()
    assert second["items"][0]["id"] != made.json()["id"]


def test_a_conversation_is_renamed_and_keeps_its_place(served: Served, admin: httpx.Client) -> None:
    older, newer = served.thread(), served.thread()
    renamed = admin.put(f"/api/chat/{older}", json={"title": "Clauses"})
    assert (renamed.status_code, renamed.json()["title"]) == (200, "Clauses")
    listed = admin.get(f"/api/agents/{AGENT}/threads", params={"limit": 2}).json()["items"]
    assert [item["id"] for item in listed] == [newer, older]
    assert admin.put(f"/api/chat/{older}", json={"title": "  "}).json()["error"] == "empty_title"
    assert admin.put("/api/chat/none", json={"title": "x"}).status_code == 404
    with served.client(served.token(Role.VIEWER)) as viewer:
        assert viewer.put(f"/api/chat/{older}", json={"title": "x"}).status_code == 403


def test_a_message_is_said_anew_over_the_socket(served: Served) -> None:
    with served.socket(served.thread()) as socket:
        socket.send(_say("hello", "c1"))
        first = heard_until(socket, ends_turn)[-1]["turn_id"]
        command = json.loads(_say("hello again", "c2")) | {"replaces": first}
        socket.send(json.dumps(command))
        frames = heard_until(socket, ends_turn)
        second = frames[-1]["turn_id"]
        assert [e["event"] for e in _events(frames) if e["event"]["type"] == "CUSTOM"] == [
            {"type": "CUSTOM", "name": "replaced", "value": {"turns": [first]}}
        ]
        socket.send(json.dumps(command | {"client_id": "c3"}))
        notice = heard(socket)
    assert second != first
    assert (notice["type"], notice["client_id"], notice["error"]) == ("refused", "c3", "already_replaced")


@pytest.mark.parametrize("letter", ["a", "é", "😀", "\x01", "1"])
def test_the_longest_message_is_taken_and_answered_soon_whatever_its_letters_are(served: Served, letter: str) -> None:
    """As the page writes it: letters as they are, a control character as six bytes."""
    written = json.dumps(letter * LONGEST_MESSAGE, ensure_ascii=False)
    with served.socket(served.thread()) as socket:
        socket.send(f'{{"type":"message","client_id":"long","text":{written}}}')
        notice = heard_until(socket, lambda frame: "seq" not in frame)[-1]
        assert (notice["type"], notice["client_id"]) == ("acknowledged", "long")
        assert heard_until(socket, ends_turn)[-1]["event"]["type"] == "RUN_FINISHED"


def test_a_frame_above_128_kb_ends_the_socket_and_one_below_is_a_sentence(served: Served) -> None:
    with served.socket(served.thread()) as socket:
        socket.send("x" * 127 * 1024)
        assert heard(socket)["error"] == "too_large"
        socket.send("x" * (128 * 1024 + 1))
        with pytest.raises(ConnectionClosedError) as closed:
            heard(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009

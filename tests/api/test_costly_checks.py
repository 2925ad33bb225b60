"""A costly pattern or schema is checked beside everything else, and costs nobody else their answer (bug 08)."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from optimize.domain.criteria.answer_criterion import AnswerCriterion
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict
from tests.api.served import AGENT, Served, ends_turn, heard_until

TALKER = "says-one-long-word"
LONG = "a" * 4_000 + "X"
DEFINITION = {
    "kind": "agent/1",
    "name": TALKER,
    "model": {"ref": "offline:rules"},
    "prompt": [{"part": "role", "text": "You say what is written."}],
    "tools": [
        {
            "name": "look_up",
            "description": "Look up what is said",
            "effect": "read",
            "parameters": {"type": "object", "properties": {}},
            "from": {"sample": {"said": LONG}},
        }
    ],
}
MANY = [{"pattern": f"(.*a){{25}}[{number}]"} for number in range(100)]
COSTLY: list[dict[str, Any]] = [
    {"kind": "answerMatches", "pattern": "^(a+)+$"},
    {"kind": "answerMatches", "pattern": "(.*a){25}"},
    {"kind": "answerMatches", "pattern": r"^(\w+\s?)*$"},
    {"kind": "answerIsJson", "schema": {"anyOf": MANY}},
]
_SECONDS = 30


class Gate:
    """Holds every check of an answer where it starts, until it is opened."""

    def __init__(self) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate, check = Gate(), AnswerCriterion.check

    def held(self: AnswerCriterion, transcript: Transcript) -> Verdict:
        gate.reached.set()
        assert gate.opened.wait(_SECONDS)
        return check(self, transcript)

    monkeypatch.setattr(AnswerCriterion, "check", held)
    yield gate
    gate.opened.set()


def _started(client: httpx.Client, criteria: list[dict[str, Any]]) -> str:
    body = {
        "name": "Costs a lot",
        "situation": {"messages": [{"text": "Please look up what is said."}]},
        "criteria": criteria,
        "runs": 2,
    }
    drafted = client.post(f"/api/agents/{TALKER}/tests", json=body)
    assert drafted.status_code == 201, drafted.text
    return str(client.post(f"/api/tests/{drafted.json()['id']}/dry-run", json={}).json()["id"])


def _finished(client: httpx.Client, batch: str) -> dict[str, Any]:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        view: dict[str, Any] = client.get(f"/api/batches/{batch}").json()
        if view["state"] == "finished":
            return view
        time.sleep(0.1)
    raise AssertionError(f"batch {batch} did not finish")


def test_chats_and_requests_are_answered_while_checks_go_on(served: Served, admin: httpx.Client, gate: Gate) -> None:
    assert admin.post("/api/agents", json=DEFINITION).status_code == 201
    batch = _started(admin, COSTLY)
    assert gate.reached.wait(_SECONDS)

    assert admin.get("/api/criteria").status_code == 200
    assert admin.get(f"/api/agents/{AGENT}/tests").status_code == 200
    with served.socket(served.thread()) as socket:
        socket.send(json.dumps({"type": "message", "text": "what can be checked?", "client_id": "c1"}))
        frames = heard_until(socket, ends_turn)
    assert frames[-1]["event"]["type"] == "RUN_FINISHED"
    assert admin.get(f"/api/batches/{batch}").json()["state"] != "finished"

    gate.opened.set()
    assert _finished(admin, batch)["counts"]["done"] == 2
    runs = admin.get(f"/api/agents/{TALKER}/runs", params={"batch": batch}).json()["items"]
    verdicts = admin.get(f"/api/runs/{runs[0]['id']}").json()["verdicts"]
    assert [verdict["outcome"] for verdict in verdicts] == ["failed", "passed", "failed", "failed"]
    assert all(verdict["reason"] for verdict in verdicts)


@pytest.mark.parametrize(
    ("criterion", "said"),
    [
        ({"kind": "answerMatches", "pattern": "(["}, "position 2, “[”"),
        ({"kind": "answerMatches", "pattern": "((((a{30}){30}){30}){30})"}, "invalid repetition size"),
        ({"kind": "answerMatches", "pattern": "(.*a){30}" * 40}, "too large"),
        ({"kind": "answerIsJson", "schema": {"pattern": "(["}}, "position 2, “[”"),
    ],
)
def test_what_cannot_be_searched_is_refused_when_it_is_written(
    admin: httpx.Client, criterion: dict[str, Any], said: str
) -> None:
    body = {"name": "n", "situation": {"messages": [{"text": "Hello"}]}, "criteria": [criterion]}
    answer = admin.post(f"/api/agents/{AGENT}/tests", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]

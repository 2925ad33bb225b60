"""Bodies and messages that are too large, too deep, too fast, or not what they say."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from optimize.api.chat.commands import LARGEST
from optimize.api.chat.pace import PER_SECOND
from optimize.api.door import body
from tests.api.served import AGENT, Served, heard, serving

PATH = f"/api/agents/{AGENT}/tests"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("door")) as running:
        yield running


def _chunks(size: int) -> Iterator[bytes]:
    yield b'"'
    for _ in range(size // 65_536):
        yield b"x" * 65_536


def test_a_body_is_cut_off_at_a_megabyte_while_it_comes(served: Served) -> None:
    with served.client() as client:
        declared = client.post(PATH, content=b'"' + b"x" * body.LARGEST, headers=JSON)
        streamed = client.post(PATH, content=_chunks(4 * body.LARGEST), headers=JSON)
    for answer in (declared, streamed):
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


@pytest.mark.parametrize(
    "text",
    ['{"name": NaN}', "[" * 2_000, '{"runs": 1e400}', '{"runs": 36893488147419103232}', '{"name": "\\ud800"}', "{"],
)
def test_json_that_is_none_of_ours_is_refused(served: Served, text: str) -> None:
    with served.client() as client:
        answer = client.post(PATH, content=text, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (422, "bad_json")


@pytest.mark.parametrize("text", ["\0", "a\0b", "\udc80"])
def test_text_that_no_store_takes_is_refused_in_every_field(served: Served, text: str) -> None:
    plain = {
        "name": "n",
        "situation": {"messages": [{"text": "Hello"}]},
        "criteria": [{"kind": "satisfiesAssertion", "assertion": "It answers."}],
    }
    bad: list[dict[str, object]] = [
        {"name": text},
        {"situation": {"messages": [{"text": text}]}},
        {"criteria": [{"kind": "satisfiesAssertion", "assertion": text}]},
        {"attributes": {"k": text}},
        {"attributes": {text: 1}},
    ]
    with served.client() as client:
        for change in bad:
            answer = client.post(PATH, content=json.dumps(plain | change), headers=JSON)
            assert (answer.status_code, answer.json()["error"]) == (422, "bad_json")


def test_a_message_over_120_kb_is_refused_and_one_far_over_closes_the_socket(served: Served) -> None:
    with served.socket(served.thread()) as socket:
        socket.send("x" * (LARGEST + 1))
        assert heard(socket)["error"] == "too_large"
        socket.send("x" * (4 * LARGEST))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_flood_is_answered_with_refusals(served: Served) -> None:
    with served.socket(served.thread()) as socket:
        for _ in range(3 * PER_SECOND):
            socket.send("{}")
        codes = [heard(socket)["error"] for _ in range(3 * PER_SECOND)]
    assert codes.count("too_fast") >= PER_SECOND
    assert set(codes) == {"too_fast", "unknown_command"}


def test_bytes_are_no_command(served: Served) -> None:
    with served.socket(served.thread()) as socket:
        socket.send(b"{}")
        assert heard(socket)["error"] == "not_text"


def test_a_session_holds_five_sockets(served: Served) -> None:
    thread = served.thread()
    cookie = {"Cookie": f"optimize_session={served.session()}"}
    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(served.socket(thread, headers=cookie, origin=served.url))
        with pytest.raises(InvalidStatus) as refused:
            stack.enter_context(served.socket(thread, headers=cookie, origin=served.url))
    assert json.loads(refused.value.response.body)["error"] == "too_many_sockets"

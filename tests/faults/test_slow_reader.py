"""A browser that does not read (fault 25): it is closed with "come again", and costs no memory meanwhile."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from optimize.api.chat import socket as chat_socket
from optimize.api.chat.socket import TRY_AGAIN_LATER
from tests.api.served import Served, heard, serving
from tests.faults.reporting import report

READERS = 4
EVENTS, EACH = 600, 50_000
SECONDS = 1.5
MOST_MB = 80
"""What all of them hold together; without a bound it would be all of the 120 MB that they are sent."""


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(chat_socket, "SEND_SECONDS", SECONDS)
    with serving(tmp_path) as served:
        yield served


def test_who_does_not_read_is_sent_away_and_can_take_up_where_it_stopped(served: Served) -> None:
    thread = served.thread()
    events = [{"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "x" * EACH}] * (EVENTS // 20)
    for _ in range(20):
        served.ask(lambda o: o.use_cases.threads.append(thread, "outside", events))
    before = resident_mb()
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(served.socket(thread)) for _ in range(READERS)]
        time.sleep(2.5 * SECONDS)
        held = resident_mb() - before
        ends = [drained(socket) for socket in sockets]
    assert [code for _, code in ends] == [TRY_AGAIN_LATER] * READERS
    seen, code = ends[0]
    with served.socket(thread, after=seen) as again:
        assert [heard(again)["seq"] for _ in range(EVENTS - seen)] == list(range(seen + 1, EVENTS + 1))
    report(
        f"{READERS} readers that did not read {EVENTS * EACH // 1_000_000} MB: {held:.0f} MB more, closed with {code}"
    )
    assert held < MOST_MB


def drained(socket: ClientConnection) -> tuple[int, int | None]:
    """The number of the last event that is still to be had, and how the line was closed."""
    last = 0
    try:
        while True:
            frame = json.loads(socket.recv(timeout=10))
            assert frame["seq"] == last + 1
            last = frame["seq"]
    except ConnectionClosed as closed:
        return last, closed.rcvd.code if closed.rcvd else None


def resident_mb() -> float:
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024

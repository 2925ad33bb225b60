"""A socket that is refused: in an answer to its handshake, or in words where a browser can read them."""

import logging
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from optimize.api.chat.socket import TELLS_REFUSALS
from optimize.api.open_sockets import MOST
from optimize.assistant.protocol import SUBPROTOCOL
from tests.api.served import Served


def opened_by_the_page(served: Served, thread: str, cookie: str) -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{served.port}/api/chat/{thread}/socket?after=0",
        additional_headers={"Cookie": f"optimize_session={cookie}"},
        origin=Origin(served.url),
        subprotocols=[Subprotocol(SUBPROTOCOL), Subprotocol(TELLS_REFUSALS)],
        proxy=None,
    )


def test_one_socket_too_many_is_told_so_that_a_browser_can_read_it(served: Served) -> None:
    thread, cookie = served.thread(), served.session()
    with ExitStack() as stack:
        for _ in range(MOST["cookie"]):
            live = stack.enter_context(opened_by_the_page(served, thread, cookie))
            assert live.subprotocol == SUBPROTOCOL
        refused = stack.enter_context(opened_by_the_page(served, thread, cookie))
        assert refused.subprotocol == TELLS_REFUSALS
        with pytest.raises(ConnectionClosed) as closed:
            refused.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
        4409,
        "5 conversations are open already: close a tab first.",
    )


def test_a_reason_is_no_longer_than_a_close_frame_takes(served: Served) -> None:
    with opened_by_the_page(served, "é" * 90, served.session()) as refused, pytest.raises(ConnectionClosed) as closed:
        refused.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert closed.value.rcvd.reason.startswith("There is no ")


def test_a_refused_handshake_is_no_error_of_the_server(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), pytest.raises(InvalidStatus) as refused, served.socket("nonsense"):
        pass
    assert refused.value.response.status_code == 404
    with served.client() as client:
        assert client.get("/healthz").is_success
    assert [record.getMessage() for record in caplog.records] == []

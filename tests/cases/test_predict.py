"""What the scorer is told that the assistant said."""

from typing import cast

from tests.cases.predict import Frame, prediction
from tests.e2e.server import Server


def said(message: str, role: str, *pieces: str) -> list[Frame]:
    start: Frame = {"type": "TEXT_MESSAGE_START", "messageId": message, "role": role}
    return [start, *({"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": piece} for piece in pieces)]


def test_a_reply_that_came_in_pieces_is_read_as_one() -> None:
    events = [
        *said("u", "user", "Hello"),
        *said("a", "assistant", "It needs 1", "1", " runs."),
        *said("b", "assistant", "!"),
    ]
    told = prediction(cast(Server, None), "case", events, {}, {})
    assert told["reply"] == "It needs 11 runs.\n!"

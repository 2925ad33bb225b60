"""What a thread's log amounts to: the messages as a person reads them."""

from typing import Any

from tests.e2e.chat_line import event_of


def messages(envelopes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """(role, text) of each message, in order. A message that was started twice stands here twice."""
    said: list[tuple[str, str]] = []
    at: dict[str, int] = {}
    for event in map(event_of, envelopes):
        if event["type"] == "TEXT_MESSAGE_START":
            at[event["messageId"]] = len(said)
            said.append((event["role"], ""))
        elif event["type"] == "TEXT_MESSAGE_CONTENT":
            role, text = said[at[event["messageId"]]]
            said[at[event["messageId"]]] = (role, text + event["delta"])
    return said


def texts_of(role: str, envelopes: list[dict[str, Any]]) -> list[str]:
    return [text for speaker, text in messages(envelopes) if speaker == role]


def gapless(envelopes: list[dict[str, Any]]) -> bool:
    return [envelope["seq"] for envelope in envelopes] == list(range(1, len(envelopes) + 1))


def open_messages(envelopes: list[dict[str, Any]]) -> list[str]:
    """Messages that were started and not ended: none, once a turn is over."""
    opened: set[str] = set()
    for event in map(event_of, envelopes):
        if event["type"] == "TEXT_MESSAGE_START":
            opened.add(event["messageId"])
        elif event["type"] == "TEXT_MESSAGE_END":
            opened.discard(event["messageId"])
    return sorted(opened)

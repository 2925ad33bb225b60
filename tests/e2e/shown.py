"""What a page shows of a conversation, and what is on record of it, in a form in which both can be compared."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.e2e.browser import plain
from tests.e2e.chat_line import event_of
from tests.e2e.server import PATIENCE

_TICK = 150
"""Milliseconds between two looks."""
_UNFOLD = """() => document.querySelectorAll('[role=log] [aria-expanded="false"]').forEach((head) => head.click())"""
_TURNS = r"""() => {
  const log = document.querySelector("[role=log]")?.cloneNode(true);
  if (!log) return [];
  const made_up = ["id", "for", "aria-controls", "aria-describedby", "aria-labelledby"];
  log.querySelectorAll("*").forEach((part) => made_up.forEach((name) => part.removeAttribute(name)));
  log.querySelectorAll('[style=""]').forEach((moved) => moved.removeAttribute("style"));
  return [...log.children].map((turn) => turn.outerHTML.replaceAll("><", ">\n<"));
}"""
_SAID = """() => [...document.querySelectorAll(".said-user, .said-assistant")].map((said) =>
  said.matches(".said-user") ? ["user", said.textContent] : ["assistant", said.innerText])"""
_COPIED = """() => {
  const copied = [];
  navigator.clipboard.writeText = async (text) => { copied.push(text); };
  document.querySelectorAll('[aria-label="Copy your message"], [aria-label="Copy the answer"]')
    .forEach((copy) => copy.click());
  return copied;
}"""


@dataclass(frozen=True)
class Shown:
    """All of it, unfolded: with what an edit replaced, and what each tool was given and gave."""

    turns: list[str]
    """The document of each turn, without the names that each page makes up for its parts."""
    said: list[tuple[str, str]]
    """(role, text) as one reads it: the person's letter by letter, the assistant's without its markdown."""


def shown(page: Page, enough: Callable[[Shown], bool]) -> Shown:
    """What the page shows once it shows enough and changes no more, or else when patience ends."""
    page.bring_to_front()
    ends = time.monotonic() + PATIENCE
    before, seen = None, _shown(page)
    while not (seen == before and enough(seen)) and time.monotonic() < ends:
        page.wait_for_timeout(_TICK)
        before, seen = seen, _shown(page)
    return seen


def copied(page: Page) -> list[str]:
    """Each message as its Copy button gives it, letter by letter."""
    texts: list[str] = page.evaluate(_COPIED)
    return texts


def _shown(page: Page) -> Shown:
    page.evaluate(_UNFOLD)
    said = [(role, _read(role, text)) for role, text in page.evaluate(_SAID)]
    return Shown(page.evaluate(_TURNS), said)


def to_be_said(envelopes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """(role, text) of each message on record in which something was said, turn by turn.

    One that a retry began again counts once, as it was said in the end.
    """
    turns: dict[str, dict[str, tuple[str, str]]] = {}
    for envelope in envelopes:
        said, event = turns.setdefault(envelope["turn_id"], {}), event_of(envelope)
        if event["type"] == "TEXT_MESSAGE_START":
            said[event["messageId"]] = (event["role"], "")
        elif event["type"] == "TEXT_MESSAGE_CONTENT":
            role, text = said[event["messageId"]]
            said[event["messageId"]] = (role, text + event["delta"])
    return [(role, text) for said in turns.values() for role, text in said.values() if text]


def as_read(told: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(role, _read(role, text)) for role, text in told]


def _read(role: str, text: str) -> str:
    return text if role == "user" else plain(text)

"""A person who talks in a page that loses its line all the time: looks, and does again what did not come about."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

from tests.e2e.browser import composer
from tests.e2e.server import PATIENCE

_TICK = 100
"""Milliseconds between two looks."""
_AGAIN = 0.4
"""Seconds after which a person clicks once more."""
_CLICK = 1_000
_LOOK = """() => {
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const turn = all(".turn").at(-1);
  const last = (what) => (turn ? all(what, turn) : []);
  return {
    running: all('[aria-label="Stop"]').length > 0,
    saying: all(".composer textarea").at(-1)?.value ?? "",
    said: all(".said-user").length,
    newest: all(".said-user").at(-1)?.textContent ?? "",
    end: last(".turn-end").at(-1)?.dataset.state ?? "",
    asks: last('.approval[data-answered="false"]').length,
    waits: last(".tool-card .badge").filter((badge) => badge.textContent === "Needs approval").length,
    batches: all(".chat-progress").map((batch) => batch.getAttribute("aria-label")),
  };
}"""


class Person:
    """`said` are all messages, as they were typed. `meanwhile` is called at each look: what the world does."""

    def __init__(self, page: Page, meanwhile: Callable[[], None]) -> None:
        self.page, self.said = page, list[str]()
        self._meanwhile = meanwhile

    def say(self, text: str) -> None:
        """Say it and hear the answer out."""
        self.begin(text)
        self.hear()

    def begin(self, text: str) -> None:
        """Say it, and see that it has arrived."""
        before = self.look()["said"]
        self._type(text)
        self.until(lambda seen: seen["said"] == before + 1 and not seen["saying"], self._enter)

    def edit(self, earlier: str, text: str) -> None:
        """Say an earlier message anew, and hear the answer out."""
        message = self.page.locator(".message", has=self.page.get_by_text(earlier, exact=True)).last
        message.hover()
        message.get_by_role("button", name="Edit and send again").click()
        self._type(text)
        self.until(lambda seen: seen["newest"] == text and not seen["saying"], self._enter)
        self.hear()

    def hear(self) -> None:
        """The assistant has said all it will say, with a click on Retry wherever it was interrupted."""
        self.until(lambda seen: not seen["running"])
        while self.look()["end"] == "interrupted":
            self.until(lambda seen: seen["end"] != "interrupted", self._clicks("Retry"))
            self.until(lambda seen: not seen["running"])
        assert self.look()["end"] != "failed", "the assistant could not answer"

    def answer(self, button: str) -> None:
        """Answer the card, and hear the rest of the turn."""
        self.until(lambda seen: not seen["asks"], self._clicks(button))
        self.until(lambda seen: not seen["waits"])
        self.hear()

    def stop(self) -> None:
        """Cut the assistant short, unless it is through by then."""
        self.until(lambda seen: not seen["running"], self._clicks("Stop"))

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(_LOOK)
        return seen

    def until(self, so: Callable[[dict[str, Any]], bool], act: Callable[[], None] | None = None) -> None:
        """Look until it is so; `act` at once, and again whenever that did not help."""
        ends, acted = time.monotonic() + PATIENCE, 0.0
        while not so(seen := self.look()):
            assert time.monotonic() < ends, seen
            if act and time.monotonic() > acted + _AGAIN:
                act()
                acted = time.monotonic()
            self.page.wait_for_timeout(_TICK)
            self._meanwhile()

    def _type(self, text: str) -> None:
        self.said.append(text)
        composer(self.page).fill(text)

    def _enter(self) -> None:
        composer(self.page).press("Enter")

    def _clicks(self, name: str) -> Callable[[], None]:
        return lambda: _click(self.page.get_by_role("button", name=name, exact=True).last)


def _click(button: Locator) -> None:
    """It may be gone, or not to be clicked at the moment."""
    with suppress(TooLate):
        button.click(timeout=_CLICK)
